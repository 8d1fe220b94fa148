import { sql } from 'kysely'
import { searchKey } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { fold } from '../../engine/fold.ts'
import { readProfile } from '../../engine/profile-value.ts'
import { isRead } from '../model/people-facts.ts'
import type { KeptCounts } from '../../http/limits/kept-counts.ts'

/** A value under a profile key, in the spelling that most people have, and how many people have it in any spelling. */
type CountedValue = { value: string; people: number }
/** With what a search compares, so that no request folds every value again. */
export type KnownValue = CountedValue & { searchKey: string }
/** The values, the most frequent first. `isCapped`: there are others, which fewer people have. */
export type KnownValues = { values: readonly KnownValue[]; isCapped: boolean; countedAt: Date }
export type KnownKeys = { people: ReadonlyMap<string, number>; countedAt: Date }

type Source = { integrationId: string; profileKey: string }

const maximumValues = 10_000
/** A longer value is not suggested. */
export const maximumValueLength = 1000

type Counting = { counts: KeptCounts; db: Reader; now: Date }

/** The accepted values that undeleted people have under a profile key of an integration. */
export function knownValues(counting: Counting, source: Source): Promise<KnownValues> {
  return counting.counts.keep(
    JSON.stringify(['values', source.integrationId, source.profileKey]),
    async () => {
      const rows = await selectRawValues(counting.db, source)
      return {
        values: mergeSpellings(rows.slice(0, maximumValues), source.profileKey),
        isCapped: rows.length > maximumValues,
        countedAt: counting.now,
      }
    },
    ({ values }) =>
      values.reduce((sum, each) => sum + each.value.length + each.searchKey.length, 0),
  )
}

/** How many undeleted people have each of these profile keys of an integration, regardless of the value. */
export function knownKeys(
  counting: Counting,
  { integrationId, keys }: { integrationId: string; keys: readonly string[] },
): Promise<KnownKeys> {
  return counting.counts.keep(
    JSON.stringify(['keys', integrationId, ...keys]),
    async () => ({
      people: await countKeys(counting.db, integrationId, keys),
      countedAt: counting.now,
    }),
    () => 0,
  )
}

/** Accounts (`i`) that policy reads, of undeleted people. */
const accounts = sql`identity i join directory_user p on p.id = i.directory_user_id and p.deleted_at is null`

type RawValue = { profile: Record<string, unknown>; people: number }

/** The database groups equal raw values, so that each is read once. */
async function selectRawValues(
  db: Reader,
  { integrationId, profileKey: key }: Source,
): Promise<RawValue[]> {
  const [first] = key.split('.')
  const { rows } = await sql<RawValue>`
    select profile, count(distinct person) as people from (
      select i.directory_user_id as person, case when i.profile ? ${key}
        then jsonb_build_object(${key}::text, i.profile -> ${key})
        else jsonb_build_object(${first}::text, i.profile -> ${first}) end as profile
      from ${accounts}
      where i.integration_id = ${integrationId} and ${isRead} and (i.profile ? ${key} or i.profile ? ${first})
    ) narrowed group by profile order by people desc, profile limit ${maximumValues + 1}`.execute(
    db,
  )
  return rows
}

/** Spellings that policy compares as equal are one value. An element of a list is a value. */
function mergeSpellings(rows: readonly RawValue[], key: string): KnownValue[] {
  const found = new Map<string, CountedValue>()
  for (const { profile, people } of rows) {
    // Two spellings in one list are one value of that person.
    for (const [folded, value] of new Map(
      readProfile(profile, key)
        .filter(({ length }) => length <= maximumValueLength)
        .map((each) => [fold(each), each]),
    )) {
      const known = found.get(folded)
      if (known === undefined) found.set(folded, { value, people })
      else known.people += people
    }
  }
  return [...found.values()]
    .sort((a, b) => b.people - a.people || (a.value < b.value ? -1 : 1))
    .map(({ value, people }) => ({ value, people, searchKey: searchKey(value) }))
}

async function countKeys(
  db: Reader,
  integrationId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const counts = keys.map((key) => {
    const found = sql`coalesce(i.profile -> ${key}::text, i.profile #> ${key.split('.')}::text[])`
    return sql`count(*) filter (where jsonb_typeof(${found}) <> 'null')`
  })
  const { rows } = await sql<{ people: number[] }>`
    select jsonb_build_array(${sql.join(counts)}) as people from ${accounts}
    where i.integration_id = ${integrationId} and ${isRead}`.execute(db)
  return new Map(keys.map((key, at) => [key, rows[0]?.people[at] ?? 0]))
}
