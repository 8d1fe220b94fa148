import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliActor } from '../../src/cli/local/direct.ts'
import { say } from '../../src/cli/output/output.ts'
import { integrationDefaults } from '../../src/connectors/vendors.ts'
import { connectVendor } from '../../src/connectors/import/connect-vendor.ts'
import { importRecords } from '../../src/connectors/import/import-records.ts'
import { dialectOf } from '../../src/connectors/ldap/flavour.ts'
import { ldap } from '../../src/connectors/ldap/ldap.ts'
import { ldapRecords } from '../../src/connectors/ldap/ldap-source.ts'
import type { LdapTarget } from '../../src/connectors/ldap/ldap-session.ts'
import { nothingKnown } from '../../src/connectors/pull/known-records.ts'
import { pulledSource } from '../../src/connectors/sync/pulled-source.ts'
import { openDatabase } from '../../src/database/embedded/open.ts'
import { readEntries, suffix } from '../openldap/entries.ts'
import { findSlapd } from '../openldap/find-slapd.ts'
import { hasLdapsearch, runLdapsearch } from '../openldap/ldapsearch.ts'
import { startSlapd, type Slapd } from '../openldap/start-slapd.ts'
import { timed } from '../policy/timing.ts'
import { unpinned } from '../processes/placement.ts'
import { openWorld } from '../world/open-world.ts'
import { compared, type Findings } from './line.ts'
import type { Options } from './options.ts'

const pageSize = 500

/** OpenLDAP with the demo's people, read by Muster and by `ldapsearch` in turns, and then synced. */
export async function measureLdap(options: Options): Promise<Findings> {
  const files = await findSlapd()
  if (files === undefined || !(await hasLdapsearch()))
    return { lines: [], notes: ["Not measured, because OpenLDAP's programs are not installed."] }
  const { entries: people, fresh } = options
  const entries = await entriesAmong({ people, fresh })
  say(`Loading ${entries.length.toLocaleString('en')} entries into OpenLDAP …`)
  const more = ['index objectClass eq', 'sizelimit unlimited']
  const slapd = await startSlapd(entries, { files, placement: unpinned, more })
  try {
    return await compareReadings(slapd, entries.length, options)
  } finally {
    await slapd.stop()
  }
}

async function entriesAmong(wanted: { people: number; fresh: boolean }) {
  const world = await openWorld(unpinned, { ...wanted, kind: 'primary' })
  try {
    return await readEntries(world)
  } finally {
    await world.close()
  }
}

async function compareReadings(
  { port }: Slapd,
  entries: number,
  { rounds }: Options,
): Promise<Findings> {
  const filter = dialectOf('openldap').peopleFilter
  const search = { port, base: suffix, filter, pageSize }
  const target = targetAt(port)
  const rateOf = async (work: () => Promise<unknown>) => entries / ((await timed(work)).took / 1000)
  await runLdapsearch(search)
  const reading: [number, number][] = []
  const syncing: [number, number][] = []
  for (let round = 1; round <= rounds; round += 1) {
    const read = await rateOf(() => readAll(target, entries))
    const searched = await rateOf(() => runLdapsearch(search))
    const synced = await syncRate(target, entries)
    reading.push([read, searched])
    syncing.push([synced, searched])
    const [first, second, third] = [read, searched, synced].map((rate) =>
      Math.round(rate).toLocaleString('en'),
    )
    say(`  ${round}/${rounds}: read ${first}/s, ldapsearch ${second}/s, synced ${third}/s`)
  }
  const line = { sides: ['Muster', 'ldapsearch'], unit: 'entries/s' } as const
  return {
    lines: [
      compared({ ...line, what: 'read the directory', rounds: reading }),
      compared({ ...line, what: 'the first sync', rounds: syncing }),
    ],
    notes: [
      `${entries.toLocaleString('en')} people in pages of ${pageSize}. ldapsearch reads them once; Muster reads their names first, then everything. ` +
        'The sync also makes the people, their attributes and manifests, with audit rows, and commits.',
    ],
  }
}

function targetAt(port: number): LdapTarget {
  const settings = {
    url: `ldap://127.0.0.1:${port}`,
    allow_unencrypted: true,
    base_dns: [suffix],
    page_size: pageSize,
  }
  return { settings, password: null, hosts: [{ host: '127.0.0.1', port: null }] }
}

/** Reads everything, as a sync does, and stores nothing. */
async function readAll(target: LdapTarget, entries: number): Promise<void> {
  const { mapping } = integrationDefaults('idp', 'ldap')
  let people = 0
  for await (const record of ldapRecords(mapping, { target, since: null }).records)
    if (record.kind === 'account') people += 1
  if (people !== entries) throw new Error(`${people} of ${entries} people were read`)
}

/** People a second of the first sync into an empty Muster. */
async function syncRate(target: LdapTarget, entries: number): Promise<number> {
  const directory = join(tmpdir(), `muster-bench-sources-${randomUUID()}`)
  const opened = await openDatabase({
    dataDirectory: join(directory, 'data'),
    whenInUse: 'refuse',
  })
  try {
    const handle = 'idp'
    const integration = { handle, vendor: 'idp', type: 'ldap', name: handle } as const
    await connectVendor(opened.database, cliActor, { ...integration, isPrimary: true })
    const connection = ldap.connector?.connectionOf(target.settings)
    if (connection == null) throw new Error('The settings are not valid.')
    const source = pulledSource({
      integrationHandle: handle,
      since: null,
      load: async () => ({ connection, secret: null, hosts: target.hosts, known: nothingKnown }),
    })
    const { given, took } = await timed(async () =>
      importRecords(opened.database, source, { actor: cliActor }),
    )
    if (given.refused !== undefined || given.accounts.created !== entries)
      throw new Error(given.refused ?? `${given.accounts.created} of ${entries} accounts were made`)
    return entries / (took / 1000)
  } finally {
    await opened.close()
    await rm(directory, { recursive: true, force: true })
  }
}
