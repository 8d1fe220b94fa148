import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { cliActor } from '../../src/cli/local/direct.ts'
import { say } from '../../src/cli/output/output.ts'
import { importExport } from '../../src/connectors/import/import-export.ts'
import { encodeId } from '../../src/contract/ids.ts'
import { connectDatabase } from '../../src/database/connect-database.ts'
import type { Database } from '../../src/database/database.ts'
import { joinLease } from '../../src/database/lease.ts'
import { connectApi, type Api } from '../api.ts'
import { inDirectory } from '../empty-muster.ts'
import { count, median, timed } from '../figures.ts'
import { makeRuleset } from '../policy/system/measure-activation.ts'
import { unpinned } from '../processes/placement.ts'
import { startMusterServer } from '../processes/start-muster.ts'
import { openWorld } from '../world/open-world.ts'

const few = 1000
const newAccounts = 2000
const rounds = 3
const describes = 500
/** 38,000 of a million. */
const heldShare = 0.038
const budget = 1.3

/** An organisation that is served, and its database. */
type Side = {
  people: number
  database: Database
  owner: Client
  api: Api
  ids: readonly string[]
}

/**
 * What an import, a description, a plan and an incident cost among so many people, beside the same among few. Both sides take turns.
 * @returns whether neither the import nor the description costs much more
 */
export async function measureGrowth({ people }: { people: number }): Promise<boolean> {
  return inDirectory(async (folder) => {
    await mkdir(folder)
    return onSide(few, (small) =>
      onSide(people, async (large) => {
        const imports = await inTurns([small, large], (side, round) =>
          importNew(side, folder, round),
        )
        const described = await inTurns([small, large], describeSome)
        const keeps = [
          tell(`an import of ${count(newAccounts)} new accounts`, imports, 's'),
          tell(`a description, in ${count(describes)} of anybody`, described, 'ms'),
        ]
        await measurePlan(large)
        await measureIncident(large, folder)
        return !keeps.includes(false)
      }),
    )
  })
}

async function onSide<T>(people: number, work: (side: Side) => Promise<T>): Promise<T> {
  const world = await openWorld(unpinned, { people, fresh: false, kind: 'primary' })
  const { databaseUrl, token } = world
  const { child, origin } = await startMusterServer({ databaseUrl, logLevel: 'fatal' })
  const api = connectApi(origin, token)
  const database = await connectDatabase({ connection: { url: databaseUrl }, poolSize: 4 })
  const owner = new Client(databaseUrl)
  await owner.connect()
  const lease = await joinLease(database, () => undefined)
  try {
    const ids = world.paths.map((path) => path.slice(path.lastIndexOf('/') + 1))
    return await work({ people, database, owner, api, ids })
  } finally {
    await lease.close()
    await owner.end()
    await database.close()
    api.close()
    await child.stop()
    await world.close()
  }
}

type Turns = { small: number[]; large: number[] }

/** One round more than counts, because the first prepares statements and reads pages of tables. */
async function inTurns(
  [small, large]: readonly [Side, Side],
  work: (side: Side, round: number) => Promise<number>,
): Promise<Turns> {
  const turns: Turns = { small: [], large: [] }
  for (let round = 0; round <= rounds; round++) {
    const took = [await work(small, round), await work(large, round)] as const
    if (round === 0) continue
    turns.small.push(took[0])
    turns.large.push(took[1])
  }
  return turns
}

function tell(what: string, { small, large }: Turns, unit: 's' | 'ms'): boolean {
  const ratios = large.map((each, at) => each / (small[at] ?? Number.NaN))
  const ratio = median(ratios)
  const all = ratios.map((each) => each.toFixed(2)).join(', ')
  say(
    `${what}: ${median(small).toFixed(2)} ${unit} among ${count(few)} people, ${median(large).toFixed(2)} ${unit} among all; ` +
      `ratio ${ratio.toFixed(2)} (${all}), budget at most ${budget}`,
  )
  return ratio <= budget
}

/** @returns seconds */
async function importNew(
  { database, people }: Side,
  folder: string,
  round: number,
): Promise<number> {
  const mark = `${Date.now().toString(36)}${round}`
  const rows = Array.from({ length: newAccounts }, (_, at) =>
    account(`new-${mark}-${at}`, 'ACTIVE', {
      login: `new.${mark}.${at}@acme.example`,
      email: `new.${mark}.${at}@acme.example`,
      firstName: 'New',
      lastName: `Person ${mark}${at}`,
      department: 'Platform',
      title: 'Engineer',
      employeeNumber: `N${mark}${at}`,
    }),
  )
  const path = join(folder, `new-${people}-${round}.jsonl`)
  return importRows(database, path, rows)
}

