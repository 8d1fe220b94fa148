import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { sql } from 'kysely'
import { Client } from 'pg'
import { cliActor } from '../src/cli/direct.ts'
import { say } from '../src/cli/output.ts'
import type { SourceAccount, SourceRecord } from '../src/connectors/file/source-record.ts'
import { importRecords } from '../src/connectors/import/import-records.ts'
import type { RecordSource } from '../src/connectors/import/record-source.ts'
import { connectDatabase, type Database } from '../src/database/database.ts'
import { numberFrom } from './options.ts'
import { unpinned } from './processes/placement.ts'
import { median } from './rows/median.ts'
import { openWorld } from './world/open-world.ts'

type Options = { people: number; rounds: number; fresh: boolean }

/** How long a small run of a source takes, and how many statements, beside as many people as there are. */
async function measure({ people, rounds, fresh }: Options): Promise<void> {
  const world = await openWorld(unpinned, { people, fresh })
  try {
    const database = await connectDatabase({ connection: { url: world.databaseUrl } })
    try {
      const counter = countStatements()
      for (const size of [1, 100]) {
        for (const change of ['unchanged', 'title'] as const)
          await measureRuns(database, counter, { size, change, rounds })
      }
    } finally {
      await database.close()
    }
  } finally {
    await world.close()
  }
}

type Counter = { count: number }

/** Counts what this process sends to PostgreSQL. */
function countStatements(): Counter {
  const counter = { count: 0 }
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the client that it is called on
  Client.prototype.query = new Proxy(Client.prototype.query, {
    apply(send, client, given) {
      counter.count += 1
      return Reflect.apply(send, client, given)
    },
  })
  return counter
}

type Run = { size: number; change: 'unchanged' | 'title'; rounds: number }

async function measureRuns(database: Database, counter: Counter, run: Run): Promise<void> {
  const { size, change, rounds } = run
  const seconds: number[] = []
  const statements: number[] = []
  // The first round of a kind prepares its statements on the connections.
  for (let round = -2; round < rounds; round += 1) {
    const accounts = (await selectAccounts(database, size)).map((account) =>
      change === 'title' ? withTitle(account, round) : account,
    )
    counter.count = 0
    const start = performance.now()
    const outcome = await importRecords(database, sourceOf(accounts), { actor: cliActor })
    const taken = (performance.now() - start) / 1000
    const changed = change === 'title' ? size : 0
    if (outcome.refused !== undefined || outcome.accounts.changed !== changed)
      throw new Error(outcome.refused ?? `${outcome.accounts.changed} accounts were changed`)
    if (round < 0) continue
    seconds.push(taken)
    statements.push(counter.count)
  }
  say(
    `${size} ${size === 1 ? 'record' : 'records'}, ${change}: ${median(seconds).toFixed(3)} s ` +
      `(${Math.min(...seconds).toFixed(3)} to ${Math.max(...seconds).toFixed(3)}), ${median(statements)} statements`,
  )
}

function withTitle(account: SourceAccount, round: number): SourceAccount {
  return { ...account, profile: { ...account.profile, title: `Measured ${round}` } }
}

/** People of the primary as their source last reported them. */
async function selectAccounts(database: Database, size: number): Promise<SourceAccount[]> {
  const { rows } = await sql<Omit<SourceAccount, 'kind' | 'notes' | 'line' | 'isNew'>>`
    select i.vendor_id as "vendorId", i.handle, i.email, i.first_name as "firstName", i.last_name as "lastName",
      i.full_name as "fullName", i.vendor_state as state, iso(i.vendor_created_at) as "createdAt", i.profile
    from identity i join integration n on n.id = i.integration_id and n.is_primary
    where i.vendor_state = 'active' order by i.id offset 500 limit ${size}`.execute(database.read)
  return rows.map((row, index) =>
    Object.assign(row, { kind: 'account' as const, line: index + 1, isNew: false, notes: [] }),
  )
}

function sourceOf(accounts: readonly SourceAccount[]): RecordSource {
  async function* records(): AsyncGenerator<SourceRecord> {
    yield* accounts
  }
  return {
    integrationHandle: 'idp',
    isComplete: false,
    name: 'bench:batch',
    bytesTotal: 0,
    reportPath: join(tmpdir(), 'muster-bench-batch.rejected.jsonl'),
    open: async () => ({
      records: records(),
      state: { bytesRead: 0, shape: 'accounts', unfinished: null },
    }),
  }
}

await measure(
  new Command('bench:batch')
    .description('measure a run of one record and of 100 records of a source')
    .option('--people <number>', 'how many people there are', numberFrom(1000, 1_000_000), 20_000)
    .option('--rounds <number>', 'how often each is measured', numberFrom(1, 100), 9)
    .option('--fresh', 'make the organisation again', false)
    .parse()
    .opts<Options>(),
)
