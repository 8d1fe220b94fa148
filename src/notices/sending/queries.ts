import { sql } from 'kysely'
import type { NoticeLineKind } from '../../contract/states.ts'
import type { Reader, Transaction } from '../../database/database.ts'
import { isFailing, lastRunEnd } from '../../workspace/integrations/described-integration.ts'
import { personIsActive } from '../../workspace/services/queries.ts'
import { selectNoticeSettings } from '../settings/queries.ts'
import type { Outcome } from './outcome.ts'

/** The people who may be told now, with where and when. */
export function selectTellable(db: Reader, now: Date, { hasMail }: { hasMail: boolean }) {
  return selectNoticeSettings(db)
    .where(personIsActive('u', now))
    .where(
      sql<boolean>`(s.chat_type is not null or ${hasMail} and u.email is not null and coalesce(s.by_email, true))`,
    )
}

/** Of these people, those who want to be told at once. */
export function selectToldAtOnce(db: Reader, now: Date, mail: { hasMail: boolean }) {
  return selectTellable(db, now, mail).where(sql<boolean>`coalesce(s.at_once, true)`)
}

/** Of these people, those whose digest is due, and those of whom it is not known when it is. */
export function selectDigests(db: Reader, now: Date, mail: { hasMail: boolean }) {
  return selectTellable(db, now, mail)
    .leftJoin('notice_digest as d', 'd.workspace_user_id', 'u.id')
    .select('d.due_at')
    .where(sql<boolean>`(s.workspace_user_id is null or s.digest_hour is not null)`)
    .where(sql<boolean>`(d.due_at is null or d.due_at <= ${now})`)
    .limit(500)
}

export async function setNextDigest(tx: Transaction, userId: string, at: Date): Promise<void> {
  await sql`
    insert into notice_digest (workspace_user_id, due_at) values (${userId}, ${at})
    on conflict (workspace_user_id) do update set due_at = excluded.due_at`.execute(tx)
}

/** An incident or a source that can't wait. */
export type Urgent = { kind: 'incidents' | 'failing_sources'; id: string; since: Date }

const urgent = sql`
  select 'incidents' as kind, id, opened_at as since from incident where state = 'open'
  union all
  select 'failing_sources', g.id, ${lastRunEnd} from integration g where g.deleted_at is null and ${isFailing}`

/** Those of the last day of which nobody was told: older ones are in the digest. */
export async function selectUntold(db: Reader, now: Date): Promise<Urgent[]> {
  const { rows } = await sql<Urgent>`
    select u.* from (${urgent}) u
    where u.since > ${now}::timestamptz - interval '1 day'
      and not exists (select from notice_told t where t.kind = u.kind and t.record_id = u.id)
    order by u.since limit 1000`.execute(db)
  return rows
}

export async function insertTold(tx: Transaction, found: readonly Urgent[]): Promise<void> {
  await tx
    .insertInto('notice_told')
    .values(found.map(({ kind, id }) => ({ kind, record_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const endedTold = sql`
  from notice_told t where not exists (select from (${urgent}) u where u.kind = t.kind and u.id = t.record_id)`

/** Whether some of what was told is over: it is told again if it comes back. */
export async function hasEnded(db: Reader): Promise<boolean> {
  return (await sql`select ${endedTold} limit 1`.execute(db)).rows.length > 0
}

export async function deleteEnded(tx: Transaction): Promise<void> {
  await sql`delete ${endedTold}`.execute(tx)
}

/** A notice whose time has come. */
export type DueNotice = {
  id: string
  workspace_user_id: string
  kind: 'digest' | 'at_once' | 'test'
  channel: 'email' | 'chat'
  record_ids: string[]
  tries: number
  is_old: boolean
}

/** New ones first, so that those which are never accepted hold up no other. */
export async function selectDue(
  db: Reader,
  channel: DueNotice['channel'],
  limit: number,
): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    select id, workspace_user_id, kind, channel, record_ids, tries, created_at < clock_timestamp() - interval '1 day' as is_old
    from notice where state = 'waiting' and next_at <= clock_timestamp() and channel = ${channel}
    order by tries, next_at limit ${limit}`.execute(db)
  return rows
}

/** Nothing of it waits any more, or the person is no longer told: nothing was sent. */
export async function deleteNotice(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('notice').where('id', '=', id).where('state', '=', 'waiting').execute()
}

/** `state`: `waiting` is tried again after a while. */
export async function updateTried(
  tx: Transaction,
  id: string,
  {
    state,
    told,
    outcome,
    waitMilliseconds,
  }: {
    state: 'waiting' | 'sent' | 'failed'
    told: readonly NoticeLineKind[]
    outcome: Outcome
    waitMilliseconds: number
  },
): Promise<void> {
  const error = outcome.isDelivered ? null : outcome.error
  await sql`
    update notice set state = ${state}, tries = tries + 1, last_at = clock_timestamp(), error = ${error}, told = ${[...told]}::text[],
      next_at = case when ${state} = 'waiting' then clock_timestamp() + ${waitMilliseconds} * interval '1 millisecond' end,
      version = version + 1
    where id = ${id} and state = 'waiting'`.execute(tx)
}

/** Deletes what is kept no longer. @returns how many */
export async function deleteOldNotices(tx: Transaction): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from notice where id in (
      select id from notice where state <> 'waiting' and created_at < clock_timestamp() - interval '90 days' limit 5000)`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
