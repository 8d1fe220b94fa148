import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { generateOrganisation } from '../../demo/organisation/organisation.ts'
import { writeExports } from '../../demo/organisation/write-exports.ts'
import { say } from '../../src/cli/output/output.ts'
import { inDirectory } from '../empty-muster.ts'
import { unpinned } from '../processes/placement.ts'
import { startMusterServer } from '../processes/start-muster.ts'
import { openSeeded, organisation, type World } from '../world/open-world.ts'
import { changeAccounts } from './change-accounts.ts'

export type BesideOptions = { people: number; seconds: number; connections: number }
type Target = { origin: string; token: string; paths: readonly string[] }
type Latencies = { requests: number; p50: number; p99: number; slowest: number }

const budget = 5
const muster = fileURLToPath(new URL('../../src/cli/muster.ts', import.meta.url))

/**
 * The time of describes while an import of everyone runs and a person expires every second, beside the time before.
 * @returns whether the budget is kept
 */
export async function measureBeside(options: BesideOptions): Promise<boolean> {
  return inDirectory(async (directory) => {
    const { people } = options
    const world = await openSeeded(unpinned, { directory, people, kind: 'whole' })
    try {
      const org = generateOrganisation(organisation(people))
      const [users] = await writeExports(org, join(directory, 'exports'))
      if (users === undefined) throw new Error('the organisation has no exports')
      await changeAccounts(users.path, 0.5)
      return await besideImport(options, world, users.path)
    } finally {
      await world.close()
    }
  })
}

async function besideImport(
  { seconds, connections }: BesideOptions,
  { databaseUrl, token, paths }: World,
  file: string,
): Promise<boolean> {
  const client = new Client(databaseUrl)
  const { child: server, origin } = await startMusterServer({ databaseUrl })
  try {
    await client.connect()
    const target = { origin, token, paths }
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
