import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import { Client } from 'pg'
import { generateOrganisation } from '../demo/organisation/organisation.ts'
import { writeExports } from '../demo/organisation/write-exports.ts'
import { say } from '../src/cli/output/output.ts'
import { encodeId } from '../src/contract/ids.ts'
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts'
import { changeAccounts } from './import/change-accounts.ts'
import { startChild } from './processes/child.ts'
import type { MusterOptions } from './processes/muster-server.ts'
import { unpinned } from './processes/placement.ts'
import { dataOf, readSeal } from './world/kept-world.ts'

type Options = { people: number; seconds: number; connections: number; strict: boolean }
type Target = { origin: string; token: string; paths: readonly string[] }
type Latencies = { requests: number; p50: number; p99: number; slowest: number }

const budget = 5
const muster = fileURLToPath(new URL('../src/cli/muster.ts', import.meta.url))

/**
 * The time of describes while an import of everyone runs and a person expires every second, beside the time before.
 */
async function measure(options: Options): Promise<boolean> {
  const directory = join(tmpdir(), `muster-bench-beside-${randomUUID()}`)
  try {
    const seeder = startChild(unpinned, 'any', new URL('./world/seed.ts', import.meta.url))
    await seeder.ask('seed', { directory, people: options.people })
    await seeder.stop()
    const org = generateOrganisation({ people: options.people, seed: 1, today: '2026-11-01' })
    const [users] = await writeExports(org, join(directory, 'exports'))
    if (users === undefined) throw new Error('the organisation has no exports')
    await changeAccounts(users.path, 0.5)
    return await besideImport(options, directory, users.path)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function besideImport(
  { seconds, connections }: Options,
  directory: string,
  file: string,
): Promise<boolean> {
  const sealed = await readSeal(directory)
  const postgres = await startEmbeddedPostgres({ dataDirectory: dataOf(directory) })
  const { host, port, user, database } = postgres.administrator
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const client = new Client(databaseUrl)
  const server = startChild(
    unpinned,
    'any',
    new URL('./processes/muster-server.ts', import.meta.url),
  )
  try {
    await client.connect()
    const { rows } = await client.query<{ id: string }>('select id from directory_user')
    const start: MusterOptions = { databaseUrl, cacheMegabytes: 64, poolSize: 10 }
    const origin = await server.ask<string>('start', start)
    const paths = rows.map(({ id }) => `/api/v1/directory/users/${encodeId('directoryUser', id)}`)
    const target = { origin, token: sealed?.token ?? '', paths }
    const until = performance.now() + seconds * 1000
    const idle = await describeWhile(target, connections, () => performance.now() < until)
    show('idle', idle)
    await letSomeoneExpireEverySecond(client)
    const started = performance.now()
    const importing = runImport(databaseUrl, file)
    let isOver = false
    void importing.finally(() => (isOver = true)).catch(() => undefined)
    const beside = await describeWhile(target, connections, () => !isOver)
    await importing
    show('beside the import', beside)
    const ratio = beside.p99 / idle.p99
    say(
      `import: ${((performance.now() - started) / 1000).toFixed(1)} s; p99 beside it is ${ratio.toFixed(1)} × idle (budget: ${budget})`,
    )
    return ratio <= budget
  } finally {
    await client.end()
    await server.stop()
    await postgres.stop()
  }
}

/** For ten minutes from now. */
function letSomeoneExpireEverySecond(client: Client): Promise<unknown> {
  return client.query(`
    update directory_user u set expires_at = now() + n * interval '1 second'
    from (select id, row_number() over (order by id) as n from directory_user where state = 'active' limit 600) as chosen
    where u.id = chosen.id`)
}

async function runImport(databaseUrl: string, file: string): Promise<void> {
  const args = [muster, 'import', file, '--integration', 'idp', '--complete']
  const env = { ...process.env, MUSTER_DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code === 1) throw new Error('the import failed')
}

/** Describes anyone at random, `connections` at a time. */
async function describeWhile(
  { origin, token, paths }: Target,
  connections: number,
  goesOn: () => boolean,
): Promise<Latencies> {
  const found: number[] = []
  const headers = { authorization: `Bearer ${token}` }
  const describe = async () => {
    while (goesOn()) {
      const sentAt = performance.now()
      const path = paths[Math.trunc(Math.random() * paths.length)] ?? ''
      const response = await fetch(origin + path, { headers })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      found.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, describe))
  found.sort((a, b) => a - b)
  const at = (share: number) => found[Math.ceil(found.length * share) - 1] ?? 0
  return { requests: found.length, p50: at(0.5), p99: at(0.99), slowest: at(1) }
}

function show(name: string, { requests, p50, p99, slowest }: Latencies): void {
  const [median, high, most] = [p50, p99, slowest].map((each) => `${each.toFixed(1)} ms`)
  say(`${name}: ${requests} describes, median ${median}, p99 ${high}, slowest ${most}`)
}

function readNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 1_000_000) return value
  throw new InvalidArgumentError('Give a whole number from 1 to 1,000,000.')
}

const options = new Command('bench:beside')
  .description('measure describes during an import in which someone expires every second')
  .option('--people <number>', 'how many people', readNumber, 100_000)
  .option('--seconds <number>', 'how long describes are measured before', readNumber, 10)
  .option('--connections <number>', 'requests at a time', readNumber, 4)
  .option('--strict', 'exit with 1 where the budget is missed', false)
  .parse()
  .opts<Options>()

const isWithin = await measure(options)
if (options.strict && !isWithin) process.exitCode = 1
