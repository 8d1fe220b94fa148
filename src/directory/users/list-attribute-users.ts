import { sql } from 'kysely'
import { requirePermission } from '../../http/authorise.ts'
import { ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { foundPeople, fieldSearchFilters } from '../../policy/rulesets/person-fields.ts'
import { requireKnown } from '../require-known.ts'
import { ListedDirectoryUser, userPage, userSorts } from './listed-user.ts'
import { userConditions, userFilters } from './user-filters.ts'

const { state, search } = userFilters
const filters = { state, search, ...fieldSearchFilters }

export const listAttributeUsers = readRoute({
  id: 'listAttributeUsers',
  method: 'GET',
  url: '/directory/attributes/:attribute/users',
  tag: 'directory',
  summary: 'List who qualifies for an attribute',
  description:
    'The people who meet a rule in force of the attribute, in any state, by full name, then id: what `count.users` of the attribute counts. ' +
    '`filter[search]` looks in full name, e-mail address and username. Needs `directory.user.view` as well.',
  access: 'directory.attribute.view',
  params: { attribute: 'attribute' },
  query: listQuery(filters, userSorts),
  status: 200,
  response: ListOf(ListedDirectoryUser),
  handler: async (context) => {
    requirePermission(context.caller, 'directory.user.view')
    const { attribute } = context.params
    await requireKnown(context.db, 'attribute', attribute)
    const conditions = [
      sql<boolean>`p.id in (select q.directory_user_id from ruleset rs join rule r on r.ruleset_id = rs.id
        join qualification q on q.rule_id = r.id where rs.attribute_id = ${attribute}::uuid)`,
      ...(await userConditions(context.db, context.query)),
    ]
    return userPage(context, { conditions, found: await foundPeople(context.db, context.query) })
  },
})
