import { Type } from 'typebox'
import { writeRoute, type WriteContext } from '../../http/route.ts'
import { Empty, Nullable, Shape, Text } from '../../http/schema.ts'
import { Instead, type Outcome } from '../../http/instead.ts'
import { Operation } from '../operations/operation.ts'
import { answerPlan, planUrl } from './answer-plan.ts'
import { TooManyRows } from '../effect-collector.ts'
import { acceptPlan, applierOf } from './leave-to-job.ts'
import { lookAhead } from './run-plan.ts'
import { askForSomeRuleset } from '../rulesets/visible-ruleset.ts'
import { requireSomeChange } from './require-some-change.ts'
import { DescribedPlan } from './schema.ts'
import { insertPlan, insertPlanning, type NewPlan } from './write-plans.ts'

const maximumOperations = 1000

export const createPlan = writeRoute({
  id: 'createPlan',
  method: 'POST',
  url: '/policy/plans',
  tag: 'policy',
  summary: 'Plan changes of the policy',
  description:
    'Works out what a list of operations would do to every manifest, and changes nothing. What one operation makes under a `ref`, ' +
    'later ones name as `$ref`. The plan can be applied for 24 hours. A plan may also change the priority of a rule in force and ' +
    'take a ruleset from managed to monitored. What would move very many people is worked out by a job: 202, and the plan is ' +
    '`planning` until it is `ready`. Needs what each operation needs.',
  access: { row: 'policy.rule.view' },
  cost: 20,
  params: {},
  query: Empty,
  body: Shape({
    operations: Type.Array(Operation, { minItems: 1, maxItems: maximumOperations }),
    description: Type.Optional(Nullable(Text(1000))),
  }),
  isVersioned: true,
  isDryRun: true,
  accepted: DescribedPlan,
  status: 201,
  response: DescribedPlan,
  handler: async (context) => {
    await askForSomeRuleset(context)
    requireSomeChange(context.caller)
    const { operations, description = null } = context.body()
    const planned = await lookAtOnce(context, operations)
    if (planned === undefined)
      throw new Instead((again) => leave(again, { description, operations, author: again.caller }))
    throw new Instead(async (again) => ({
      answer: await keep(again, { description, operations, author: again.caller, ...planned }),
    }))
  },
})

/** What the operations would do; undefined where that is too much for a request. */
async function lookAtOnce(context: WriteContext, operations: readonly Operation[]) {
  const passesLimits = () => context.may('policy.change.approve')
  try {
    return await lookAhead(
      { ...context, passesLimits, isDryRun: true },
      operations,
      context.services.rowsAtOnce,
    )
  } catch (error) {
    if (error instanceof TooManyRows) return undefined
    throw error
  }
}

async function keep(context: WriteContext, plan: Parameters<typeof insertPlan>[2]) {
  const id = await insertPlan(context.tx, context.actor, plan)
  context.location(planUrl(context, id))
  return answerPlan(context, id)
}

/** It is worked out by a job, and can be read meanwhile. */
async function leave(context: WriteContext, plan: NewPlan): Promise<Outcome> {
  const planning = { ...plan, applier: applierOf(context) }
  return acceptPlan(context, await insertPlanning(context.tx, context.actor, planning))
}
