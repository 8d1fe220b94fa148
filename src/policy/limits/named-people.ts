import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { windowStart, type Cause, type Exceeded } from './counting.ts'

/** Any number, as long as every process takes the same. */
const namedPeopleLock = 7_205_759

type NamedPeople = {
  cause: Cause
  people: readonly string[]
  now: Date
  /** What an approved plan does is judged, and does not count afterwards. */
  isApproved: boolean
}

/**
 * Counts people (uuids) that one caller ends or gives exceptions to, by naming them. Such actions of one caller
 * wait for each other until the transaction ends. @returns the limit that they exceed together with those of the
 * last 24 hours
 */
export async function countNamedPeople(
  tx: Transaction,
  { cause, people, now, isApproved }: NamedPeople,
): Promise<Exceeded | null> {
  if (people.length === 0) return null
  const { kind, id } = cause
  const [, , { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock(${namedPeopleLock}, hashtext(${id}))`.execute(tx),
    sql`
      insert into named_person (cause_kind, cause_id, directory_user_id, at)
      select distinct ${kind}, ${id}::uuid, id, ${now}::timestamptz from unnest(${uuids(isApproved ? [] : people)}) as p (id)
      on conflict (cause_kind, cause_id, directory_user_id) do update set at = excluded.at`.execute(
      tx,
    ),
    sql<{ people: number; least: number }>`
      select p.named_people_limit as least, (
        select count(*) from (
          select n.directory_user_id from named_person n
          where (n.cause_kind, n.cause_id) = (${kind}, ${id}::uuid) and n.at > ${windowStart(now)}
          union select unnest(${uuids(people)})) named) as people
      from policy_settings p`.execute(tx),
  ])
  const [counted] = rows
  if (counted === undefined || counted.people <= counted.least) return null
  const { people: named, least } = counted
  const limit = { people: named, size: named, percent: 0, least }
  return { scope: 'caller', rulesetId: null, direction: 'named', ...limit }
}

const rowsPerBatch = 5000

/** Deletes those that count no more, at most 5,000 at a time. @returns how many */
export async function forgetNamedPeople(database: Database): Promise<number> {
  const start = windowStart(database.now())
  const { rows } = await sql`select from named_person where at <= ${start} limit 1`.execute(
    database.read,
  )
  if (rows.length === 0) return 0
  return database.transaction(async ({ tx }) => {
    const { numAffectedRows = 0n } = await sql`
      delete from named_person where ctid = any (array(
        select ctid from named_person where at <= ${start} limit ${rowsPerBatch} for update skip locked))`.execute(
      tx,
    )
    return Number(numAffectedRows)
  })
}
