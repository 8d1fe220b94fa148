import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { sql } from 'kysely'
import { generateOrganisation, type Organisation } from '../demo/organisation/organisation.ts'
import { policyYaml } from '../demo/organisation/policy.ts'
import { writeExports, type ExportFile } from '../demo/organisation/write-exports.ts'
import { cliActor } from '../src/cli/direct.ts'
import { say } from '../src/cli/output.ts'
import { readConfig } from '../src/config.ts'
import { connectVendor } from '../src/connectors/import/connect-vendor.ts'
import { importExport } from '../src/connectors/import/import-export.ts'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import { encodeId } from '../src/contract/ids.ts'
import type { Database } from '../src/database/database.ts'
import { createLogger } from '../src/log.ts'
import { startServer, type RunningServer } from '../src/main.ts'
import { readMachine } from './machine.ts'
import { numberFrom } from './options.ts'
import { connectApi, idIn, type Api } from './policy/system/api.ts'
import { count, timed } from './policy/timing.ts'
import { median } from './rows/median.ts'

/** What was measured among a number of people, as text with its unit. */
type Figures = Map<string, string>

const requests = 100

/** What imports, reads and plans take among several numbers of people, as one table. */
async function measure({ people }: Options): Promise<void> {
  const { cpu, cores, memoryGigabytes, node, date } = readMachine()
  say(`${cores} × ${cpu}, ${memoryGigabytes} GB; Node ${node}; ${date}`)
  const columns: Figures[] = []
  for (const size of people) {
    columns.push(await measureAmong(size))
    say(toTable(people.slice(0, columns.length), columns))
  }
}

