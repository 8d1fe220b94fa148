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
import type { Side } from '../rows/in-turns.ts'
import { socketSide } from '../stage/socket-side.ts'
import type { Stage } from '../stage/stage.ts'
import type { World } from '../world/open-world.ts'
import { ldif, readEntries, suffix, type Entry } from './entries.ts'
import type { SlapdFiles } from './find-slapd.ts'

/** A slapd of our own, on the server's core, over the same people; it ends with the row. */
export async function slapdSide(stage: Stage, world: World, files: SlapdFiles): Promise<Side> {
  stage.turns.say(`Loading ${world.people.toLocaleString('en')} entries into OpenLDAP …`)
  const directory = await mkdtemp(join(tmpdir(), 'muster-bench-slapd-'))
  stage.atEnd(() => rm(directory, { recursive: true, force: true }))
  const entries = await readEntries(world)
  const config = await writeConfig(directory, files)
  await load(directory, config, files, entries)
  const { pid, port } = await start(stage, config, files)
  return socketSide(stage, {
    name: 'OpenLDAP entry read',
    pid,
    fromMemory: true,
    load: { protocol: 'ldap', port, names: entries.map(({ name }) => name) },
    expected: entries
      .slice(0, 64)
      .map(({ name }, index) => [index, Buffer.from(name).toString('base64')]),
  })
}

/** Its defaults, but for logging, which is off, and a map that is large enough. */
async function writeConfig(directory: string, { schema, modules }: SlapdFiles): Promise<string> {
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
  { placement, atEnd }: Stage,
  config: string,
  { slapd }: SlapdFiles,
): Promise<{ pid: number; port: number }> {
  const port = await findPort(0)
  // With -d it stays our child, so that it is stopped by its own pid.
  const args = ['-d', '0', '-f', config, '-h', `ldap://127.0.0.1:${port}`]
  const child = spawn(...placement.command('server', slapd, args), { stdio: 'ignore' })
  const exited = once(child, 'exit')
  atEnd(async () => {
    child.kill('SIGTERM')
    await exited
  })
  if (port === undefined || child.pid === undefined) throw new Error('slapd could not be started')
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (tries === 100 || child.exitCode !== null) throw new Error('slapd does not answer')
    await sleep(100)
  }
  return { pid: child.pid, port }
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
