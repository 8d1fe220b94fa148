import { sql } from 'kysely'
import { requirePermission } from '../../http/callers/authorise.ts'
import { readRoute } from '../../http/route/route.ts'
import { requireKnown } from '../require-known.ts'
import { peopleList, peoplePage } from './people-list.ts'

export const listAttributeUsers = readRoute({
  id: 'listAttributeUsers',
  url: '/directory/attributes/:attribute/users',
  summary: 'List who qualifies for an attribute',
  description:
    'The people who meet a rule in force of the attribute, in any state, by full name, then id: what `count.users` of the attribute counts. ' +
    'It has the filters (but `trashed`), searches, orders and `include` of the list of all people. Needs `directory.user.view` as well.',
  access: 'directory.attribute.view',
  params: { attribute: 'attribute' },
  ...peopleList,
  handler: async (context) => {
    requirePermission(context.caller, 'directory.user.view')
    const { attribute } = context.params
    await requireKnown(context.db, 'attribute', attribute)
    return peoplePage(context, [
      sql<boolean>`p.id in (select q.directory_user_id from ruleset rs join rule r on r.ruleset_id = rs.id
        join qualification q on q.rule_id = r.id where rs.attribute_id = ${attribute}::uuid)`,
    ])
  },
})
