import { resolve } from 'node:path'
import { commandActor } from '../../audit/command-actor.ts'
import { readArchive } from '../../backup/archive-file.ts'
import { archiveMonths, fewestMonths } from '../../backup/archive-months.ts'
import { counted } from '../../contract/text.ts'
import { connectClient } from '../../database/session.ts'
import { CommandFailed, print, WrongArguments } from '../output/output.ts'
import { showWork } from '../output/progress.ts'
import { configOf } from './config-options.ts'
import { onPostgres } from './on-postgres.ts'

type Options = { json?: boolean; reason?: string; keepMonths?: number; verify?: boolean }

/** Archives and drops old months of the audit log, or checks an archive. */
export async function runArchive(place: string, options: Options): Promise<void> {
  if (options.verify === true) return verify(place, options)
  const { keepMonths = 0 } = options
  if (keepMonths < fewestMonths)
    throw new WrongArguments(
      `Give --keep-months, or MUSTER_RETENTION_MONTHS, of ${fewestMonths} or more: Muster itself reads the log of the last months.`,
    )
  const archived = await onPostgres(configOf(options), 'attach', ({ owner }) =>
    showWork('Archiving', () =>
      archiveMonths({
        owner,
        folder: resolve(place),
        keepMonths,
        actor: commandActor('archive', options),
      }),
    ),
  )
  const lines = archived.map(({ file, rows }) => `${file} has ${counted(rows, 'row')}.`)
  print(options.json, { archived }, lines.join('\n') || 'No month is old enough.')
}

async function verify(file: string, options: Options): Promise<void> {
  const found = await showWork('Reading the file', () => readArchive(file))
  const { head, rows, fileSha256 } = found
  const known = await onPostgres(configOf(options), 'attach', async ({ login }) => {
    const client = await connectClient(login, 'muster archive', { isReadOnly: true })
    try {
      const result = await client.query<{ file_sha256: string; previous_sha256: string | null }>(
        'select file_sha256, previous_sha256 from audit_archive where month = $1',
        [`${head.month}-01`],
      )
      return result.rows[0]
    } finally {
      await client.end()
    }
  })
  if (known === undefined)
    throw new CommandFailed(`${file} is whole, but the database has not dropped ${head.month}.`)
  if (known.file_sha256 !== fileSha256 || known.previous_sha256 !== head.previous)
    throw new CommandFailed(`${file} is not the file with which ${head.month} was dropped.`)
  const text = `${file} is as it was written: ${counted(rows, 'row')} of ${head.month}.`
  print(options.json, { file, month: head.month, rows, sha256: fileSha256 }, text)
}
