import { sql } from 'kysely'
import { rulesetTypes, type RulesetType } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { readRoute } from '../../http/route/route.ts'
import { OneOf, Text, RecordShape } from '../../http/shapes/schema.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { askForSomeRuleset } from '../rights/visible-ruleset.ts'

const PolicyRole = RecordShape(
  {
    resource_type: OneOf(rulesetTypes),
    handle: Text(63, { examples: ['member'] }),
    name: Text(200, { examples: ['Member'] }),
  },
  { $id: 'PolicyRole' },
)

const typeAndHandle = sql`(resource_type || ' ' || handle)`

const roles = declareList({
  item: PolicyRole,
  filters: {
    resource_type: by.word(rulesetTypes, sql`resource_type`),
    handle: by.text('handles, to the letter', sql`handle`),
    name: by.name(sql`name`),
  },
  order: sortFields({ position: ['text', typeAndHandle] }),
  defaultSort: 'position',
  id: sql`id`,
  rows: ({ db }) =>
    db
      .selectFrom('policy_role')
      .select([
        'id',
        sql<RulesetType>`resource_type`.as('resource_type'),
        'handle',
        'name',
        sql<string>`${typeAndHandle}`.as('position'),
      ]),
  present: ({ resource_type, handle, name }) => ({ resource_type, handle, name }),
})

export const listPolicyRoles = readRoute({
  id: 'listPolicyRoles',
  url: '/policy/roles',
  summary: 'List the roles that rules can grant',
  description:
    'For each type of policy resource the roles that it has, by type, then handle. A caller with a role on a ruleset may see them too.',
  access: { row: 'policy.rule.view' },
  query: roles.query,
  response: roles.response,
  handler: async (context) => {
    await askForSomeRuleset(context)
    return roles.page(context)
  },
})
