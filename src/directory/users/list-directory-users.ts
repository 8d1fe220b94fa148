import { requirePermission } from '../../http/authorise.ts'
import { asksTotal, defaultPageSize, ListOf, listQuery, maximumPageSize } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { Shape } from '../../http/schema.ts'
import { IncludeParameter, includeValues, readInclude } from './include.ts'
import { IncludingDirectoryUser, userPage, userSorts } from './listed-user.ts'
import { orgConditions, orgFilter } from './org-filter.ts'
import { userConditions, userFilters } from './user-filters.ts'

export const listDirectoryUsers = readRoute({
  id: 'listDirectoryUsers',
  method: 'GET',
  url: '/directory/users',
  tag: 'directory',
  summary: 'List directory users',
  description:
    'People by full name, then id. `filter[search]` looks in full name, e-mail address and username. ' +
    '`…_after` means at that instant or later, `…_before` earlier than it. Deleted people are listed only where `filter[trashed]` asks for them. ' +
    '`filter[review]` finds the people that an administrator should look at: people with an address that had another holder or has another one now, people whose manager is not known, not unique, or would close a circle, and people with an account whose end was rejected while its source still reports it. ' +
    '`include` adds what it names to each row as `included`, in the same form and for the same permission as when one person is described.',
  access: 'directory.user.view',
  cost: includeCost,
  params: {},
  query: Shape({
    ...listQuery({ ...userFilters, org: orgFilter }, userSorts).properties,
    include: IncludeParameter,
  }),
  status: 200,
  response: ListOf(IncludingDirectoryUser),
  checkQuery: ({ include }) => void readInclude(include),
  snapshot: (query) => query.include !== undefined || asksTotal(query),
  handler: async (context) => {
    const { query, db, caller } = context
    const include = readInclude(query.include)
    if (include.needsPolicy) requirePermission(caller, 'policy.rule.view')
    const conditions = [...(await userConditions(db, query)), ...(await orgConditions(db, query))]
    return userPage(context, conditions, include)
  },
})

/** A page costs one more for every hundred people and each family that they are shown with. */
function includeCost(search: URLSearchParams): number {
  const families = (search.get('include') ?? '').split(',').filter((value) => value.trim() !== '')
  const size = Number(search.get('page[size]') ?? defaultPageSize)
  const isSize = size > 0 && size <= maximumPageSize
  const shown = Math.min(families.length, includeValues.length)
  return 1 + Math.floor((shown * (isSize ? size : defaultPageSize)) / 100)
}