async function measureAmong(people: number): Promise<Figures> {
  const directory = join(tmpdir(), `muster-bench-growth-${randomUUID()}`)
  const figures: Figures = new Map()
  try {
    const org = generateOrganisation({ people, seed: 1, today: '2026-11-01' })
    const files = await writeExports(org, join(directory, 'exports'))
    const data = join(directory, 'data')
    const token = await onServer(data, async ({ opened, ownerToken }) => {
      await measureImports(figures, opened.database, org, files)
      return ownerToken ?? ''
    })
    // A second process has no memory of what the first one wrote.
    await onServer(data, ({ opened, address }) =>
      measureRequests(figures, opened.database, connectApi(address, token)),
    )
    return figures
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function onServer<T>(data: string, work: (running: RunningServer) => Promise<T>): Promise<T> {
  const settings = {
    MUSTER_DATA_DIRECTORY: data,
    MUSTER_PORT: '0',
    MUSTER_RATE_LIMIT: 'off',
  }
  const running = await startServer(readConfig(settings, {}), createLogger('warn'))
  try {
    return await work(running)
  } finally {
    await running.stop()
  }
}

async function measureImports(
  figures: Figures,
  database: Database,
  org: Organisation,
  files: readonly ExportFile[],
): Promise<void> {
  const [users] = files
  if (users === undefined) throw new Error('the organisation has no exports')
  const measureImport = (file: ExportFile) => timed(() => runImport(database, file))
  await connectVendor(database, cliActor, vendorOf(users))
  note(figures, 'first import', seconds((await measureImport(users)).took))
  for (const file of files)
    if (file.shape === 'groups') {
      await connectVendor(database, cliActor, vendorOf(file))
      await runImport(database, file)
    }
  const policy = await timed(() => importPolicy(database, policyYaml(org), { actor: cliActor }))
  note(figures, 'apply the policy', seconds(policy.took))
  note(figures, 'import without changes', seconds((await measureImport(users)).took))
}

function vendorOf({ vendor, type }: ExportFile) {
  const isPrimary = vendor === 'idp'
  return { handle: vendor === 'file' ? 'hr' : vendor, vendor, type, name: vendor, isPrimary }
}

async function runImport(database: Database, file: ExportFile): Promise<void> {
  const outcome = await importExport(database, {
    integrationHandle: vendorOf(file).handle,
    path: file.path,
    isComplete: true,
    actor: cliActor,
    onProgress: () => undefined,
  })
  if (outcome.refused !== undefined) throw new Error(outcome.refused)
}

async function measureRequests(figures: Figures, database: Database, api: Api): Promise<void> {
  const people = await choosePeople(database)
  const describe = (id: string) => api.call('GET', `/directory/users/${id}`)
  note(figures, 'describe, the first time', await medianOf(people, describe))
  note(figures, 'describe, from memory', await medianOf(people, describe))
  note(figures, 'a page of people', await medianOf(times(requests), pager(api, '/directory/users')))
  const search = (_: string, at: number) =>
    api.call(
      'GET',
      `/directory/users?filter[search]=${encodeURIComponent(words[at % words.length] ?? '')}`,
    )
  note(figures, 'search for people', await medianOf(times(requests), search))
  const [largest, smallest] = await chooseRulesets(database)
  const manifest = `/policy/rulesets/${largest.id}/manifest-users`
  note(
    figures,
    'a page of the largest manifest',
    await medianOf(times(requests), pager(api, manifest)),
  )
  note(figures, 'people in the largest manifest', count(largest.people))
  note(
    figures,
    'PATCH of a person',
    await medianOf(people, (id, at) =>
      api.call('PATCH', `/directory/users/${id}`, { metadata: { desk: String(at) } }),
    ),
  )
  const narrow = { type: 'direct_reports_of', resource_id: await findManager(database) }
  note(figures, 'plan: reports of one manager', await planRule(api, smallest, narrow))
  const broad = {
    type: 'identity',
    profile_key: 'badgeId',
    profile_operator: 'matches',
    profile_value: 'b-[0-8].*',
  }
  note(figures, 'plan: every second person', await planRule(api, smallest, broad))
}

/** Names of the demo's people, from common to absent. */
const words = ['Maria', 'Fischer', 'Tanaka', 'anna b', 'zzzz']

function times(number: number): string[] {
  return Array.from({ length: number }, String)
}

/** Milliseconds of the median request, one after the other on one connection. */
async function medianOf(
  what: readonly string[],
  request: (what: string, at: number) => Promise<unknown>,
): Promise<string> {
  const took: number[] = []
  for (const [at, each] of what.entries()) {
    took.push((await timed(() => request(each, at))).took)
  }
  const slowest = Math.max(...took)
  return `${median(took).toFixed(1)} ms (slowest ${slowest.toFixed(0)})`
}

/** Each request reads the page after the one before it. */
function pager(api: Api, path: string): () => Promise<void> {
  let next = path
  return async () => {
    const { links } = await api.call<Page>('GET', next)
    next = pathOf(links.next) ?? path
  }
}

type Page = { links: { next: string | null } }

function pathOf(next: string | null): string | undefined {
  if (next === null) return undefined
  const { pathname, search } = new URL(next)
  return pathname.replace('/api/v1', '') + search
}

/** The time until a plan of a rule is ready, and how many changes it shows. */
async function planRule(api: Api, ruleset: Ruleset, condition: object): Promise<string> {
  const rule = {
    op: 'create_rule',
    ref: 'new',
    ruleset_id: ruleset.id,
    role: ruleset.role,
    priority: 99,
  }
  const operations = [
    { ...rule, conditions: [condition] },
    { op: 'activate_rule', rule_id: '$new' },
  ]
  const { given, took } = await timed(async () => {
    let plan = await api.call<Plan>('POST', '/policy/plans', { operations })
    while (plan.state === 'planning') {
      await sleep(20)
      plan = await api.call<Plan>('GET', `/policy/plans/${idIn(plan)}`)
    }
    if (plan.state !== 'ready') throw new Error(`the plan is ${plan.state}`)
    return plan
  })
  const changes = Object.values(given.totals).reduce((sum, some) => sum + some, 0)
  return `${seconds(took)} (${count(changes)} changes)`
}

type Plan = { state: string; totals: Record<string, number> }

/** People at random, with the same seed each time. */
async function choosePeople(database: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from directory_user where state = 'active' order by md5(id::text) limit ${requests}`.execute(
    database.read,
  )
  return rows.map(({ id }) => encodeId('directoryUser', id))
}

async function findManager(database: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select manager_id as id from directory_user where state = 'active' and manager_id is not null
    order by manager_id limit 1`.execute(database.read)
  return encodeId('directoryUser', rows[0]?.id ?? '')
}

type Ruleset = { id: string; role: string; people: number }

/** The rulesets with the most and the fewest people. */
async function chooseRulesets(database: Database): Promise<[Ruleset, Ruleset]> {
  const { rows } = await sql<Ruleset>`
    select s.id, (select handle from policy_role p where p.resource_type = s.type order by handle limit 1) as role,
      (select count(*)::integer from policy_user u where u.ruleset_id = s.id and u.deleted_at is null) as people
    from ruleset s where s.state = 'managed' and s.type <> 'directory_attribute' order by people desc, s.id`.execute(
    database.read,
  )
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) throw new Error('no ruleset is managed')
  const encoded = (row: Ruleset) => ({ ...row, id: encodeId('ruleset', row.id) })
  return [encoded(first), encoded(last)]
}

function note(figures: Figures, what: string, figure: string): void {
  figures.set(what, figure)
  say(`  ${what}: ${figure}`)
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 0)} s`
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** A Markdown table, with a column for each number of people. */
function toTable(people: readonly number[], columns: readonly Figures[]): string {
  const names = [...(columns[0]?.keys() ?? [])]
  return [
    line(['', ...people.map((each) => `${count(each)} people`)]),
    line(['---', ...people.map(() => '---:')]),
    ...names.map((name) => line([name, ...columns.map((column) => column.get(name) ?? '')])),
  ].join('\n')
}

type Options = { people: readonly number[] }

const readNumber = numberFrom(50, 1_000_000)

const options = new Command('bench:growth')
  .description('measure imports, reads and plans among several numbers of people')
  .option(
    '--people <numbers>',
    'how many people, separated by commas',
    (text) => text.split(',').map(readNumber),
    [10_000, 100_000],
  )
  .parse()
  .opts<Options>()

await measure(options)
