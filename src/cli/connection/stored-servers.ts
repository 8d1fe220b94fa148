import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { configHome } from '../../config.ts'
import { CommandFailed, WrongArguments } from '../output/output.ts'
import { isRecord } from '../../contract/json.ts'

export type StoredServer = { name: string; url: string; token: string }

/** The servers that `muster login` keeps, with a token each; `current` is the name of the one that commands ask by default. */
export type Servers = { current: string | null; servers: StoredServer[] }

export function serversFile(): string {
  return join(configHome(), 'muster', 'servers.json')
}

/** Fails where other users can read the file, because they then know the tokens. */
export async function readServers(): Promise<Servers> {
  const file = serversFile()
  const mode = await modeOf(file)
  if (mode === undefined) return { current: null, servers: [] }
  if ((mode & 0o077) !== 0)
    throw new CommandFailed(
      `Other users can use ${file}, which has tokens in it. Run: chmod 600 ${file}`,
    )
  const stored = parsed(await readFile(file, 'utf8'))
  if (!isServers(stored))
    throw new CommandFailed(`${file} is damaged. Remove it, and run \`muster login\` again.`)
  return stored
}

/** The server that is kept under that name. */
export function storedServer(servers: readonly StoredServer[], named: string | null): StoredServer {
  const found = servers.find(({ name }) => name === named)
  if (found !== undefined) return found
  const names = servers.map(({ name }) => name).join(', ')
  if (named === null) throw new WrongArguments('No server is kept. Run: muster login')
  throw new WrongArguments(
    names === ''
      ? `No server is kept under the name ${named}. Run \`muster login --name ${named} --url https://…\`.`
      : `No server is kept under the name ${named}; there are ${names}.`,
  )
}

/** The permission bits of a file; undefined where there is none. */
export async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode & 0o777
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces the file as a whole. It never exists with other permissions than 0600. */
export async function writeServers(servers: Servers): Promise<void> {
  const file = serversFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(servers, null, 2)}\n`)
    await handle.sync()
    await handle.close()
    await chmod(fresh, 0o600)
    await rename(fresh, file)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isServers(value: unknown): value is Servers {
  if (!isRecord(value)) return false
  const { current, servers } = value
  return (
    (current === null || typeof current === 'string') &&
    Array.isArray(servers) &&
    servers.every(
      (each) =>
        isRecord(each) &&
        [each['name'], each['url'], each['token']].every((part) => typeof part === 'string'),
    )
  )
}
