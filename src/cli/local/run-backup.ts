import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { erasuresFileOf } from '../../audit/erasure-list.ts'
import { keepNewest, newestIn, placeIn } from '../../backup/backup-folder.ts'
import type { Encryption } from '../../backup/encryption.ts'
import { makeBackup, type MadeBackup } from '../../backup/make-backup.ts'
import { noteBackupDue } from '../../backup/backup-schedule.ts'
import type { Config } from '../../config.ts'
import { counted } from '../../contract/text.ts'
import { dataDirectoryOf } from '../../database/embedded/data-directory.ts'
import { secretKeysOf } from '../../database/secrets/secret-keys.ts'
import { endSignal } from '../../end-signal.ts'
import { explainError } from '../api/explain-error.ts'
import { print, say, WrongArguments } from '../output/output.ts'
import { bar, showWork } from '../output/progress.ts'
import { encryptionOf, type EncryptionOptions } from './backup-encryption.ts'
import { configOf } from './config-options.ts'
import { onPostgres } from './on-postgres.ts'
import { verifyBackup } from './verify-backup.ts'

type Options = EncryptionOptions & {
  json?: boolean
  withoutKeys?: boolean
  keep?: number
  schedule?: number
  then?: string
  verify?: boolean
}

/** Writes a backup to a file or into a folder, once or again and again; or tries one out. */
export async function runBackup(file: string, options: Options): Promise<void> {
  const config = configOf(options)
  if (options.verify === true) return verifyBackup(file, config, options)
  const isFolder = existsSync(file) && statSync(file).isDirectory()
  if (!isFolder && (options.keep ?? options.schedule) !== undefined)
    throw new WrongArguments(`--keep and --schedule need a folder, and ${file} is none.`)
  const work = { config, options, isFolder, place: file, encryption: await encryptionOf(options) }
  if (options.schedule === undefined) return backUp(work)
  await repeat(work, options.schedule)
}

type Work = {
  config: Config
  options: Options
  place: string
  isFolder: boolean
  encryption: Encryption
}

/** One that fails is tried again sooner. */
const retrySeconds = 600

async function repeat(work: Work, everySeconds: number): Promise<void> {
  const signal = endSignal()
  const newest = await newestIn(work.place)
  let dueAt = newest === undefined ? 0 : newest.getTime() + everySeconds * 1000
  await noteDue(work, Math.max(dueAt, Date.now()), 'keep')
  for (;;) {
    // A timer takes no more than 24 days, and clocks may be set.
    for (let left = dueAt - Date.now(); left > 0; left = dueAt - Date.now())
      if (!(await pause(Math.min(left, 60_000), signal))) return
    const startedAt = Date.now()
    const isMade = await backUp(work).then(
      () => true,
      (error: unknown) => {
        say(`The backup failed: ${explainError(error)}`)
        return false
      },
    )
    if (signal.aborted) return
    dueAt = startedAt + 1000 * (isMade ? everySeconds : Math.min(everySeconds, retrySeconds))
    if (isMade) await noteDue(work, dueAt, 'replace')
  }
}

/** So that doctor, /readyz and metrics see one that is not made. */
async function noteDue({ config }: Work, dueAt: number, how: 'replace' | 'keep'): Promise<void> {
  try {
    await onPostgres(config, 'attach', ({ login }) => noteBackupDue(login, new Date(dueAt), how))
  } catch (error) {
    say(`When the next backup is due could not be noted: ${explainError(error)}`)
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal }).catch(() => false)
}

async function backUp(work: Work): Promise<void> {
  const { options, place, isFolder } = work
  const made = await make(work)
  if (options.then !== undefined) await runThen(made.file, options.then)
  const deleted =
    isFolder && options.keep !== undefined ? await keepNewest(place, made.head, options.keep) : []
  const { file, head, bytes, contents } = made
  const rows = contents.reduce((sum, each) => sum + each.rows, 0)
  const gone = deleted.length === 0 ? '' : ` Deleted ${counted(deleted.length, 'older one')}.`
  print(
    options.json,
    { file, at: head.at, bytes, rows, has_keys: head.hasKeys, deleted },
    `${file} has ${rows} rows as of ${head.at}, in ${(bytes / 1e6).toFixed(1)} MB.${gone}`,
  )
  warnOfKeys(work, made)
}

async function make({ config, options, place, isFolder, encryption }: Work): Promise<MadeBackup> {
  const directory = dataDirectoryOf(config)
  return onPostgres(config, 'attach', ({ login }) =>
    showWork('Backing up', (report) =>
      makeBackup({
        connection: login,
        keys: options.withoutKeys === true ? null : secretKeysOf(config, directory),
        erasures: erasuresFileOf(config, directory),
        encryption,
        file: (head) => (isFolder ? placeIn(place, head) : place),
        report: ({ done, all }) => report(bar(done, all)),
      }),
    ),
  )
}

function warnOfKeys({ config, options, encryption }: Work, { file, head }: MadeBackup): void {
  const isEncrypted = encryption.passphrase !== undefined || encryption.recipients.length > 0
  const { file: keyFile } = secretKeysOf(config, dataDirectoryOf(config))
  if (options.withoutKeys === true)
    say(
      `The key of the credentials of sources is not in it. Keep ${keyFile ?? 'MUSTER_SECRET_KEY'} too: without it they must be sent again after a restore.`,
    )
  else if (head.hasKeys && !isEncrypted)
    say(
      `${file} is not encrypted, and has the key of the credentials of sources: who reads it can use them. See --recipient, --passphrase-file and --without-keys.`,
    )
}

/** Runs a command of the operator with the file as its last argument. */
async function runThen(file: string, command: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', `${command} "$1"`, 'sh', file], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code]: unknown[] = await once(child, 'close')
  if (code !== 0)
    throw new Error(`--then: the command ended with ${String(code)}. ${file} is kept.`)
}