async function importRows(
  database: Database,
  path: string,
  rows: readonly string[],
): Promise<number> {
  await writeFile(path, `${rows.join('\n')}\n`)
  const { took, given } = await timed(() =>
    importExport(database, { integrationHandle: 'idp', path, isComplete: false, actor: cliActor }),
  )
  if (given.refused !== undefined) throw new Error(given.refused)
  return took / 1000
}

function account(id: string, status: string, profile: Record<string, string | null>): string {
  const created = '2026-01-01T00:00:00.000Z'
  return JSON.stringify({ id, status, created, statusChanged: created, profile })
}

/** @returns milliseconds for one */
async function describeSome({ api, ids }: Side): Promise<number> {
  const chosen = Array.from(
    { length: describes },
    () => ids[Math.floor(Math.random() * ids.length)],
  )
  const { took } = await timed(async () => {
    for (const id of chosen) await api.call('GET', `/directory/users/${id}`)
  })
  return took / describes
}

type Plan = { id: string; state: string; totals: { people: number } | null }

/** A rule about the people of the largest attribute, in a ruleset of a group that has no policy. */
async function measurePlan({ api, database, owner }: Side): Promise<void> {
  const { rows } = await sql<{ value: string }>`
    select c.profile_value as value from condition c join qualification q on q.rule_id = c.rule_id
    where c.profile_key = 'department' and c.profile_operator = 'equals' group by 1 order by count(*) desc limit 1`.execute(
    database.read,
  )
  const ruleset = encodeId('ruleset', await makeRuleset(owner))
  const condition = { type: 'identity', profile_key: 'department', profile_operator: 'equals' }
  const operations = [
    {
      op: 'create_rule',
      ref: 'new',
      ruleset_id: ruleset,
      role: 'member',
      conditions: [{ ...condition, profile_value: rows[0]?.value }],
    },
    { op: 'activate_rule', rule_id: '$new' },
  ]
  const { given, took } = await timed(async () => {
    let plan = await api.call<Plan>('POST', '/policy/plans', { operations })
    while (plan.state === 'planning') plan = await api.call<Plan>('GET', `/policy/plans/${plan.id}`)
    return plan
  })
  say(
    `a plan of a rule that ${count(given.totals?.people ?? 0)} people meet: ${(took / 1000).toFixed(2)} s, budget at most 1.5 s`,
  )
}

/** An import by mistake that ends the accounts of many, which limits hold; it is rejected, so that the organisation stays as it was. */
async function measureIncident({ people, api, database }: Side, folder: string): Promise<void> {
  await api.call('PATCH', '/policy/settings', {
    account_limit_percent: 0,
    account_limit_people: 0,
  })
  const { rows } = await sql<{
    id: string
    handle: string
    email: string
    first: string
    last: string
  }>`
    select vendor_id as id, handle, email, first_name as first, last_name as last from identity
    where state = 'active' and directory_user_id is not null order by id limit ${Math.round(people * heldShare)}`.execute(
    database.read,
  )
  const ended = rows.map(({ id, handle, email, first, last }) =>
    account(id, 'DEPROVISIONED', { login: handle, email, firstName: first, lastName: last }),
  )
  const took = await importRows(database, join(folder, 'mistake.jsonl'), ended)
  const { data } = await api.call<{ data: { id: string; people: number; digest: string }[] }>(
    'GET',
    '/policy/incidents?filter[state]=open',
  )
  const [incident] = data
  if (incident === undefined) throw new Error('nothing is held')
  const url = `/policy/incidents/${incident.id}`
  const effect = await timed(() => api.call('GET', `${url}/effects?page[size]=500`))
  say(
    `an import that ends ${count(ended.length)} accounts and is held: ${took.toFixed(1)} s; the effect of ${count(incident.people)} people: first page after ${(effect.took / 1000).toFixed(1)} s, budget at most 10 s`,
  )
  const { digest } = await api.call<{ digest: string }>('GET', url)
  await api.call('POST', `${url}/reject`, { digest, reason: 'a measurement' })
}
