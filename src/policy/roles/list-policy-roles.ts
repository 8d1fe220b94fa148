import { sql } from 'kysely'
import { rulesetTypes, type RulesetType } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  anyOfTexts,
  isAnyOf,
  isNamed,
  namesFilter,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { listPage, ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { OneOf, Text, RecordShape } from '../../http/schema.ts'
import { askForSomeRuleset } from '../rights/visible-ruleset.ts'

const PolicyRole = RecordShape(
  {
    resource_type: OneOf(rulesetTypes),
    handle: Text(63, { examples: ['member'] }),
    name: Text(200, { examples: ['Member'] }),
  },
  { $id: 'PolicyRole' },
)

export const listPolicyRoles = readRoute({
  id: 'listPolicyRoles',
  method: 'GET',
  url: '/policy/roles',
  tag: 'policy',
  summary: 'List the roles that rules can grant',
  description:
    'For each type of policy resource the roles that it has, by type, then handle. A caller with a role on a ruleset may see them too.',
  access: { row: 'policy.rule.view' },
  params: {},
  query: listQuery({
    resource_type: anyOfFilter(rulesetTypes),
    handle: textsFilter('handles, to the letter'),
    name: namesFilter,
  }),
  status: 200,
  response: ListOf(PolicyRole),
  handler: async (context) => {
    await askForSomeRuleset(context)
    const types = anyOf(context.query['filter[resource_type]'])
    const roles = context.db
      .selectFrom('policy_role')
      .select([
        'id',
        sql<RulesetType>`resource_type`.as('resource_type'),
        'handle',
        'name',
        sql<string>`${typeAndHandle}`.as('position'),
      ])
    const wanted = whereAll(roles, [
      types && isAnyOf(sql`resource_type`, types),
      ...anyOfTexts(context.query, { handle: sql`handle` }),
      isNamed(context.query, sql`name`),
    ])
    return listPage(context, wanted, {
      sorts: { position: { key: 'position', expression: typeAndHandle, type: 'text' } },
      defaultSort: 'position',
      id: sql`id`,
      present: ({ resource_type, handle, name }) => ({ resource_type, handle, name }),
    })
  },
})

const typeAndHandle = sql`(resource_type || ' ' || handle)`
