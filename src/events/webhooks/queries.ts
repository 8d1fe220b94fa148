import { sql } from 'kysely'
import type { WebhookPause } from '../../contract/states.ts'
import type { Reader, RowOf, Transaction } from '../../database/database.ts'
import type { Sealed } from '../../database/secrets/seal.ts'

/** Webhooks (`w`) with how far they are (`p`), to be filtered and ordered. */
export function selectWebhooks(db: Reader) {
  return db
    .selectFrom('webhook as w')
    .innerJoin('webhook_progress as p', 'p.webhook_id', 'w.id')
    .select([
      'w.id',
      'w.name',
      'w.url',
      'w.state',
      'w.paused_as',
      'w.workspace_user_id',
      'w.service_id',
      'w.permissions',
      'w.event_types',
      'w.resource_ids',
      'w.integration_ids',
      'w.former_until',
      'w.version',
      'w.created_at',
      'w.updated_at',
      'p.failures',
      'p.failing_since',
      'p.next_at',
      'p.succeeded_at',
      'p.last_status',
      'p.last_error',
      // Attributes and resources have ids of their own kinds.
      sql<string[]>`array(select a.id from attribute a where a.id = any (w.resource_ids))`.as(
        'attribute_ids',
      ),
    ])
}

export type WebhookRow = RowOf<typeof selectWebhooks>

export async function findWebhook(db: Reader, id: string): Promise<WebhookRow | undefined> {
  return selectWebhooks(db).where('w.id', '=', id).executeTakeFirst()
}

export async function lockWebhookRow(tx: Transaction, id: string): Promise<WebhookRow | undefined> {
  return selectWebhooks(tx).where('w.id', '=', id).forNoKeyUpdate('w').executeTakeFirst()
}

export type WebhookValues = {
  name: string
  url: string
  event_types: string[]
  resource_ids: string[]
  integration_ids: string[]
}

type NewWebhook = WebhookValues & {
  id: string
  workspace_user_id: string | null
  service_id: string | null
  permissions: string[]
  sealed: Sealed
  cursor: string
}

export async function insertWebhook(
  tx: Transaction,
  { sealed, cursor, ...values }: NewWebhook,
): Promise<void> {
  const { keyId: key_id, nonce, ciphertext } = sealed
  await tx
    .insertInto('webhook')
    .values({ ...values, key_id, nonce, ciphertext })
    .execute()
  await tx.insertInto('webhook_progress').values({ webhook_id: values.id, cursor }).execute()
}

export async function updateWebhookRow(
  tx: Transaction,
  id: string,
  values: Partial<WebhookValues> & { state?: 'active' | 'paused'; paused_as?: WebhookPause | null },
): Promise<void> {
  await tx.updateTable('webhook').set(values).where('id', '=', id).execute()
}

/** The present secret becomes the former one, until then. */
export async function replaceSecret(
  tx: Transaction,
  id: string,
  { keyId, nonce, ciphertext }: Sealed,
  until: Date,
): Promise<void> {
  await sql`
    update webhook set former_key_id = key_id, former_nonce = nonce, former_ciphertext = ciphertext, former_until = ${until},
      key_id = ${keyId}, nonce = ${nonce}, ciphertext = ${ciphertext} where id = ${id}`.execute(tx)
}

export async function deleteWebhookRow(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('webhook').where('id', '=', id).execute()
}

/** It is sent at once, as if nothing had failed. */
export async function forgetFailures(tx: Transaction, id: string): Promise<void> {
  await sql`
    update webhook_progress set failures = 0, failing_since = null, next_at = clock_timestamp()
    where webhook_id = ${id}`.execute(tx)
}

/** It goes on from there. What waits beyond that is read again. */
export async function setCursor(
  tx: Transaction,
  id: string,
  { cursor, floor }: { cursor: string; floor: number },
): Promise<void> {
  await sql`update webhook_progress set cursor = ${cursor} where webhook_id = ${id}`.execute(tx)
  await sql`
    delete from webhook_attempt where webhook_id = ${id} and state = 'waiting' and position > ${floor}`.execute(
    tx,
  )
}

export async function countWebhooks(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook`.execute(db)
  return rows[0]?.count ?? 0
}

export type AttemptCounts = { waiting: number; dead: number }

export async function countAttempts(db: Reader, id: string): Promise<AttemptCounts> {
  const { rows } = await sql<AttemptCounts>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'dead')::int as dead
    from webhook_attempt where webhook_id = ${id}`.execute(db)
  return rows[0] ?? { waiting: 0, dead: 0 }
}

/** Events at webhooks (`a`), to be filtered and ordered. */
export function selectAttempts(db: Reader) {
  return db
    .selectFrom('webhook_attempt as a')
    .select([
      'a.id',
      'a.webhook_id',
      'a.audit_log_id',
      'a.event',
      'a.subject',
      'a.state',
      'a.tries',
      'a.first_at',
      'a.last_at',
      'a.next_at',
      'a.status',
      'a.error',
      'a.version',
    ])
}

export type AttemptRow = RowOf<typeof selectAttempts>

/** Sends it again now, as if it were new. */
export async function setWaiting(tx: Transaction, id: string): Promise<void> {
  await sql`
    update webhook_attempt set state = 'waiting', next_at = clock_timestamp(), first_at = clock_timestamp(), version = version + 1
    where id = ${id}`.execute(tx)
}
