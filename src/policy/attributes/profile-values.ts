import { sql } from 'kysely'
import { planKept } from '../../database/planning.ts'
import type { Transaction } from '../../database/database.ts'
import { readProfile } from '../../engine/profile-value.ts'
import { foldValue } from './fold-value.ts'

/** The length limit of `attribute.name` and `profile_value`. A longer text is not a name. */
const maximumLength = 1000

type Source = { integration_id: string; profile_key: string }

/** Whose facts: of everybody, their accepted ones or their pending ones too, or the accepted ones of some identities (uuids). */
export type FactsOf = 'accepted' | 'accepted and pending' | readonly string[]

/**
 * The values that the identities of an integration hold under a profile key, folded value → the spelling that
 * most of them use, among the facts of `of`. Accounts that have ended provide values only where they lead. The database groups equal raw values, so that each is read
 * once.
 */
export async function selectProfileValues(
  tx: Transaction,
  { integration_id: integrationId, profile_key: key }: Source,
  of: FactsOf = 'accepted',
): Promise<Map<string, string>> {
  const path = key.split('.')
  // The last profiles that a source reported, where they are held or were rejected.
  const pending =
    of === 'accepted and pending'
      ? sql`union all select integration_id, state, profile from held_account`
      : sql``
  const isOneOf = typeof of === 'string' ? sql`true` : sql`i.id = any (${of}::uuid[])`
  const { rows } = await sql<{ profile: Record<string, unknown>; identities: number }>`
    select profile, count(*) as identities from (
      select case
        when profile ? ${key} then jsonb_build_object(${key}::text, profile -> ${key})
        when jsonb_typeof(profile #> ${path}::text[]) in ('string', 'number', 'boolean')
          then jsonb_build_object(${key}::text, profile #> ${path}::text[])
        else jsonb_build_object(${path[0]}::text, profile -> ${path[0]})
      end as profile
      from (
        select i.integration_id, i.state, i.profile from identity i
        -- Joined, and not looked up for each account that has ended.
        left join directory_user u on u.id = i.directory_user_id and i.state = 'deactivated' and u.primary_identity_id <> i.id
        where u.id is null and ${isOneOf} ${pending}) facts
      where integration_id = ${integrationId}
        and (state <> 'deactivated' or (select is_primary from integration where id = ${integrationId})) and (profile ? ${key} or profile ? ${path[0]})
    ) narrowed group by profile ${planKept(tx)}`.execute(tx)
  const spellings = new Map<string, Map<string, number>>()
  for (const { profile, identities } of rows) {
    for (const value of new Set(readProfile(profile, key))) {
      if (value.length <= maximumLength) count(spellings, value, identities)
    }
  }
  return new Map([...spellings].map(([folded, counts]) => [folded, mostUsed(counts)]))
}

function count(spellings: Map<string, Map<string, number>>, value: string, times: number): void {
  const folded = foldValue(value)
  const counts = spellings.get(folded) ?? new Map<string, number>()
  const spelling = value.normalize('NFC')
  counts.set(spelling, (counts.get(spelling) ?? 0) + times)
  spellings.set(folded, counts)
}

/** The first by code unit where several are used equally, so that every run chooses the same. */
function mostUsed(counts: ReadonlyMap<string, number>): string {
  const [best] = [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
  return best?.[0] ?? ''
}
