import { sql } from 'kysely'
import { conditionTypes } from '../../contract/states.ts'
import { whereAll } from '../../http/lists/filters.ts'
import { byInstant, byText, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { listPage, ListOf, listQuery } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { presentListedCondition, selectConditions } from '../conditions/queries.ts'
import { ListedCondition } from '../conditions/schema.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { requireVisibleRule } from '../rights/visible-rule.ts'

const filters = listFilters({
  type: byWord(conditionTypes, sql`c.type`),
  profile_key: byText('keys of profiles, to the letter', sql`c.profile_key`),
  ...byInstant({ created: sql`c.created_at` }),
})

export const listConditionsOfRule = readRoute({
  id: 'listConditionsOfRule',
  url: '/policy/rules/:rule/conditions',
  summary: 'List the conditions of a rule',
  description:
    'What a person must meet, all of it, by id. What is wanted of profiles needs `directory.identity.profile.view`.',
  access: { row: 'policy.rule.view' },
  params: { rule: 'rule' },
  query: listQuery(filters.schemas),
  response: ListOf(ListedCondition),
  handler: async (context) => {
    const { rule } = context.params
    await requireVisibleRule(context, rule)
    const shown = { viewer: policyViewer(context.may), baseUrl: baseUrl(context.services) }
    const all = selectConditions(context.db).where('c.rule_id', '=', rule)
    return listPage(context, whereAll(all, filters.conditions(context)), {
      sorts: { id: { key: 'id', expression: sql`c.id`, type: 'uuid' } },
      defaultSort: 'id',
      id: sql`c.id`,
      present: (row) => presentListedCondition(row, shown),
    })
  },
})
