import { readRoute } from '../../http/route/route.ts'
import { Empty } from '../../http/shapes/schema.ts'
import { requireViewable } from '../rights/visible-ruleset.ts'
import { showCondition } from './answer-condition.ts'
import { findCondition } from '../conditions/queries.ts'
import { ListedCondition } from '../conditions/schema.ts'

export const describePolicyCondition = readRoute({
  id: 'describePolicyCondition',
  method: 'GET',
  url: '/policy/conditions/:condition',
  tag: 'policy',
  summary: 'Describe a condition',
  description:
    'One test that a rule makes. The value that it wants of a profile needs `directory.identity.profile.view`; without it `profile_value` is null and the description leaves it out.',
  access: { row: 'policy.rule.view' },
  params: { condition: 'condition' },
  query: Empty,
  status: 200,
  response: ListedCondition,
  handler: async (context) => {
    const id = context.params.condition
    const found = await findCondition(context.db, id)
    return showCondition(context, await requireViewable(context, { kind: 'condition', id }, found))
  },
})
