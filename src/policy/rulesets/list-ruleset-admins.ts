import { sql } from 'kysely'
import { rulesetAdminRoles } from '../../contract/states.ts'
import { whereAll } from '../../http/lists/filters.ts'
import { byId, byInstant, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery, sortsBy } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { selectRulesetAdmins } from './admin-queries.ts'
import { presentRulesetAdmin, RulesetAdmin } from './admin-schema.ts'
import { requireVisibleRuleset } from '../rights/visible-ruleset.ts'

const sorts = {
  name: { key: 'user_name', expression: sql`u.name`, type: 'text' },
  created_at: { key: 'created_at', expression: sql`a.created_at`, type: 'timestamptz' },
} as const

const filters = listFilters({
  role: byWord(rulesetAdminRoles, sql`a.role`),
  workspace_user_id: byId('workspaceUser', sql`a.workspace_user_id`),
  ...byInstant({ created: sql`a.created_at`, updated: sql`a.updated_at` }),
})

export const listRulesetAdmins = readRoute({
  id: 'listRulesetAdmins',
  url: '/policy/rulesets/:ruleset/admins',
  summary: 'List the admins of a ruleset',
  description:
    'The people with a role on this ruleset, by name, or by when they got one with `sort=created_at` and for callers without ' +
    '`workspace.user.view`, which names need. A holder of `policy.rule.manage` or `policy.ruleset.manage` needs no role and ' +
    'is not listed.',
  access: { row: 'policy.rule.view' },
  params: { ruleset: 'ruleset' },
  query: listQuery(filters.schemas, sorts),
  response: ListOf(RulesetAdmin),
  handler: async (context) => {
    const { ruleset } = context.params
    await requireVisibleRuleset(context, ruleset)
    const seesNames = context.may('workspace.user.view')
    // The order of a page sorted by name would reveal names.
    if (sortsBy(context.query, 'name')) await context.ask('workspace.user.view')
    const all = selectRulesetAdmins(context.db).where('a.ruleset_id', '=', ruleset)
    return listPage(context, whereAll(all, filters.conditions(context)), {
      sorts,
      defaultSort: seesNames ? 'name' : 'created_at',
      id: sql`a.id`,
      present: (row) => presentRulesetAdmin(row, context),
    })
  },
})
