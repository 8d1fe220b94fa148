import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { syncDirectory } from '../database/embedded/data-directory.ts'
import { errorCode } from '../database/failure.ts'
import type { SecretKeys } from '../database/secrets/secret-keys.ts'
import type { Connection } from '../database/session.ts'
import { encrypted, type Encryption } from './encryption.ts'
import { erasureFile, keyFile, type Contents, type Head } from './format.ts'
import { onSnapshot } from './snapshot.ts'
import { writeRecords, type SectionSource } from './write-records.ts'

export type BackupOptions = {
  connection: Connection
  /** Those of credentials; null leaves them out. */
  keys: SecretKeys | null
  /** The list of erasures; null without one. */
  erasures: string | null
  encryption: Encryption
  /** Where it is written to: a file that does not exist. Its name may follow from what is in it. */
  file: (head: Head) => string
  report?: (share: { done: number; all: number }) => void
}

export type MadeBackup = { file: string; head: Head; contents: Contents; bytes: number }

/** Writes a backup beside its place, and moves it there when all of it is on the disk. Only its owner can read it. */
export async function makeBackup({
  connection,
  keys,
  erasures,
  encryption,
  file,
  report = () => undefined,
}: BackupOptions): Promise<MadeBackup> {
  const files = [
    { name: keyFile, text: keys === null ? '' : await textOfKeys(keys) },
    { name: erasureFile, text: erasures === null ? '' : await textOf(erasures) },
  ].filter(({ text }) => text !== '')
  return onSnapshot(connection, report, async (snapshot) => {
    const head = { ...snapshot.head, hasKeys: files.some(({ name }) => name === keyFile) }
    const place = resolve(file(head))
    if (existsSync(place)) throw new Error(`${place} exists already. Give the backup another name.`)
    let contents: Contents = []
    const records = writeRecords(
      head,
      joined(files, snapshot.sections),
      (held) => (contents = held),
    )
    await writeWhole(place, await encrypted(records, encryption))
    const { size: bytes } = await stat(place)
    return { file: place, head, contents, bytes }
  })
}

async function* joined(
  files: readonly { name: string; text: string }[],
  sections: AsyncIterable<SectionSource>,
): AsyncGenerator<SectionSource> {
  for (const { name, text } of files) {
    async function* content() {
      yield Buffer.from(text)
    }
    yield { kind: 'file', name, columns: [], content: content(), rows: () => 0 }
  }
  yield* sections
}

/** No key is made for it. */
async function textOfKeys(keys: SecretKeys): Promise<string> {
  if (keys.file !== null && !existsSync(keys.file)) return ''
  const { current, former } = await keys.load()
  return [current, ...former].map(({ bytes }) => `${bytes.toString('base64')}\n`).join('')
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  })
}

/** Writes a file beside its place, and moves it there once it is on the disk. */
export async function writeWhole(place: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${place}.${randomBytes(6).toString('hex')}.part`
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    await handle.close()
    await rename(unfinished, place)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(unfinished, { force: true })
    throw error
  }
  await syncDirectory(dirname(place))
}
