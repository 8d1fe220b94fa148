import { createReadStream } from 'node:fs'
import { escapeLiteral, type Client } from 'pg'
import { record, type AuditActor } from '../audit/record.ts'
import type { Erasure } from '../audit/erasure-list.ts'
import { counted } from '../contract/text.ts'
import { connectDatabase } from '../database/connect-database.ts'
import { migrate, unfinishedRestore } from '../database/migrate.ts'
import { connectClient, type Connection } from '../database/session.ts'
import { applyErasures } from './apply-erasures.ts'
import { decrypted, type Opening } from './encryption.ts'
import { emptyTables } from './fill-tables.ts'
import { BackupRefused } from './format.ts'
import { readBackup, type BackupHandler, type ReadBackup } from './read-records.ts'

/** A backup, with what it has besides tables by name, read to its end and as it was written. */
export type CheckedBackup = ReadBackup & { files: ReadonlyMap<string, string> }

type Source = { file: string; opening: Opening; report?: (bytesRead: number) => void }

/** Reads a file to its end, and changes nothing. @throws BackupRefused where it is no backup, or not as it was written */
export async function checkBackup(source: Source): Promise<CheckedBackup> {
  const files = new Map<string, string>()
  const read = await readFrom(source, {
    async section({ kind, name }, content) {
      if (kind !== 'file') return
      const pieces: Buffer[] = []
      for await (const piece of content) pieces.push(piece)
      files.set(name, Buffer.concat(pieces).toString('utf8'))
    },
  })
  return { ...read, files }
}

async function readFrom({ file, opening, report }: Source, handler: BackupHandler) {
  let bytesRead = 0
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 2 ** 20 })
    for await (const chunk of chunks) {
      report?.((bytesRead += chunk.length))
      yield chunk
    }
  }
  return readBackup(decrypted(bytes(), opening), handler)
}

export type RestoreOptions = Source & {
  backup: CheckedBackup
  /** Runs migrations. */
  owner: Connection
  /** What the server logs in as. */
  login: Connection
  /** Those of the list outside of the backup. */
  erasures: readonly Erasure[]
  actor: AuditActor
  /** Once the tables are filled, and before the restore counts as finished. */
  beforeEnd: () => Promise<void>
}

/**
 * Fills an empty database, in one transaction: it stays empty if this fails. Then people are erased who were erased after the backup. Until
 * that is done no server starts there, and the same restore can be repeated. @returns the people who were erased
 */
export async function restoreBackup(options: RestoreOptions): Promise<string[]> {
  const { backup, owner, login, erasures, actor, beforeEnd } = options
  if (!(await isFilled(owner, backup))) await fill(options)
  // Another restore may have filled it meanwhile.
  await isFilled(owner, backup)
  await beforeEnd()
  const database = await connectDatabase({ connection: login, poolSize: 2 })
  try {
    const erased = await applyErasures(database, erasures, actor)
    const { at, version, database: id } = backup.head
    const details = { at, version, erased: erased.length }
    await database.transaction(({ tx }) =>
      record(tx, actor, [
        { event: 'workspace.backup.restore', record: { kind: 'policySettings', id }, details },
      ]),
    )
    await asOwner(owner, (client) => client.query(`drop table ${unfinishedRestore}`))
    return erased
  } finally {
    await database.close()
  }
}

async function fill({ backup, owner, ...source }: RestoreOptions): Promise<void> {
  const { head, contents, digest } = backup
  const run = async (client: Client) => {
    const empty = await emptyTables(client)
    const rows = new Map<string, number>()
    await readFrom(source, {
      async section({ kind, name, columns }, content) {
        if (kind === 'table') rows.set(name, await empty.copy(name, columns, content))
      },
    })
    for (const { name, rows: listed } of contents.filter(({ kind }) => kind === 'table'))
      if (rows.get(name) !== listed)
        throw new BackupRefused(
          `The backup is damaged: ${name} has ${rows.get(name) ?? 0} rows and not ${listed}.`,
        )
    await empty.finish(head)
    await client.query(
      `create table ${unfinishedRestore} as select ${escapeLiteral(digest)} as digest`,
    )
  }
  await migrate(owner, { fill: { migrations: head.migrations, run } })
}

/** Whether a restore of the same backup has filled the database. @throws BackupRefused unless it is that, or empty */
async function isFilled(owner: Connection, { digest }: CheckedBackup): Promise<boolean> {
  return asOwner(owner, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by 1`)
    const names = rows.map(({ name }) => name)
    if (names.length === 0) return false
    if (names.includes(unfinishedRestore)) {
      const { rows: marks } = await client.query<{ digest: string }>(
        `select digest from ${unfinishedRestore}`,
      )
      if (marks[0]?.digest === digest) return true
      throw new BackupRefused(
        'The restore of another backup into this database was not finished. Repeat that one, or use another database.',
      )
    }
    throw new BackupRefused(
      `The database is not empty: it has ${await describe(client, names)}. A restore needs an empty one.`,
    )
  })
}

async function describe(client: Client, names: readonly string[]): Promise<string> {
  if (!names.includes('directory_user'))
    return names.length > 5
      ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} others`
      : names.join(', ')
  const { rows } = await client.query<{ people: number; users: number }>(`
    select (select count(*)::int from directory_user) as people, (select count(*)::int from workspace_user) as users`)
  const { people = 0, users = 0 } = rows[0] ?? {}
  return `a Muster with ${counted(people, 'directory user')} and ${counted(users, 'workspace user')}`
}

async function asOwner<T>(owner: Connection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectClient(owner, 'muster restore', { isReadOnly: false })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
