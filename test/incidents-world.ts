import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { exportSource, importExport } from '../src/connectors/import/import-export.ts'
import type { ImportOutcome } from '../src/connectors/import/outcome.ts'
import { planImport, type ImportPlan } from '../src/connectors/import/plan-import.ts'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import { connectOkta } from './connect-okta.ts'
import {
  filledDatabase,
  makeOwner,
  testServer,
  type TestDatabase,
  type TestServer,
} from './harness.ts'
import { okta } from './import-world.ts'
import { filling, type Filling } from './kept-databases.ts'
import { testActor } from './people-fixture.ts'
import { makeResource } from './people.ts'
import { policyOfGroups } from './policy-text.ts'

export const minute = 60_000
export const hour = 60 * minute

/** The facts of an account about a person. */
export type Account = {
  department?: string
  managerId?: string
  managerName?: string
  parentId?: string
  employeeNumber?: string
  status?: string
  first?: string
  last?: string
  email?: string | null
  firstName?: string
  lastName?: string
}
export type Feed = Record<string, Account>

/** Lets the source name managers by name too. */
export async function readManagerNames({ server }: IncidentsWorld): Promise<void> {
  await server.query(
    `update integration set mapping = jsonb_set(mapping, '{account,profile_extra}', '{"managerName": ["profile.managerName"]}')`,
  )
}

export type IncidentsWorld = {
  server: TestServer
  /** Of someone who may do everything. */
  token: string
  integration: string
  pass: (milliseconds: number) => void
  /** Imports these accounts and, unless the list is said to be partial, no others; by default into `okta`. */
  feed: (
    accounts: Feed,
    options?: { isComplete?: boolean; integrationHandle?: string },
  ) => Promise<ImportOutcome>
  /** The effect of importing them. */
  plan: (accounts: Feed) => Promise<ImportPlan>
  /** Handles of who is in the manifest of a group or of a department, in order. */
  members: (name: string) => Promise<string[]>
  ruleset: (name: string) => Promise<string>
}

const policy = policyOfGroups('idp_group', {
  sellers: [
    'key: sellers, role: member, conditions: [{ type: attribute, dimension: department, value: Sales }]',
  ],
  team: [
    'key: team, role: member, conditions: [{ type: all_reports_of, email: boss@example.com }]',
  ],
})

const directory = await mkdtemp(join(tmpdir(), 'muster-incidents-'))

const begin = Date.parse('2026-03-02T08:00:00Z')

/** What the source lists. */
export function recordsOf(accounts: Feed) {
  return Object.entries(accounts).map(([id, { status = 'ACTIVE', ...profile }]) =>
    okta(id, { status, profile }),
  )
}

async function writeExport(accounts: Feed) {
  const path = join(directory, `${randomUUID()}.jsonl`)
  const lines = recordsOf(accounts).map((record) => JSON.stringify(record))
  await writeFile(path, lines.join('\n'))
  return { integrationHandle: 'okta', path, isComplete: true, actor: testActor }
}

async function fillWorld(on: TestDatabase, first: Feed) {
  const { token } = await makeOwner(on)
  const integration = await connectOkta(on.database, ['department'])
  for (const name of ['sellers', 'team'])
    await makeResource(on, { id: '', uuid: integration }, { vendor_id: name, name })
  const outcome = await importExport(on.database, await writeExport(first))
  assert.equal(outcome.refused, undefined)
  await importPolicy(on.database, policy, { actor: testActor })
  return { token, integration }
}

/** By their first accounts: most tests begin with the same. */
const fillings = new Map<string, Filling<Awaited<ReturnType<typeof fillWorld>>>>()

function fillingOf(first: Feed) {
  const key = JSON.stringify(first)
  const known = fillings.get(key) ?? filling((on) => fillWorld(on, first))
  fillings.set(key, known)
  return known
}

/**
 * A separate workspace, 25 hours after its policy began: the accounts of `first`, the group `sellers` of the people
 * in Sales, and the group `team` of everybody below `boss`.
 */
export async function incidentsWorld(
  first: Feed,
  options: { logger?: Logger; consoleDirectory?: string; port?: number } = {},
): Promise<IncidentsWorld> {
  let now = begin
  const clock = () => new Date(now)
  const { database: own, filled } = await filledDatabase(fillingOf(first), { clock })
  const { token, integration } = filled
  now += 25 * hour
  const server = await testServer({ clock, own, ...options })
  const { database } = server
  const feed: IncidentsWorld['feed'] = async (accounts, options = {}) =>
    importExport(database, { ...(await writeExport(accounts)), ...options })
  const ruleset = async (name: string) => {
    const { data } = (await server.get('/policy/rulesets?page[size]=500', token)).body
    return data.find(
      (each: { policy_resource: { name: string } }) => each.policy_resource.name === name,
    ).id
  }
  return {
    server,
    token,
    integration,
    pass: (milliseconds) => void (now += milliseconds),
    feed,
    plan: async (accounts) => {
      const source = await exportSource(await writeExport(accounts))
      return planImport(database, source, { actor: testActor, prepare: async () => {} })
    },
    ruleset,
    members: async (name) => {
      const path = `/policy/rulesets/${await ruleset(name)}/manifest-users?page[size]=500`
      const { data } = (await server.get(path, token)).body
      return data
        .map((row: any) => row.included.directory_user.username) // oxlint-disable-line typescript/no-explicit-any -- tests look into every shape
        .sort()
    },
  }
}

/** `count` accounts, from `<prefix>01` on. */
export function accounts(prefix: string, count: number, account: Account): Feed {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${prefix}${String(at + 1).padStart(2, '0')}`,
      account,
    ]),
  )
}

export const sellers = accounts('s', 20, { department: 'Sales', managerId: 'boss' })
export const lawyers = accounts('l', 20, { department: 'Legal' })
export const staff: Feed = { boss: {}, deputy: {}, ...sellers, ...lawyers }
export const names = (feed: Feed) => Object.keys(feed).sort()

/** Applies a plan of one operation, as a caller who may approve. */
export async function applyPlan(
  { server, token }: IncidentsWorld,
  operation: object,
): Promise<void> {
  const plan = await server.call('POST', '/policy/plans', {
    token,
    body: { operations: [operation] },
  })
  assert.equal(plan.status, 201, plan.text)
  const applied = await server.call('POST', `/policy/plans/${plan.body.id}/apply`, { token })
  assert.equal(applied.status, 200, applied.text)
}

/** The feed without these accounts. */
export function omit(feed: Feed, ids: readonly string[]): Feed {
  return Object.fromEntries(Object.entries(feed).filter(([id]) => !ids.includes(id)))
}
