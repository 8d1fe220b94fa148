import { sql } from 'kysely'
import { rulesetTypes, type RulesetType } from '../../contract/states.ts'
import { whereAll } from '../../http/lists/filters.ts'
import { byName, byText, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { listPage, ListOf, listQuery } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { OneOf, Text, RecordShape } from '../../http/shapes/schema.ts'
import { askForSomeRuleset } from '../rights/visible-ruleset.ts'

const PolicyRole = RecordShape(
  {
    resource_type: OneOf(rulesetTypes),
    handle: Text(63, { examples: ['member'] }),
    name: Text(200, { examples: ['Member'] }),
  },
  { $id: 'PolicyRole' },
)

const filters = listFilters({
  resource_type: byWord(rulesetTypes, sql`resource_type`),
  handle: byText('handles, to the letter', sql`handle`),
  name: byName(sql`name`),
})

export const listPolicyRoles = readRoute({
  id: 'listPolicyRoles',
  url: '/policy/roles',
  summary: 'List the roles that rules can grant',
  description:
    'For each type of policy resource the roles that it has, by type, then handle. A caller with a role on a ruleset may see them too.',
  access: { row: 'policy.rule.view' },
  query: listQuery(filters.schemas),
  response: ListOf(PolicyRole),
  handler: async (context) => {
    await askForSomeRuleset(context)
    const roles = context.db
      .selectFrom('policy_role')
      .select([
        'id',
        sql<RulesetType>`resource_type`.as('resource_type'),
        'handle',
        'name',
        sql<string>`${typeAndHandle}`.as('position'),
      ])
    const wanted = whereAll(roles, filters.conditions(context))
    return listPage(context, wanted, {
      sorts: { position: { key: 'position', expression: typeAndHandle, type: 'text' } },
      defaultSort: 'position',
      id: sql`id`,
      present: ({ resource_type, handle, name }) => ({ resource_type, handle, name }),
    })
  },
})

const typeAndHandle = sql`(resource_type || ' ' || handle)`
