import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importExport } from '../../src/connectors/import/import-export.ts'
import type { ImportOutcome } from '../../src/connectors/import/outcome.ts'
import { importPolicy } from '../../src/policy-as-code/import-policy.ts'
import { integrationDefaults } from '../../src/connectors/vendors.ts'
import { encodeId } from '../../src/contract/ids.ts'
import type { Transaction } from '../../src/database/database.ts'
import { ensureIntegration } from '../../src/workspace/integrations/create-integration.ts'
import { makeOwner, testServer, type Answer, type TestServer } from '../harness.ts'
import { testActor } from '../people-fixture.ts'
import { makeResource } from '../people.ts'
import { emptyWorld } from '../policy-world.ts'
import { DAY, type Limits } from './world.ts'

export type Feed = Map<string, FeedAccount>
export type FeedAccount = {
  employeeId: string
  status: 'ACTIVE' | 'SUSPENDED'
  values: Record<string, string>
}

export type Product = {
  servers: readonly TestServer[]
  /** Forgets all people and policy. */
  empty: () => Promise<void>
  now: () => number
  pass: (milliseconds: number) => void
  load: (source: string, feed: Feed, isComplete: boolean, server: number) => Promise<ImportOutcome>
  call: (method: string, path: string, body?: object) => Promise<Answer>
  /** Paths are sent to this server from now on. */
  use: (server: number) => void
}

const start = Date.parse('2026-03-02T08:00:00Z')
export const primary = 'okta'
export const second = 'second'
/** The primary source connected once more. */
export const recreated = 'recreated'
const directory = await mkdtemp(join(tmpdir(), 'muster-incidents-model-'))

/** Two servers over one database whose clock the test sets. */
export async function startProduct(): Promise<Product> {
  let now = start
  const clock = () => new Date(now)
  const server = await testServer({ clock })
  const servers = [server, await testServer({ over: server, clock })]
  let token = ''
  let used = 0
  const at = (index: number) => servers[index % servers.length] ?? server
  return {
    servers,
    empty: async () => {
      await server.query(emptyWorld)
      token = (await makeOwner(server)).token
    },
    now: () => now,
    pass: (milliseconds) => void (now += milliseconds),
    use: (index) => void (used = index),
    call: (method, path, body) => at(used).call(method, path, { token, body }),
    load: async (source, feed, isComplete, index) => {
      const path = join(directory, `${randomUUID()}.jsonl`)
      await writeFile(path, [...feed].map(recordOf).join('\n'))
      return importExport(at(index).database, {
        integrationHandle: source,
        path,
        isComplete,
        actor: testActor,
      })
    },
  }
}

function recordOf([id, { employeeId, status, values }]: [string, FeedAccount]): string {
  const { manager, ...others } = values
  return JSON.stringify({
    id,
    status,
    created: '2020-02-01T08:00:00.000Z',
    profile: {
      login: id,
      firstName: id,
      lastName: 'Last',
      email: `${employeeId}@example.com`,
      employeeNumber: employeeId,
      ...others,
      ...(manager === undefined ? {} : { managerId: manager }),
    },
  })
}

const common = {
  ...integrationDefaults('idp', 'okta'),
  vendor: 'idp',
  type: 'okta',
  parentProfileKey: null,
  managerProfileHolds: 'vendor_id',
} as const

/** Connects a source that is not the primary, and whose addresses are trusted. */
export async function connectBeside(
  tx: Transaction,
  handle: string,
  policyKeys: readonly string[],
): Promise<void> {
  await ensureIntegration(tx, testActor, {
    ...common,
    handle,
    name: handle,
    isPrimary: false,
    trustsEmail: true,
    managerProfileKey: null,
    policyKeys,
  })
}

/**
 * Connects the sources, an Okta as the primary and a second one whose addresses are trusted, and creates the
 * groups.
 */
export async function connectSources(
  { servers: [server] }: Product,
  groups: readonly string[],
): Promise<void> {
  if (server === undefined) return
  const { integration } = await server.database.transaction(async ({ tx }) => {
    await connectBeside(tx, second, ['level'])
    return ensureIntegration(tx, testActor, {
      ...common,
      handle: primary,
      name: primary,
      isPrimary: true,
      trustsEmail: false,
      managerProfileKey: 'managerId',
      policyKeys: ['department', 'title', 'desk'],
    })
  })
  for (const name of groups)
    await makeResource(
      server,
      { id: '', uuid: integration.id },
      { type: 'codehost_group', vendor_id: name, name },
    )
}

export async function applyPolicyFile({ servers: [server] }: Product, text: string): Promise<void> {
  if (server !== undefined) await importPolicy(server.database, text, { actor: testActor })
}

