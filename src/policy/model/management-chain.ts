import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { maxManagementDepth } from '../../engine/directory.ts'
import type { Person } from '../../engine/model.ts'

/** Person → manager, for those who have one. */
export type Managers = ReadonlyMap<string, string>

const pageSize = 50_000

/** Everybody's manager, read in pages; only two ids per person stay in memory. */
export async function loadAllManagers(reader: Reader): Promise<Managers> {
  const managers = new Map<string, string>()
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string; manager_id: string }>`
      select id, manager_id from directory_user
      where id > ${last}::uuid and manager_id is not null
      order by id limit ${pageSize}`.execute(reader)
    for (const row of rows) managers.set(row.id, row.manager_id)
    const end = rows.at(-1)
    if (end === undefined || rows.length < pageSize) return managers
    last = end.id
  }
}

/** The managers of those people and of everyone above them. */
export async function loadManagersAbove(
  reader: Reader,
  people: readonly string[],
): Promise<Managers> {
  const { rows } = await sql<{ id: string; manager_id: string }>`
    with recursive above as (
      select id, manager_id from directory_user where id = any (${uuids(people)})
      union
      -- The offset has each looked up by the index, however many PostgreSQL expects.
      select m.* from above a cross join lateral (
        select id, manager_id from directory_user where id = a.manager_id offset 0) m
    )
    select id, manager_id from above where manager_id is not null`.execute(reader)
  return new Map(rows.map((row) => [row.id, row.manager_id]))
}

/** As the engine's `Directory` wants it: the direct manager first, none twice, never the person. */
export function managersAbove(person: Person, managers: Managers): string[] {
  const above = new Set<string>()
  let next = person.managerId ?? undefined
  while (next !== undefined && next !== person.id && !above.has(next)) {
    above.add(next)
    if (above.size === maxManagementDepth) break
    next = managers.get(next)
  }
  return [...above]
}
