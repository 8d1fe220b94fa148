import { sql } from 'kysely'
import { Type } from 'typebox'
import { driftStatuses } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { heavyCost } from '../../http/limits/request-cost.ts'
import {
  anyOf,
  anyOfFilter,
  flagFilter,
  idFilter,
  idsFilter,
  isAnyOf,
  textsFilter,
  whereAll,
  type AnySelect,
} from '../../http/lists/filters.ts'
import { includeParameter } from '../../http/shapes/include.ts'
import { listed, listPage, listQuery, sortsBy } from '../../http/lists/list.ts'
import { readPage, pageQuery, type SortField } from '../../http/lists/page.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute, type ParamKinds, type ReadContext } from '../../http/route/route.ts'
import { amongRows } from '../../http/lists/row-set.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { requireVisibleRuleset } from '../../policy/rights/visible-ruleset.ts'
import { foundOfSome, personSearchFilter } from '../../policy/rulesets/people/person-search.ts'
import {
  countDrift,
  driftOrphans,
  driftPeople,
  driftPeopleByStatus,
  findDriftScope,
  orphanStatus,
  placeByStatus,
  type DriftFilter,
  type DriftScope,
} from './drift-queries.ts'
import { DriftPage } from './drift-schema.ts'
import { foreseeDrift, foreseenAmong } from './foresee-drift.ts'
import { presentDrift } from './present-drift.ts'

const byPlace = (expression: SortField['expression']): SortField => ({
  key: 'place',
  expression,
  type: 'text',
})
const sorts = { full_name: byPlace(sql`k.place`), status: byPlace(sql`k.place`) }

export const listResourceDrift = readRoute({
  id: 'listResourceDrift',
  url: '/directory/resources/:resource/drift',
  summary: 'Compare who should have a resource with who has it',
  description:
    'Everyone who should have the resource, and everyone who was a member when its vendor was last read, by full name, then id: what they `should` have and what they have. ' +
    'A person has one row with all their accounts; an account that belongs to no one has its own. In a ruleset that is not authoritative, a member is `extra` only ' +
    'if its manifest contained them before; other members are `unmanaged`, as are all members of a resource without a managed ruleset. ' +
    'With `filter[status]=missing,extra,role_differs` it lists what to change at the vendor; `sort=status` lists that first, in this order, then `unmanaged` and `in_sync`. `include=counts` counts each status. ' +
    'Needs `directory.user.view` and, if the resource has a ruleset, `policy.rule.view`. A role on the ruleset stands for `directory.resource.view` and `policy.rule.view`. ' +
    'Who has an account that belongs to no one is shown to callers with `directory.identity.view`. ' +
    'With `rules=staged` it compares the members with what the rules would give if the ruleset were managed and its staged rules were put in force now: one that is to take over from another rule counts beside it. ' +
    '`enters` marks people who would enter. Members already are `in_sync` or `role_differs`; the others are `missing`. A member whom no rule admits is `extra` or `unmanaged`; `outside` says why.',
  access: { row: 'directory.resource.view' },
  params: { resource: 'resource' },
  query: Shape({
    ...listQuery(
      {
        status: anyOfFilter(driftStatuses),
        role_handle: textsFilter('handles of roles, that they should have or have'),
        user_id: idsFilter,
        user_search: personSearchFilter,
        enters: flagFilter('With `rules=staged`: would enter the manifest'),
      },
      sorts,
    ).properties,
    include: Type.Optional(includeParameter(['counts'])),
    rules: Type.Optional(
      Type.Enum(['in_force', 'staged'], {
        description: 'Which rules say who should have it: `in_force`, the default, or `staged` too',
      }),
    ),
  }),
  cost: (search) => (search.get('rules') === 'staged' ? heavyCost : 1),
  besideRows: ['counts'],
  response: DriftPage,
  snapshot: () => true,
  handler: async (context) => {
    const { db, params, query } = context
    const found = await findDriftScope(db, params.resource)
    await context.ask('directory.resource.view', { rulesetId: found?.ruleset ?? undefined })
    if (found === undefined) throw noSuch('resource', params.resource)
    if (found.ruleset !== null) await requireVisibleRuleset(context, found.ruleset)
    requirePermission(context.caller, 'directory.user.view')
    const foresees = query.rules === 'staged'
    const { scope, isCapped } = foresees
      ? await foreseeDrift(context, found)
      : { scope: found, isCapped: false }
    const page = await keysOfPage(context, scope)
    const ids = page.data.map(({ id }) => id)
    return {
      ...page,
      data: await presentDrift(context, foreseenAmong(scope, ids), ids),
      ...(query.include !== undefined && { count: await countDrift(db, scope) }),
      ...(foresees && { is_capped: isCapped }),
    }
  },
})