export async function setLimits({ servers: [server] }: Product, limits: Limits): Promise<void> {
  await server?.query(
    `update policy_settings set removal_limit_percent = $1, removal_limit_people = $2, addition_limit_percent = $3,
       addition_limit_people = $4, role_change_limit_percent = $5, role_change_limit_people = $6,
       account_limit_percent = $7, account_limit_people = $8, overall_limit_percent = $9, overall_limit_people = $10,
       named_people_limit = $11`,
    [
      ...[limits.lose, limits.gain, limits.role, limits.account, limits.overall].flatMap(
        ({ percent, people }) => [percent, people],
      ),
      limits.named,
    ],
  )
}

export type ShownStay = {
  id: string
  ruleset: string
  person: string
  role: string
  expires_at: number | null
}
export type ShownHold = {
  source: string
  vendorId: string
  state: string
  values: Record<string, string>
}
export type ShownIncident = { id: string; source: string; closed_as: string | null }
export type ShownState = {
  stays: ShownStay[]
  held: ShownHold[]
  incidents: ShownIncident[]
  accepted: Record<string, string>
  people: Map<string, { uuid: string; state: string; accounts: string[] }>
}

const readable = ['department', 'title', 'level', 'desk'] as const

function read({ managerId, ...profile }: Record<string, string>): Record<string, string> {
  const values = readable.flatMap((key) => {
    const value = profile[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  return {
    ...Object.fromEntries(values),
    ...(managerId === undefined ? {} : { manager: managerId }),
  }
}

/** What is stored, once everything that is due has been settled. */
export async function readState(product: Product): Promise<ShownState> {
  const [server] = product.servers
  if (server === undefined) throw new Error('no server')
  const settled = await product.call('GET', '/directory/users?page[size]=1')
  if (settled.status !== 200) throw new Error(settled.text)
  const [stays, held, incidents, accepted, people] = await Promise.all([
    server.query<{
      id: string
      ruleset: string
      person: string
      role: string
      expires_at: Date | null
    }>(
      `select u.id, case when s.attribute_id is null then x.name else 'attribute ' || a.name end as ruleset, u.directory_user_id as person,
         o.handle as role, u.expires_at
       from policy_user u join ruleset s on s.id = u.ruleset_id join rule r on r.id = u.rule_id
       join policy_role o on o.id = r.policy_role_id
       left join resource x on x.id = s.resource_id left join attribute a on a.id = s.attribute_id
       where u.deleted_at is null`,
    ),
    server.query<{
      source: string
      vendor_id: string
      state: string
      profile: Record<string, string>
    }>(
      `select n.handle as source, i.vendor_id, h.state, h.profile from held_account h join identity i on i.id = h.identity_id
       join integration n on n.id = h.integration_id where h.incident_id is not null`,
    ),
    server.query<{ id: string; source: string; closed_as: string | null }>(
      `select c.id, n.handle as source, closed_as from incident c join integration n on n.id = c.integration_id order by c.opened_at, c.id`,
    ),
    server.query<{
      source: string
      vendor_id: string
      state: string
      vendor_state: string
      profile: Record<string, string>
    }>(
      `select n.handle as source, i.vendor_id, i.state, i.vendor_state, i.profile from identity i join integration n on n.id = i.integration_id`,
    ),
    server.query<{ id: string; state: string; accounts: string[] }>(
      `select u.id, u.base_state as state, coalesce(array_agg(n.handle || ':' || i.vendor_id order by i.vendor_id) filter (where i.id is not null), '{}') as accounts
       from directory_user u left join identity i on i.directory_user_id = u.id left join integration n on n.id = i.integration_id group by u.id`,
    ),
  ])
  return {
    stays: stays.map(({ expires_at: at, ...stay }) =>
      Object.assign(stay, { expires_at: at?.getTime() ?? null }),
    ),
    held: held.map(({ source, vendor_id, state, profile }) => ({
      source,
      vendorId: vendor_id,
      state,
      values: read(profile),
    })),
    incidents: incidents.map(({ id, ...incident }) =>
      Object.assign(incident, { id: encodeId('incident', id) }),
    ),
    accepted: Object.fromEntries(
      accepted.map(({ source, vendor_id, vendor_state, profile }) => [
        `${source}:${vendor_id}`,
        JSON.stringify({ state: vendor_state, ...read(profile) }, undefined, 0),
      ]),
    ),
    people: new Map(people.map(({ id, state, accounts }) => [id, { uuid: id, state, accounts }])),
  }
}

export const later = DAY + 3_600_000
