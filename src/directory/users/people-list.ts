import { requirePermission } from '../../http/callers/authorise.ts'
import type { Conditions } from '../../http/lists/filters.ts'
import { asksTotal, ListOf, listQuery } from '../../http/lists/list.ts'
import { defaultPageSize, maximumPageSize } from '../../http/lists/page.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { foundPeople } from '../../policy/rulesets/people/person-fields.ts'
import { searchedUsers } from '../../policy/shapes/person-summary.ts'
import { ListIncludeParameter, listIncludeValues, readListInclude } from './list-include.ts'
import { IncludingDirectoryUser, userPage, userSorts } from './listed-user.ts'
import { orgConditions, orgFilter } from './org-filter.ts'
import { userConditions, userFilters } from './user-filters.ts'

const filtersOfLiving = Object.fromEntries(
  Object.entries(userFilters).filter(([name]) => !/^(?:trashed$|deleted_)/.test(name)),
)

/** The query and the answer that all lists of people share. Deleted people are in the list of all of them only. */
export const peopleList = {
  cost: includeCost,
  query: peopleQuery(filtersOfLiving),
  response: ListOf(IncludingDirectoryUser),
  checkQuery: ({ include }: { include?: string | undefined }) => void readListInclude(include),
  snapshot: (query: { include?: string | undefined; 'page[total]'?: string | undefined }) =>
    query.include !== undefined || asksTotal(query),
} as const

/** The query of a list of people with these filters. */
export function peopleQuery<const F extends Parameters<typeof listQuery>[0]>(filters: F) {
  return Shape({
    ...listQuery({ ...filters, org: orgFilter }, userSorts).properties,
    include: ListIncludeParameter,
  })
}

type PeopleContext = ReadContext & { query: { include?: string | undefined } }

/** A page of the people (`p`) who meet these conditions and what the request asks for. */
export async function peoplePage(context: PeopleContext, conditions: Conditions = []) {
  const { query, db, now, caller } = context
  const include = readListInclude(query.include)
  if (include.needsPolicy) requirePermission(caller, 'policy.rule.view')
  const asked = [...(await userConditions({ db, query, now })), ...(await orgConditions(db, query))]
  return userPage(context, {
    conditions: [...conditions, ...asked],
    found: await foundPeople(db, query, searchedUsers),
    include,
  })
}

/** A page costs one more for every hundred people and each family that they are shown with. */
function includeCost(search: URLSearchParams): number {
  const families = (search.get('include') ?? '').split(',').filter((value) => value.trim() !== '')
  const size = Number(search.get('page[size]') ?? defaultPageSize)
  const isSize = size > 0 && size <= maximumPageSize
  const shown = Math.min(families.length, listIncludeValues.length)
  return 1 + Math.floor((shown * (isSize ? size : defaultPageSize)) / 100)
}
