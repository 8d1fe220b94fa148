import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/database/database.ts'
import {
  ensureIntegration,
  type IntegrationOptions,
} from '../src/workspace/integrations/create-integration.ts'
import { integrationDefaults } from '../src/connectors/vendors.ts'
import { importExport, type ExportOptions } from '../src/connectors/import/import-export.ts'
import type { ImportOptions } from '../src/connectors/import/import-records.ts'
import type { ImportOutcome } from '../src/connectors/import/outcome.ts'
import { emptyTables } from './empty-tables.ts'
import { testDatabase, type TestDatabase } from './harness.ts'
import { testActor } from './people-fixture.ts'

export type ImportWorld = {
  database: Database
  query: <Row extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ) => Promise<Row[]>
  /** Imports records into the integration of that handle. */
  load: (
    integrationHandle: string,
    records: readonly (object | string)[],
    options?: Partial<ExportOptions & ImportOptions>,
  ) => Promise<ImportOutcome>
}

const directory = await mkdtemp(join(tmpdir(), 'muster-import-'))

type MakeImportWorld = (changes?: Partial<IntegrationOptions>) => Promise<ImportWorld>

/** A database for a test file. The function returned empties it and connects vendors, one world at a time; `changes` are the primary's. */
export async function importWorlds(): Promise<MakeImportWorld> {
  const test = await testDatabase()
  return async (changes = {}) => {
    await test.query(emptyTables(['integration', 'directory_user', 'audit_log', 'due_instant']))
    await connectVendors(test.database, changes)
    return {
      database: test.database,
      query: (text, values) => test.query(text, values),
      load: (handle, records, options) => importRecords(test.database, handle, records, options),
    }
  }
}

/** Connects a vendor by its defaults: Okta as the primary, GitLab, and Slack, whose addresses are trusted. */
async function connectVendors(
  database: Database,
  changes: Partial<IntegrationOptions>,
): Promise<void> {
  const vendors = [
    { vendor: 'idp', type: 'okta', handle: 'okta', isPrimary: true, trustsEmail: false },
    { vendor: 'codehost', type: 'gitlab', handle: 'gitlab', isPrimary: false, trustsEmail: false },
    { vendor: 'chat', type: 'slack', handle: 'slack', isPrimary: false, trustsEmail: true },
    { vendor: 'suite', type: 'google', handle: 'google', isPrimary: false, trustsEmail: true },
  ] as const
  await database.transaction(async ({ tx }) => {
    for (const vendor of vendors) {
      const options = {
        ...integrationDefaults(vendor.vendor, vendor.type),
        ...vendor,
        name: vendor.handle,
      }
      await ensureIntegration(
        tx,
        testActor,
        vendor.isPrimary ? { ...options, ...changes } : options,
      )
    }
  })
}

/** Writes the records as JSON lines (a string goes in as it is) and imports the file. */
async function importRecords(
  database: Database,
  integrationHandle: string,
  records: readonly (object | string)[],
  options: Partial<ExportOptions & ImportOptions> = {},
): Promise<ImportOutcome> {
  const path = join(directory, `${randomUUID()}.jsonl`)
  const lines = records.map((record) =>
    typeof record === 'string' ? record : JSON.stringify(record),
  )
  await writeFile(path, lines.join('\n'))
  return importExport(database, {
    integrationHandle,
    path,
    isComplete: false,
    actor: testActor,
    ...options,
  })
}

export type OktaExtras = {
  status?: string
  email?: string | null
  created?: string
  profile?: object
}

/** An Okta account whose address is `<id>@example.com` unless given. */
export function okta(
  id: string,
  { status = 'ACTIVE', created = '2020-02-01T08:00:00.000Z', profile, email }: OktaExtras = {},
) {
  const address = email === undefined ? `${id}@example.com` : email
  return {
    id,
    status,
    created,
    profile: {
      login: id,
      firstName: `First ${id}`,
      lastName: 'Last',
      ...(address === null ? {} : { email: address }),
      ...profile,
    },
  }
}

/** A Slack account with that address. */
export function slack(id: string, email: string, deleted = false) {
  return {
    id,
    team_id: 'T1',
    name: id.toLowerCase(),
    deleted,
    profile: { email, real_name: `Slack ${id}` },
  }
}

/** A GitLab account with that address. */
export function gitlab(id: number, email: string) {
  return { id, username: `user-${id}`, name: `Git ${id}`, email, state: 'active' }
}

/** A public Slack channel with members. */
export function channel(id: string, members: readonly string[]) {
  return { id, name: `channel-${id.toLowerCase()}`, is_private: false, creator: 'U0', members }
}

/** `vendor id → the manager's vendor id, or the problem`, of all people. */
export async function managersOf(
  query: TestDatabase['query'],
): Promise<Record<string, string | null>> {
  const rows = await query<{ id: string; manager: string | null }>(
    `select i.vendor_id as id, coalesce(m.vendor_id, u.manager_problem) as manager
     from directory_user u join identity i on i.id = u.primary_identity_id
     left join directory_user b on b.id = u.manager_id left join identity m on m.id = b.primary_identity_id
     order by i.vendor_id`,
  )
  return Object.fromEntries(rows.map(({ id, manager }) => [id, manager]))
}
