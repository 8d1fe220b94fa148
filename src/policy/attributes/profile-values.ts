import { sql, type RawBuilder } from 'kysely'
import { planKept } from '../../database/planning.ts'
import type { Transaction } from '../../database/database.ts'
import { readProfile } from '../../engine/profile-value.ts'
import { foldValue } from './fold-value.ts'

/** The length limit of `attribute.name` and `profile_value`. A longer text is not a name. */
const maximumLength = 1000

type Source = { integration_id: string; profile_key: string }

/** Whose facts: of everybody, their accepted ones or their pending ones too. */
type FactsOf = 'accepted' | 'accepted and pending'

/** The accepted facts of a few accounts that count as {@link selectProfileValues} says. */
export type AccountFacts = { integration_id: string; profile: Record<string, unknown> }

/** The {@link AccountFacts} of some identities: an expression of SQL that selects their uuids. */
export async function selectAccountFacts(
  tx: Transaction,
  ids: RawBuilder<unknown>,
): Promise<AccountFacts[]> {
  const { rows } = await sql<AccountFacts>`
    select i.integration_id, i.profile from identity i join integration g on g.id = i.integration_id
    left join directory_user u on u.id = i.directory_user_id and i.state = 'deactivated' and u.primary_identity_id <> i.id
    where i.id = any (array(${ids})) and u.id is null and (i.state <> 'deactivated' or g.is_primary) ${planKept(tx)}`.execute(
    tx,
  )
  return rows
}

/**
 * The {@link AccountFacts} in which alone a run can have brought values that are no attributes yet: those of the accounts that it wrote, and
 * of those that lead a person since. Undefined where everybody counts: after a run that wrote many,
 * while values wait for room, and while a dimension has no attribute.
 */
export async function selectFactsOfRun(tx: Transaction): Promise<AccountFacts[] | undefined> {
  const { rows } = await sql<{ are_enough: boolean }>`
    select not exists (select from dimension_surplus)
      and not exists (select from dimension d where d.attributes_enabled and not exists (select from attribute a where a.dimension_id = d.id))
      and (select count(*) from identity_change) + (select count(*) from user_change) <= ${fewAccounts} as are_enough`.execute(
    tx,
  )
  if (rows[0]?.are_enough !== true) return undefined
  return selectAccountFacts(
    tx,
    sql`select identity_id from identity_change
      union select u.primary_identity_id from directory_user u
      where u.id = any (array(select directory_user_id from user_change))`,
  )
}

/** So many profiles are read into memory at once. */
const fewAccounts = 20_000

/** What {@link selectProfileValues} finds in these facts. */
export function valuesOf(facts: readonly AccountFacts[], source: Source): Map<string, string> {
  const own = facts.filter((each) => each.integration_id === source.integration_id)
  return spelled(
    own.map(({ profile }) => ({ profile, identities: 1 })),
    source.profile_key,
  )
}

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
  const { rows } = await sql<CountedProfile>`
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
        where u.id is null ${pending}) facts
      where integration_id = ${integrationId}
        and (state <> 'deactivated' or (select is_primary from integration where id = ${integrationId})) and (profile ? ${key} or profile ? ${path[0]})
    ) narrowed group by profile ${planKept(tx)}`.execute(tx)
  return spelled(rows, key)
}

type CountedProfile = { profile: Record<string, unknown>; identities: number }

function spelled(rows: readonly CountedProfile[], key: string): Map<string, string> {
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
