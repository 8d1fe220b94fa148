import { Type } from 'typebox'
import { type Outcome, Restart, type WriteContext, writeRoute } from '../../http/route.ts'
import { Empty, Nullable, Shape, Text } from '../../http/schema.ts'
import { Operation } from '../operations/operation.ts'
import { answerPlan, planUrl } from './answer-plan.ts'
import { keepPlan, planAtOnce } from './plan-at-once.ts'
import type { Planned } from './run-plan.ts'
import { askForSomeRuleset } from '../rights/visible-ruleset.ts'
import { requireSomeChange } from './require-some-change.ts'
import { DescribedPlan } from './schema.ts'
import type { NewPlan } from './write-plans.ts'

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
    'take a ruleset from managed to monitored. The effect of a change of very many stays is worked out by a job: 202, and the plan is ' +
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
    const planned = await planAtOnce(context, operations)
    return new Restart((again) => keep(again, { description, operations }, planned))
  },
})

async function keep(
  context: WriteContext,
  plan: Omit<NewPlan, 'author'>,
  planned: Planned | undefined,
): Promise<Outcome> {
  const id = await keepPlan(context, plan, planned)
  context.location(planUrl(context, id))
  const answer = await answerPlan(context, id)
  // It is worked out by a job, and can be read meanwhile.
  return planned === undefined ? { accepted: answer } : { answer }
}
