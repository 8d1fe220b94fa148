import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ErasureList, erasuresFileOf } from '../../audit/erasure-list.ts'
import { commandActor } from '../../audit/command-actor.ts'
import { isAgeFile } from '../../backup/encryption.ts'
import { erasureFile } from '../../backup/format.ts'
import { checkBackup, restoreBackup, type CheckedBackup } from '../../backup/restore-backup.ts'
import type { Config } from '../../config.ts'
import { counted } from '../../contract/text.ts'
import { dataDirectoryOf } from '../../database/embedded/data-directory.ts'
import { CommandFailed, print, say } from '../output/output.ts'
import { bar, showWork } from '../output/progress.ts'
import { openingOf, type OpeningOptions } from './backup-encryption.ts'
import { configOf } from './config-options.ts'
import { onPostgres } from './on-postgres.ts'
import { keepKeys, planKeys } from './restored-keys.ts'

type Options = OpeningOptions & {
  json?: boolean
  reason?: string
  erasures?: string
  dryRun?: boolean
}

/** Fills an empty database from a backup; or only checks the file. */
export async function runRestore(file: string, options: Options): Promise<void> {
  const opened = await openBackup(file, options)
  if (options.dryRun === true) return printContents(file, opened.backup, options)
  const config = configOf(options)
  const list = await findList(config, options)
  const { erased } = await restoreInto(config, opened, list?.erasures ?? [], options)
  const { head } = opened.backup
  const people = counted(erased.length, 'person', 'people')
  print(
    options.json,
    { at: head.at, version: head.version, erased },
    `Restored ${file} as of ${head.at}. Erased ${people} who had been erased since. Start it with: muster serve`,
  )
  say(
    `Changes after ${head.at} are gone. Tokens that were revoked since are valid again: revoke them again. Sessions and sign-in links have ended.`,
  )
  if (list === undefined)
    say(
      `There was no list of erasures: people who were erased after ${head.at} are there again. Where you have one, restore into an empty database again, with --erasures.`,
    )
}

export type OpenedBackup = Awaited<ReturnType<typeof openBackup>>

/** Reads the whole file and checks it. */
export async function openBackup(file: string, options: OpeningOptions) {
  const opening = await openingOf(options, await isAgeFile(file))
  const { size } = await stat(file)
  const backup = await showWork('Checking the file', (report) =>
    checkBackup({ file, opening, report: (bytes) => report(bar(bytes, size)) }),
  )
  return { file, size, opening, backup }
}

/** Restores where a configuration says, with the keys and the list of erasures beside it. */
export async function restoreInto(
  config: Config,
  { file, size, opening, backup }: OpenedBackup,
  erasures: readonly { person: string; at: string }[],
  { reason }: { reason?: string } = {},
): Promise<{ erased: string[] }> {
  const directory = dataDirectoryOf(config)
  const keys = await planKeys(config, directory, backup)
  return onPostgres(config, 'refuse', async ({ owner, login }) => {
    const erased = await showWork('Restoring', (report) =>
      restoreBackup({
        file,
        opening,
        backup,
        erasures,
        owner,
        login,
        actor: commandActor('restore', reason === undefined ? {} : { reason }),
        report: (bytes) => report(bytes < size ? bar(bytes, size) : 'indexes and references'),
        beforeEnd: async () => {
          await keepKeys(keys)
          await keepList(config, directory, backup)
        },
      }),
    )
    return { erased }
  })
}

/** The list outside of the backup; undefined where there is none. */
async function findList(config: Config, options: Options) {
  const file = options.erasures ?? erasuresFileOf(config, dataDirectoryOf(config))
  if (file === null || !existsSync(file)) {
    if (options.erasures !== undefined)
      throw new CommandFailed(`--erasures: there is no file ${options.erasures}.`)
    return undefined
  }
  return { erasures: await new ErasureList(file).read() }
}

/** Begins the list with that of the backup, where there is none. */
async function keepList(config: Config, directory: string, { files }: CheckedBackup) {
  const file = erasuresFileOf(config, directory)
  const text = files.get(erasureFile)
  if (file === null || text === undefined || existsSync(file)) return
  await mkdir(dirname(file), { recursive: true, mode: 0o711 })
  await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true })
}

function printContents(file: string, { head, contents }: CheckedBackup, options: Options): void {
  const tables = contents.filter(({ kind }) => kind === 'table')
  const rows = tables.reduce((sum, each) => sum + each.rows, 0)
  const lines = [
    `${file} is whole: ${rows} rows of ${counted(tables.length, 'table')}, as of ${head.at}.`,
    `Muster ${head.version}, schema ${head.migrations.at(-1)?.name ?? ''}, PostgreSQL ${head.postgres}, database ${head.database}.`,
    `The key of the credentials of sources is ${head.hasKeys ? '' : 'not '}in it.`,
    ...tables.filter((each) => each.rows > 0).map((each) => `  ${each.name}: ${each.rows}`),
  ]
  print(options.json, { ...head, contents }, lines.join('\n'))
}
