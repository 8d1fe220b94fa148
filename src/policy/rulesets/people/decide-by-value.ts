import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../database/database.ts'
import type { Condition, IdentityCondition } from '../../../engine/model.ts'
import { runInThread } from '../../explain/thread-pool.ts'
import { isRead } from '../../model/people-facts.ts'

/** Each reads all accounts of a source twice. */
const maximumDecided = 4
const maximumProfiles = 200_000
const maximumBytes = 8_000_000

export type DecidedByValue = {
  /** For each decided condition: a select of the ids of the people who meet it, deleted ones included. */
  meeters: RawBuilder<unknown>[]
  undecided: Condition[]
}

/**
 * Decides conditions on profiles without people: accounts have few distinct values under a key, so a thread tests
 * each value once. Leaves other conditions undecided, and those on keys with too many or too long values.
 */
export async function decideByValue(
  db: Reader,
  conditions: readonly Condition[],
  primaryIntegrationId: string | null,
): Promise<DecidedByValue> {
  const decided: DecidedByValue = { meeters: [], undecided: [] }
  for (const condition of conditions) {
    const isTried = condition.type === 'identity' && decided.meeters.length < maximumDecided
    const meeters = isTried ? await meetersOf(db, condition, primaryIntegrationId) : undefined
    if (meeters === undefined) decided.undecided.push(condition)
    else decided.meeters.push(meeters)
  }
  return decided
}

async function meetersOf(
  db: Reader,
  condition: IdentityCondition,
  primaryIntegrationId: string | null,
): Promise<RawBuilder<unknown> | undefined> {
  const integrationId = condition.resourceId ?? primaryIntegrationId
  if (integrationId === null) return sql`select null::uuid where false`
  const isPrimary = integrationId === primaryIntegrationId
  const reading = readingOf(condition.profileKey)
  const accounts = sql`
    select i.directory_user_id as person, ${reading.part} as part from identity i
    where i.integration_id = ${integrationId} and i.directory_user_id is not null
      and ${isRead} and (${isPrimary} or i.state <> 'deactivated')`
  const profiles = await selectProfiles(db, accounts, reading.profile)
  if (profiles === null) return undefined
  const verdicts = await runInThread({ kind: 'profiles', condition, profiles })
  return sql`
    select account.person from (${accounts}) account
    join (select (v ->> 0)::jsonb as part, (v ->> 1)::boolean as denies
      from json_array_elements(${verdicts}::json) as v) verdict on verdict.part = account.part
    group by account.person having not bool_or(verdict.denies)`
}

/** The `part` of the profile of an account (`i`) that a key reads, and a `profile` with that part alone. */
type Reading = { part: RawBuilder<unknown>; profile: RawBuilder<unknown> }

function readingOf(key: string): Reading {
  const [first = key] = key.split('.')
  if (first === key)
    return { part: sql`coalesce(${member(key)}, 'null')`, profile: only(key, sql`part`) }
  const part = sql`case when i.profile ? ${key}::text
    then ${only(key, member(key))} else ${only(first, member(first))} end`
  return { part, profile: sql`part` }
}

function member(name: string): RawBuilder<unknown> {
  return sql`i.profile -> ${name}::text`
}

function only(name: string, part: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_build_object(${name}::text, ${part})`
}

/** The distinct parts as a JSON array of `[text, profile]`; null if they are too many, or too long. */
async function selectProfiles(
  db: Reader,
  accounts: RawBuilder<unknown>,
  profile: RawBuilder<unknown>,
): Promise<string | null> {
  const { rows } = await sql<{ profiles: string | null }>`
    with found as materialized (
      select distinct part from (${accounts}) account limit ${maximumProfiles + 1})
    select case when count(*) <= ${maximumProfiles} and coalesce(sum(octet_length(part::text)), 0) <= ${maximumBytes}
      then coalesce(json_agg(json_build_array(part::text, ${profile})), '[]') end as profiles from found`.execute(
    db,
  )
  return rows[0]?.profiles ?? null
}
