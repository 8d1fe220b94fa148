import { sql } from 'kysely'
import type { EventType } from '../../contract/event-types.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { WebhookPause } from '../../contract/states.ts'
import type { Reader, Transaction } from '../../database/database.ts'
import { eventColumns, type EventRow } from '../feed/read-page.ts'
import type { Posted } from './post-message.ts'

/** A webhook as its sender sees it. Ids are uuids. */
export type SentWebhook = {
  id: string
  url: string
  state: 'active' | 'paused'
  /** The person or the service whose rights it has. */
  owner_id: string
  owner_is_active: boolean
  permissions: Permission[]
  event_types: EventType[]
  resource_ids: string[]
  integration_ids: string[]
  cursor: string
  failures: number
  /** Milliseconds since nothing could be sent; null if something could. */
  failing_milliseconds: number | null
  is_due: boolean
  /** Of events that wait. */
  waiting: number
}

export async function findSentWebhook(db: Reader, id: string): Promise<SentWebhook | undefined> {
  const { rows } = await sql<SentWebhook>`
    select w.id, w.url, w.state, coalesce(w.workspace_user_id, w.service_id) as owner_id,
      coalesce(u.base_state = 'active' and (u.expires_at is null or u.expires_at > current_instant()), false)
        or coalesce(s.state = 'active' and s.deleted_at is null, false) as owner_is_active,
      w.permissions, w.event_types, w.resource_ids, w.integration_ids, p.cursor, p.failures,
      extract(epoch from clock_timestamp() - p.failing_since)::float8 * 1000 as failing_milliseconds,
      p.next_at <= clock_timestamp() as is_due,
      (select count(*)::int from webhook_attempt a where a.webhook_id = w.id and a.state = 'waiting') as waiting
    from webhook w join webhook_progress p on p.webhook_id = w.id
    left join workspace_user u on u.id = w.workspace_user_id left join service s on s.id = w.service_id
    where w.id = ${id}`.execute(db)
  return rows[0]
}

/** The webhooks that may have something to send: those that are due, and those with a ping. */
export async function selectSendable(
  db: Reader,
): Promise<{ id: string; isWaiting: boolean; cursor: string }[]> {
  const { rows } = await sql<{ id: string; isWaiting: boolean; cursor: string }>`
    select id, cursor, "isWaiting" from (
      select w.id, p.cursor, w.state = 'active' and p.next_at <= clock_timestamp() as is_due, exists (
        select from webhook_attempt a where a.webhook_id = w.id and a.state = 'waiting' and a.next_at <= clock_timestamp()
          and (a.event = 'workspace.webhook.test' or w.state = 'active' and p.next_at <= clock_timestamp())) as "isWaiting"
      from webhook w join webhook_progress p on p.webhook_id = w.id
    ) w where is_due or "isWaiting"`.execute(db)
  return rows
}

/** An event that waits: the audit row, with its attempt. */
export type WaitingEvent = EventRow & { attempt_id: string; tries: number; is_old: boolean }

