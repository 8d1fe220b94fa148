import { sql } from 'kysely'
import { rulesetAdminRoles } from '../../../contract/states.ts'
import { by } from '../../../http/lists/list-filters.ts'
import { declareList, sortsBy } from '../../../http/lists/list.ts'
import { sortFields } from '../../../http/lists/page.ts'
import { readRoute } from '../../../http/route/route.ts'
import { requireVisibleRuleset } from '../../rights/visible-ruleset.ts'
import { selectRulesetAdmins } from './admin-queries.ts'
import { presentRulesetAdmin, RulesetAdmin } from './admin-schema.ts'

const admins = declareList({
  item: RulesetAdmin,
  filters: {
    role: by.word(rulesetAdminRoles, sql`a.role`),
    workspace_user_id: by.id('workspaceUser', sql`a.workspace_user_id`),
    ...by.instants({ created: sql`a.created_at`, updated: sql`a.updated_at` }),
  },
  sorts: sortFields({
    name: ['text', sql`u.name`, 'user_name'],
    created_at: ['timestamptz', sql`a.created_at`],
  }),
  defaultSort: ({ may }) => (may('workspace.user.view') ? 'name' : 'created_at'),
  id: sql`a.id`,
  rows: ({ db }) => selectRulesetAdmins(db),
  present: presentRulesetAdmin,
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
  query: admins.query,
  response: admins.response,
  handler: async (context) => {
    const { ruleset } = context.params
    await requireVisibleRuleset(context, ruleset)
    // The order of a page sorted by name would reveal names.
    if (sortsBy(context.query, 'name')) await context.ask('workspace.user.view')
    return admins.page(context, sql`a.ruleset_id = ${ruleset}`)
  },
})
