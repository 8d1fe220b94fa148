import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPort } from '../../demo/find-port.ts'
import type { Placement } from '../processes/placement.ts'
import { ldif, suffix, type Entry } from './entries.ts'
import type { SlapdFiles } from './find-slapd.ts'

type SlapdOptions = {
  files: SlapdFiles
  placement: Placement
  /** Lines for the database's configuration. */
  more?: readonly string[]
}

export type Slapd = { pid: number; port: number; stop: () => Promise<void> }

/** An OpenLDAP server on the server's core with these entries; `stop` also deletes them. */
export async function startSlapd(entries: readonly Entry[], options: SlapdOptions): Promise<Slapd> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-bench-slapd-'))
  const remove = async () => rm(directory, { recursive: true, force: true })
  try {
    const config = await writeConfig(directory, options)
    await load(directory, config, options.files, entries)
    const { pid, port, stop } = await start(config, options)
    const stopAndRemove = async () => {
      try {
        await stop()
      } finally {
        await remove()
      }
    }
    return { pid, port, stop: stopAndRemove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Its defaults, but for logging, which is off, and a map that is large enough. */
async function writeConfig(
  directory: string,
  { files: { schema, modules }, more = [] }: SlapdOptions,
): Promise<string> {
  const config = join(directory, 'slapd.conf')
  await mkdir(join(directory, 'data'))
  const includes = ['core', 'cosine', 'inetorgperson'].map(
    (name) => `include ${join(schema, name)}.schema`,
  )
  const lines = [
    ...includes,
    ...(modules === undefined ? [] : [`modulepath ${modules}`, 'moduleload back_mdb']),
    `pidfile ${join(directory, 'slapd.pid')}`,
    'loglevel 0',
    'database mdb',
    'maxsize 17179869184',
    `suffix "${suffix}"`,
    `directory ${join(directory, 'data')}`,
    ...more,
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  return config
}

async function load(
  directory: string,
  config: string,
  { slapadd }: SlapdFiles,
  entries: readonly Entry[],
): Promise<void> {
  const file = join(directory, 'people.ldif')
  await pipeline(Readable.from(ldif(entries)), createWriteStream(file))
  // -q leaves out checks and syncs: what is measured is reading.
  const child = spawn(slapadd, ['-q', '-f', config, '-l', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`slapadd ended with code ${code}`)
}

async function start(
  config: string,
  { files: { slapd }, placement }: SlapdOptions,
): Promise<Slapd> {
  const port = await findPort(0)
  // With -d it stays our child, so that it is stopped by its own pid.
  const args = ['-d', '0', '-f', config, '-h', `ldap://127.0.0.1:${port}`]
  const child = spawn(...placement.command('server', slapd, args), { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  if (port === undefined || child.pid === undefined) throw new Error('slapd could not be started')
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (tries === 100 || child.exitCode !== null) {
      await stop()
      throw new Error('slapd does not answer')
    }
    await sleep(100)
  }
  return { pid: child.pid, port, stop }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