/** The events that are due to be sent again: of each subject the first that waits. `pingsOnly`: it is paused, or has to wait. */
export async function selectWaiting(
  db: Reader,
  id: string,
  { limit, pingsOnly }: { limit: number; pingsOnly: boolean },
): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select a.id as attempt_id, a.tries, a.first_at < clock_timestamp() - interval '1 day' as is_old, l.sequence as position, ${eventColumns}
    from (
      select * from webhook_attempt a
      where a.webhook_id = ${id} and a.state = 'waiting' and a.next_at <= clock_timestamp()
        and (not ${pingsOnly} or a.event = 'workspace.webhook.test')
        and not exists (select from webhook_attempt b where b.webhook_id = a.webhook_id and b.state = 'waiting'
          and b.subject = a.subject and b.position < a.position)
      order by a.next_at limit ${limit}
    ) a join audit_log l on l.id = a.audit_log_id
    order by l.sequence`.execute(db)
  return rows
}

/** The subjects of these whose former events wait. */
export async function selectBlocked(
  db: Reader,
  id: string,
  subjects: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from webhook_attempt
    where webhook_id = ${id} and state = 'waiting' and subject = any (${[...subjects]}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ subject }) => subject))
}

export type NewAttempt = {
  auditLogId: string
  position: number
  subject: string
  event: string
  /** Null for an event that waits behind another one. */
  posted: Posted | null
}

/** Stores what came of new events. One that was sent before, and is replayed, has its row already. */
export async function insertAttempts(
  tx: Transaction,
  webhookId: string,
  attempts: readonly NewAttempt[],
  retryMilliseconds: number,
): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map(({ auditLogId, position, subject, event, posted }) => ({
    audit_log_id: auditLogId,
    position,
    subject,
    event,
    tries: posted === null ? 0 : 1,
    state: posted?.isDelivered === true ? 'delivered' : 'waiting',
    wait: posted === null ? 0 : retryMilliseconds,
    status: posted?.status ?? null,
    error: posted === null || posted.isDelivered ? null : posted.error,
  }))
  await sql`
    insert into webhook_attempt (webhook_id, audit_log_id, position, subject, event, state, tries, next_at, status, error)
    select ${webhookId}, audit_log_id, position, subject, event, state, tries,
      case when state = 'waiting' then clock_timestamp() + wait * interval '1 millisecond' end, status, error
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (audit_log_id uuid, position bigint, subject text, event text,
      tries integer, state text, wait float8, status integer, error text)
    on conflict (webhook_id, audit_log_id) do update set state = excluded.state, tries = webhook_attempt.tries + excluded.tries,
      next_at = excluded.next_at, status = excluded.status, error = excluded.error, last_at = clock_timestamp(),
      first_at = case when webhook_attempt.state = 'waiting' then webhook_attempt.first_at else clock_timestamp() end,
      version = webhook_attempt.version + 1`.execute(tx)
}

export type TriedAttempt = {
  id: string
  state: 'waiting' | 'delivered' | 'dead'
  waitMilliseconds: number
  posted: Posted
}

export async function updateAttempts(
  tx: Transaction,
  attempts: readonly TriedAttempt[],
): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map(({ id, state, waitMilliseconds, posted }) => ({
    id,
    state,
    wait: waitMilliseconds,
    status: posted.status,
    error: posted.isDelivered ? null : posted.error,
  }))
  await sql`
    update webhook_attempt a set state = r.state, tries = a.tries + 1, last_at = clock_timestamp(), status = r.status, error = r.error,
      next_at = case when r.state = 'waiting' then clock_timestamp() + r.wait * interval '1 millisecond' end, version = a.version + 1
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, state text, wait float8, status integer, error text)
    where a.id = r.id and a.state = 'waiting'`.execute(tx)
}

/** Moves the webhook on. @returns false if someone has moved it elsewhere meanwhile, by a replay */
export async function updateCursor(
  tx: Transaction,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_progress set cursor = ${to} where webhook_id = ${id} and cursor = ${from}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export async function setSucceeded(tx: Transaction, id: string, status: number): Promise<void> {
  await sql`
    update webhook_progress set failures = 0, failing_since = null, succeeded_at = clock_timestamp(), last_status = ${status},
      last_error = null where webhook_id = ${id}`.execute(tx)
}

export async function setFailing(
  tx: Transaction,
  id: string,
  {
    posted,
    waitMilliseconds,
  }: { posted: Posted & { isDelivered: false }; waitMilliseconds: number },
): Promise<void> {
  await sql`
    update webhook_progress set failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()),
      next_at = clock_timestamp() + ${waitMilliseconds} * interval '1 millisecond', last_status = ${posted.status},
      last_error = ${posted.error} where webhook_id = ${id}`.execute(tx)
}

/** Pauses an active webhook. @returns false if it isn't active */
export async function setPaused(tx: Transaction, id: string, as: WebhookPause): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook set state = 'paused', paused_as = ${as} where id = ${id} and state = 'active'`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** The pings of a webhook that may not be sent. */
export async function endPings(tx: Transaction, id: string): Promise<void> {
  await sql`
    update webhook_attempt set state = 'dead', next_at = null, last_at = clock_timestamp(), version = version + 1,
      error = 'Its maker may not read events' where webhook_id = ${id} and state = 'waiting' and event = 'workspace.webhook.test'`.execute(
    tx,
  )
}

/** Deletes attempts that are kept no longer. @returns how many */
export async function deleteOldAttempts(tx: Transaction): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_attempt where id in (
      select id from webhook_attempt
      where state = 'delivered' and last_at < clock_timestamp() - interval '7 days'
        or state = 'dead' and last_at < clock_timestamp() - interval '90 days'
      union all
      select id from (
        select id, row_number() over (partition by webhook_id, state order by last_at desc) as place, state
        from webhook_attempt where state in ('delivered', 'dead')) placed
      where place > case state when 'delivered' then 1000 else 10000 end
      limit 20000)`.execute(tx)
  return Number(numAffectedRows)
}
