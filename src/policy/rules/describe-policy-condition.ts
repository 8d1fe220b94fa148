import { readRoute } from '../../http/route/route.ts'
import { requireViewable } from '../rights/visible-ruleset.ts'
import { showCondition } from './answer-condition.ts'
import { findCondition } from '../conditions/queries.ts'
import { ListedCondition } from '../conditions/schema.ts'

export const describePolicyCondition = readRoute({
  id: 'describePolicyCondition',
  url: '/policy/conditions/:condition',
  summary: 'Describe a condition',
  description:
    'One test that a rule makes. The value that it wants of a profile needs `directory.identity.profile.view`; without it `profile_value` is null and the description leaves it out.',
  access: { row: 'policy.rule.view' },
  params: { condition: 'condition' },
  response: ListedCondition,
  handler: async (context) => {
    const id = context.params.condition
    const found = await findCondition(context.db, id)
    return showCondition(context, await requireViewable(context, { kind: 'condition', id }, found))
  },
})
