import { sql } from 'kysely'
import { listPage, ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { presentListedCondition, selectConditions } from '../conditions/queries.ts'
import { ListedCondition } from '../conditions/schema.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { requireVisibleRule } from '../rights/visible-rule.ts'

export const listConditionsOfRule = readRoute({
  id: 'listConditionsOfRule',
  method: 'GET',
  url: '/policy/rules/:rule/conditions',
  tag: 'policy',
  summary: 'List the conditions of a rule',
  description:
    'What a person must meet, all of it, by id. What is wanted of profiles needs `directory.identity.profile.view`.',
  access: { row: 'policy.rule.view' },
  params: { rule: 'rule' },
  query: listQuery({}),
  status: 200,
  response: ListOf(ListedCondition),
  handler: async (context) => {
    const { rule } = context.params
    await requireVisibleRule(context, rule)
    const shown = { viewer: policyViewer(context.may), baseUrl: baseUrl(context.services) }
    return listPage(context, selectConditions(context.db).where('c.rule_id', '=', rule), {
      sorts: { id: { key: 'id', expression: sql`c.id`, type: 'uuid' } },
      defaultSort: 'id',
      id: sql`c.id`,
      present: (row) => presentListedCondition(row, shown),
    })
  },
})
