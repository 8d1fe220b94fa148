import { Type } from 'typebox'
import { writeRoute, type WriteContext } from '../../http/route.ts'
import { Empty, Nullable, Shape, Text } from '../../http/schema.ts'
import { Undone } from '../../http/undone.ts'
import { Operation } from '../operations/operation.ts'
import { answerPlan, planUrl } from './answer-plan.ts'
import { lookAhead } from './run-plan.ts'
import { DescribedPlan } from './schema.ts'
import { askForSomeRuleset } from './visible-plan.ts'
import { insertPlan, type NewPlan } from './write-plans.ts'

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
    'take a ruleset from managed to monitored. Needs what each operation needs.',
  access: { row: 'policy.rule.view' },
  params: {},
  query: Empty,
  body: Shape({
    operations: Type.Array(Operation, { minItems: 1, maxItems: maximumOperations }),
    description: Type.Optional(Nullable(Text(1000))),
  }),
  isVersioned: true,
  status: 201,
  response: DescribedPlan,
  handler: async (context) => {
    await askForSomeRuleset(context)
    const { operations, description = null } = context.body()
    const planned = await lookAhead(
      { ...context, passesLimits: context.may('policy.change.approve') },
      operations,
    )
    throw new Undone(async (again) => ({
      answer: await keep(again, { description, operations, author: again.caller, ...planned }),
    }))
  },
})

async function keep(context: WriteContext, plan: NewPlan) {
  const id = await insertPlan(context.tx, context.actor, plan)
  context.location(planUrl(context, id))
  return answerPlan(context, id)
}
