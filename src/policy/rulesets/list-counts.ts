import { sql } from 'kysely'
import { decodeId, type IdKind } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { defaultPageSize, maximumPageSize } from '../../http/lists/page.ts'

/** The most people and rules of one ruleset that a list counts, so that a page of large ones stays cheap. */
export const maximumCounted = 10_000

export type ListCounts = {
  manifest_users: number
  expiring_users: number
  active_rules: number
  staged_rules: number
}

/** Ruleset (uuid) → what is in it. */
export async function selectListCounts(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, ListCounts>> {
  const { rows } = await sql<ListCounts & { id: string }>`
    select wanted.id, stays.*, rules.* from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select count(*) as manifest_users, count(*) filter (where state = 'expiring') as expiring_users
      from (select state from policy_user where ruleset_id = wanted.id and deleted_at is null limit ${maximumCounted}) as counted) as stays
    cross join lateral (
      select count(*) filter (where state in ('active', 'expiring')) as active_rules,
        count(*) filter (where state = 'staged') as staged_rules
      from (select state from rule where ruleset_id = wanted.id and deleted_at is null limit ${maximumCounted}) as counted) as rules`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** A page of a list of records of a kind, with the count of each where it is asked for. `countOf` has them by uuid. */
export async function withCounts<Item extends { id: string }, Count, Rest extends object>(
  page: Rest & { data: readonly Item[] },
  { kind, isAsked }: { kind: IdKind; isAsked: boolean },
  countOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, Count>>,
) {
  const idOf = ({ id }: Item) => decodeId(kind, id) ?? ''
  const counts = isAsked ? await countOf(page.data.map(idOf)) : undefined
  const data = page.data.map((item) => {
    const count = counts?.get(idOf(item))
    return count === undefined ? item : { ...item, count }
  })
  return { ...page, data }
}

/** A page with counts costs one more for every twenty rows. */
export function pageCost(search: URLSearchParams): number {
  if (!(search.get('include') ?? '').split(',').includes('count')) return 1
  const size = Number(search.get('page[size]') ?? defaultPageSize)
  return 1 + Math.ceil((size > 0 && size <= maximumPageSize ? size : defaultPageSize) / 20)
}
