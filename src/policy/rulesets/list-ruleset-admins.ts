import { sql } from 'kysely'
import { rulesetAdminRoles } from '../../contract/states.ts'
import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/services.ts'
import { rulesetAdminList } from './admin-queries.ts'
import { presentRulesetAdmin, RulesetAdmin } from './admin-schema.ts'
import { requireVisibleRuleset } from './visible-ruleset.ts'

const sorts = {
  name: { key: 'user_name', expression: sql`u.name`, type: 'text' },
  created_at: { key: 'created_at', expression: sql`a.created_at`, type: 'timestamptz' },
} as const

export const listRulesetAdmins = readRoute({
  id: 'listRulesetAdmins',
  method: 'GET',
  url: '/policy/rulesets/:ruleset/admins',
  tag: 'policy',
  summary: 'List the admins of a ruleset',
  description:
    'The people with a role on this ruleset, by name; `sort=created_at` by when they got one. Whoever holds ' +
    '`policy.rule.manage` or `policy.ruleset.manage` needs no role and is not listed.',
  access: { row: 'policy.rule.view' },
  params: { ruleset: 'ruleset' },
  query: listQuery({ role: anyOfFilter(rulesetAdminRoles) }, sorts),
  status: 200,
  response: ListOf(RulesetAdmin),
  handler: async (context) => {
    const { ruleset } = context.params
    await requireVisibleRuleset(context, ruleset)
    const roles = anyOf(context.query['filter[role]'])
    return listPage(context, rulesetAdminList(context.db, ruleset, roles), {
      sorts,
      defaultSort: 'name',
      id: sql`a.id`,
      present: (row) => presentRulesetAdmin(row, baseUrl(context.services)),
    })
  },
})
