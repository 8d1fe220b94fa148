import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { AuditActor } from '../audit/record.ts'
import { idPrefixes } from '../contract/ids.ts'
import { syncDirectory } from '../database/embedded/data-directory.ts'
import { connectClient, type Connection } from '../database/session.ts'
import { decodeCursor } from '../events/feed/cursor.ts'
import { inMonth, readArchive, writeArchive, type ReadArchive } from './archive-file.ts'
import { BackupRefused } from './format.ts'

export type ArchivedMonth = { month: string; file: string; rows: number; sha256: string }

/** So many whole months stay at least: grace, undo, incidents and second approvals look at the log of the last 30 days. */
export const fewestMonths = 3

export type ArchiveOptions = {
  /** The owner of the schema: no other role can drop rows. */
  owner: Connection
  folder: string
  keepMonths: number
  actor: AuditActor
}

/** Archives all months but the last ones, the oldest first. Each is dropped once its file was read back from the disk. */
export async function archiveMonths(options: ArchiveOptions): Promise<ArchivedMonth[]> {
  const client = await connectClient(options.owner, 'muster archive', { isReadOnly: false })
  const archived: ArchivedMonth[] = []
  try {
    for (;;) {
      const month = await oldestMonth(client, options.keepMonths)
      if (month === undefined) return archived
      archived.push(await archiveMonth(client, month, options))
    }
  } finally {
    await client.end()
  }
}

async function oldestMonth(client: Client, keep: number): Promise<string | undefined> {
  const { rows } = await client.query<{ month: string }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM') as month from audit_log
    where not is_erasure(event) and at < date_trunc('month', now() at time zone 'UTC' - $1 * interval '1 month') at time zone 'UTC'
    order by at limit 1`,
    [keep],
  )
  return rows[0]?.month
}

async function archiveMonth(
  client: Client,
  month: string,
  { folder, actor }: ArchiveOptions,
): Promise<ArchivedMonth> {
  const { file, found } = await writeVerified(client, month, folder)
  await inTransaction(client, 'read committed', async () => {
    const facts = await factsOf(client, month)
    const archive = {
      ...facts,
      month: `${month}-01`,
      rows: found.rows,
      personal: found.personal,
      file,
      file_sha256: found.fileSha256,
      previous_sha256: found.head.previous,
    }
    const details = {
      month,
      file,
      rows: found.rows,
      sha256: found.fileSha256,
      origin: actor.origin,
    }
    await client.query(`select write_audit($1, $2, $3, $4, $5)`, [
      actor.type,
      actor.id,
      actor.via,
      actor.requestId,
      JSON.stringify([
        {
          event: 'audit.log.archive',
          record_type: idPrefixes.auditLog,
          record_id: facts.id,
          changes: {},
          details,
        },
      ]),
    ])
    await client.query(
      `select drop_archived_month(jsonb_populate_record(null::audit_archive, $1))`,
      [JSON.stringify(archive)],
    )
  })
  return { month, file, rows: found.rows, sha256: found.fileSha256 }
}

/** A file of the same rows that is there already, of a command that was cut short, is as good. */
async function writeVerified(
  client: Client,
  month: string,
  folder: string,
): Promise<{ file: string; found: ReadArchive }> {
  const { rows } = await client.query<{ database: string; previous: string | null }>(`
    select right((select id from policy_settings)::text, 8) as database,
      (select file_sha256 from audit_archive order by month desc limit 1) as previous`)
  const { database = '', previous = null } = rows[0] ?? {}
  const file = join(folder, `muster-${database}-audit-${month}.ndjson.zst`)
  const fresh = `${file}.${process.pid}.new`
  const head = { archive: 'muster audit log 1', database, month, previous } as const
  try {
    await inTransaction(client, 'repeatable read', async () => {
      await requireUnneeded(client, month)
      await writeArchive(client, fresh, head)
    })
    const found = await readArchive(fresh)
    const former = existsSync(file) ? await readArchive(file) : undefined
    if (former !== undefined && former.rowsSha256 !== found.rowsSha256)
      throw new BackupRefused(`${file} is there already, and has other rows. Move it elsewhere.`)
    await rename(fresh, file)
    await syncDirectory(folder)
    return { file, found }
  } finally {
    await rm(fresh, { force: true })
  }
}

/** @throws BackupRefused where something has not read the month that reads the log as it grows */
async function requireUnneeded(client: Client, month: string): Promise<void> {
  const unread = async (after: number, from: string | null) => {
    const { rows } = await client.query(
      `select from audit_log, event_origin where ${inMonth(month)} and sequence > $1
        and ($2::pg_snapshot is null or sequence > settled and not pg_visible_in_snapshot(transaction, $2::pg_snapshot)) limit 1`,
      [after, from],
    )
    return rows.length > 0
  }
  const { rows: streams } = await client.query<{ target: string; position: number }>(
    'select target, position from audit_stream',
  )
  for (const { target, position } of streams)
    if (await unread(position, null))
      throw new BackupRefused(
        `${target} has not taken all rows of ${month}. Start a server with that MUSTER_AUDIT_STREAM, or delete its row of the table audit_stream.`,
      )
  const { rows: webhooks } = await client.query<{ name: string; cursor: string; waits: boolean }>(
    `select name, cursor, exists (select from webhook_attempt a join audit_log l on l.id = a.audit_log_id
      where a.webhook_id = w.id and a.state = 'waiting' and ${inMonth(month, 'l.')}) as waits
    from webhook w join webhook_progress p on p.webhook_id = w.id`,
  )
  for (const { name, cursor, waits } of webhooks) {
    const { floor, from } = decodeCursor(cursor) ?? { floor: 0, from: null }
    if (waits || (await unread(floor, from)))
      throw new BackupRefused(
        `The webhook ${name} has not sent all events of ${month}. Let it send them, replay it from a later time, or delete it.`,
      )
  }
}

type Facts = {
  id: string
  until: string
  last_sequence: string
  last_transaction: string
}

async function factsOf(client: Client, month: string): Promise<Facts & { archived_at: string }> {
  const { rows } = await client.query<Facts & { archived_at: string }>(`
    select new_id() as id, ('${month}-01 00:00Z'::timestamptz + interval '1 month')::text as until, now()::text as archived_at,
      max(sequence)::text as last_sequence,
      (array_agg(transaction order by transaction desc))[1]::text as last_transaction
    from audit_log where ${inMonth(month)}`)
  const [facts] = rows
  if (facts === undefined) throw new Error(`the rows of ${month} were not found`)
  return facts
}

async function inTransaction(
  client: Client,
  isolation: 'read committed' | 'repeatable read',
  work: () => Promise<void>,
): Promise<void> {
  await client.query(`begin isolation level ${isolation}`)
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
