import { connectClient, serverRole, type Connection } from '../database/session.ts'

/**
 * `muster backup --schedule` is no schedule of a server, but is due like one. A start that is repeated (`keep`) does not hide
 * that none is made.
 */
export async function noteBackupDue(
  connection: Connection,
  at: Date,
  how: 'replace' | 'keep',
): Promise<void> {
  const session = { role: serverRole, isReadOnly: false }
  const client = await connectClient(connection, 'muster backup', session)
  try {
    await client.query(
      `insert into schedule (name, due_at) values ('backup', $1)
      on conflict (name) do update set due_at = excluded.due_at where $2`,
      [at, how === 'replace'],
    )
  } finally {
    await client.end()
  }
}
