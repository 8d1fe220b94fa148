import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTokenSecret } from '../../src/access/token-secret.ts'
import { ownedDatabase } from '../owned-database.ts'
import { finished, printedAddress } from '../run-cli.ts'
import { until } from '../until.ts'
import { formerVariable } from './rounds.ts'

// Two servers of a former version are replaced by this one, one after the other, while clients write and read: npm run campaign -- upgrade --from COMMIT.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const clients = 6
const loadMilliseconds = 4000

/** The checkout of the former version, which runs with the packages of this one. */
async function formerCheckout(): Promise<string> {
  const commit = process.env[formerVariable]
  assert.ok(commit !== undefined, 'Give the former version: --from COMMIT')
  const folder = await mkdtemp(join(tmpdir(), 'muster-former-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const archive = join(folder, 'former.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

type Server = { address: string; stop(): Promise<number | null> }

async function startVersion(checkout: string, env: Record<string, string>): Promise<Server> {
  const program = join(checkout, 'src', 'cli', 'muster.ts')
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], MUSTER_CONSOLE: 'off', ...env },
    stdio: 'pipe',
  })
  const ended = finished(child)
  after(() => void child.kill('SIGKILL'))
  const address = await printedAddress(child)
  await until(async () => (await fetch(`${address}/readyz`)).ok, 'a server that is ready')
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended).code
    },
  }
}

/** A load balancer: requests go to the servers that are in turn, and one leaves before it stops. */
class Balancer {
  readonly #servers: { address: string; inFlight: number }[] = []
  #next = 0

  add(address: string): void {
    this.#servers.push({ address, inFlight: 0 })
  }

  /** Resolves when the last request of the server is answered. */
  async leave(address: string): Promise<void> {
    const at = this.#servers.findIndex((each) => each.address === address)
    const [server] = this.#servers.splice(at, 1)
    await until(() => server?.inFlight === 0, 'the last answer')
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const server = this.#servers[this.#next++ % this.#servers.length]
    if (server === undefined) throw new Error('no server is in turn')
    server.inFlight += 1
    try {
      const response = await fetch(`${server.address}/api/v1${path}`, init)
      // The body belongs to the request.
      const text = await response.text()
      return new Response(text === '' ? null : text, response)
    } finally {
      server.inFlight -= 1
    }
  }
}

test('servers of the former version are replaced under load: no request fails, no write is lost', async (t) => {
  const former = await formerCheckout()
  const database = await ownedDatabase()
  after(() => database.drop())
  const token = createTokenSecret('user')
  const env = {
    MUSTER_DATABASE_URL: database.serverUrl,
    MUSTER_MIGRATION_DATABASE_URL: database.ownerUrl,
    MUSTER_PORT: '0',
    MUSTER_RATE_LIMIT: 'off',
    MUSTER_BOOTSTRAP_TOKEN: token,
  }
  let servers = [await startVersion(former, env), await startVersion(former, env)]
  const balancer = new Balancer()
  for (const { address } of servers) balancer.add(address)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const over = new AbortController()
  const written = new Map<string, string>()
  let requests = 0

  const ask = async (method: string, path: string, body?: object) => {
    requests += 1
    const response = await balancer.send(path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }

  const client = async (name: number) => {
    for (let n = 0; !over.signal.aborted; n++) {
      const email = `p${name}-${n}@acme.example`
      const { id } = await ask('POST', '/directory/users', {
        first_name: 'A',
        last_name: 'B',
        email,
      })
      await ask('PATCH', `/directory/users/${id}`, { first_name: `N${n}` })
      written.set(id, `N${n}`)
      assert.equal((await ask('GET', `/directory/users/${id}`)).first_name, `N${n}`)
      await ask('GET', '/directory/users?page[size]=20')
      await ask('GET', '/audit/logs?page[size]=5')
    }
  }
  const working = Promise.all(Array.from({ length: clients }, (_, name) => client(name)))
  const underLoad = () => Promise.race([sleep(loadMilliseconds), working])

  await underLoad()
  for (const old of servers.slice()) {
    const fresh = await Promise.race([startVersion(root, env), working])
    assert.ok(!Array.isArray(fresh))
    balancer.add(fresh.address)
    await underLoad()
    await balancer.leave(old.address)
    assert.equal(await old.stop(), 0)
    servers = [...servers.filter((each) => each !== old), fresh]
    await underLoad()
  }
  over.abort()
  await working

  for (const [id, name] of written)
    assert.equal((await ask('GET', `/directory/users/${id}`)).first_name, name)
  for (const each of servers) assert.equal(await each.stop(), 0)
  t.diagnostic(`${requests} requests, ${written.size} people written, none refused or lost`)
})
