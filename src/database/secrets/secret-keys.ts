import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../failure.ts'
import {
  parseSecretKey,
  secretKeyOf,
  SecretKeyMissing,
  type KeyRing,
  type SecretKey,
} from './secret-key.ts'

/** Where the keys of credentials come from. They are loaded for each use, so that a rotation needs no restart. */
export type SecretKeys = {
  /** @throws SecretKeyMissing */
  load(): Promise<KeyRing>
  /** The file that holds them; null if the environment does. */
  file: string | null
}

/** Where no keys were given. */
export const noSecretKeys: SecretKeys = {
  load: () => Promise.reject(new SecretKeyMissing('No key is set. Set MUSTER_SECRET_KEY.')),
  file: null,
}

/** Of the environment; else of a file in the data directory, which is made when it is missing. */
export function secretKeysOf(
  { secretKey, formerSecretKeys }: KeySettings,
  directory: string,
): SecretKeys {
  if (secretKey === undefined) return keysInFile(join(directory, 'secret.key'))
  const ring = { current: parsed(secretKey), former: formerSecretKeys.map(parsed) }
  return { load: async () => ring, file: null }
}

type KeySettings = { secretKey: string | undefined; formerSecretKeys: readonly string[] }

function parsed(text: string): SecretKey {
  const key = parseSecretKey(text)
  if (key !== undefined) return key
  throw new Error('a secret key has 32 bytes')
}

function keysInFile(file: string): SecretKeys {
  return { file, load: () => loadFile(file) }
}

async function loadFile(file: string): Promise<KeyRing> {
  try {
    return await readKeyFile(file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw explained(file, error)
  }
  try {
    await makeKeyFile(file)
    return await readKeyFile(file)
  } catch (error) {
    throw explained(file, error)
  }
}

function explained(file: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === undefined) return error
  return new SecretKeyMissing(
    `The key file ${file} can't be used (${code}). Set MUSTER_SECRET_KEY, or MUSTER_DATA_DIRECTORY to a folder that Muster may write to.`,
    { cause: error },
  )
}

async function readKeyFile(file: string): Promise<KeyRing> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  const { mode } = await stat(file)
  if ((mode & 0o077) !== 0)
    throw new SecretKeyMissing(`Others can read the key file ${file}. Run: chmod 600 ${file}`)
  const keys = lines.map(parseSecretKey)
  const [current, ...former] = keys.filter((key) => key !== undefined)
  if (current !== undefined && keys.every((key) => key !== undefined)) return { current, former }
  throw new SecretKeyMissing(
    `The key file ${file} is damaged: each of its lines is a key, 32 bytes in base64. Restore it from a backup.`,
  )
}

/** Another process may make it at the same time: the first one counts. */
async function makeKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o711 })
  const written = await writeBeside(file, [newKey()])
  try {
    await link(written, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(written, { force: true })
  }
}

/** Replaces the keys of a file at once. Afterwards it outlasts a crash of the machine, as what is encrypted with them does. */
export async function replaceKeyFile(file: string, keys: readonly SecretKey[]): Promise<void> {
  await rename(await writeBeside(file, keys), file)
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** @returns the path of a new file that only its owner can read */
async function writeBeside(file: string, keys: readonly SecretKey[]): Promise<string> {
  const path = `${file}.${randomUUID()}`
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
  return path
}

export function newKey(): SecretKey {
  return secretKeyOf(randomBytes(32))
}