type Context = ReadContext<ParamKinds, Record<string, unknown>>

/** The page's people and accounts: each kind is read as far as the page needs, and then they are merged. */
async function keysOfPage(context: Context, scope: DriftScope) {
  const { db, query } = context
  const people = await peopleOf(context, scope)
  const found = await foundOfSome(db, query, 'user_search')
  const ids = idFilter(query, 'user_id', 'directoryUser')
  // Accounts that belong to no one are not among the people who are asked for.
  if (found !== undefined || ids !== undefined) {
    const wanted = whereAll(people.rows, [ids && isAnyOf(sql`p.id`, ids, 'uuid')])
    const foundSorts = { full_name: byPlace(people.place), status: byPlace(people.place) }
    const spec = { sorts: foundSorts, defaultSort: 'full_name', id: sql`p.id`, found }
    return listPage(context, wanted, { ...spec, present: (row: Key) => row })
  }
  const page = readPage(context, { sorts, defaultSort: 'full_name' })
  const orphans = orphansOf(context, scope)
  const pages: [AnySelect<Key>, AnySelect<Key>] = [
    pageQuery(people.rows, { ...page, sort: byPlace(people.place) }, sql`p.id`),
    pageQuery(orphans.rows, { ...page, sort: byPlace(orphans.place) }, sql`i.id`),
  ]
  const merged = { ...page, position: undefined }
  const rows = await pageQuery(together(db, pages), merged, sql`k.id`).execute()
  return listed(context, page, { rows, all: async () => together(db, [people.rows, orphans.rows]) })
}

/** `place`: what the list is ordered by. */
type Key = { id: string; place: string }
type Keys = { rows: AnySelect<Key>; place: SortField['expression'] }

async function peopleOf({ db, query }: Context, scope: DriftScope): Promise<Keys> {
  if (sortsBy(query, 'status')) {
    const { people, place } = driftPeopleByStatus(db, scope, filterOf(query))
    return { rows: people, place }
  }
  const people = db.selectFrom('directory_user as p').select(['p.id', 'p.full_name as place'])
  const among = await amongRows(db, sql`p.id`, driftPeople(scope, filterOf(query)))
  return { rows: whereAll(people, [among]), place: sql`p.full_name` }
}

/** Without the right to see their names, they are not ordered by them. */
function orphansOf({ db, query, may }: Context, scope: DriftScope): Keys {
  const name = may('directory.identity.view') ? sql<string>`i.full_name` : sql<string>`''::text`
  const place = sortsBy(query, 'status') ? placeByStatus(sql`${orphanStatus(scope)}`, name) : name
  return {
    rows: driftOrphans(db, scope, filterOf(query)).select(['i.id', place.as('place')]),
    place,
  }
}

function filterOf(query: Record<string, unknown>): DriftFilter {
  const enters = query['filter[enters]']
  return {
    statuses: anyOf(query['filter[status]']),
    roles: anyOf(query['filter[role_handle]']),
    enters: enters === undefined ? undefined : enters === 'true',
  }
}

function together(db: Reader, [one, other]: [AnySelect<Key>, AnySelect<Key>]): AnySelect<Key> {
  const both = db
    .selectFrom(one.as('one'))
    .selectAll()
    .unionAll(db.selectFrom(other.as('other')).selectAll())
  return db.selectFrom(both.as('k')).select(['k.id', 'k.place'])
}
