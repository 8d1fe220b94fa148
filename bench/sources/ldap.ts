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
import { inDirectory, onEmptyMuster } from '../empty-muster.ts'
import { compared, count, timed, type Findings } from '../figures.ts'
import { unpinned } from '../processes/placement.ts'
import type { SourcesOptions } from '../options.ts'
import { openWorld } from '../world/open-world.ts'
import {
  missingOpenLdap,
  readEntries,
  runLdapsearch,
  startSlapd,
  suffix,
  type Slapd,
} from './slapd.ts'

const pageSize = 500

/** OpenLDAP with the demo's people, read by Muster and by `ldapsearch` in turns, and then synced. */
export async function measureLdap(options: SourcesOptions): Promise<Findings> {
  const missing = missingOpenLdap()
  if (missing !== undefined) return { lines: [], notes: [`Not measured: ${missing}.`] }
  const { entries: people, fresh } = options
  const world = await openWorld(unpinned, { people, fresh, kind: 'primary' })
  const entries = await readEntries(world)
  await world.close()
  say(`Loading ${count(entries.length)} entries into OpenLDAP …`)
  return inDirectory(async (directory) => {
    const slapd = await startSlapd(directory, entries)
    try {
      return await compareReadings(slapd, entries.length, options)
    } finally {
      await slapd.stop()
    }
  })
}

async function compareReadings(
  { port }: Slapd,
  entries: number,
  { rounds }: SourcesOptions,
): Promise<Findings> {
  const filter = dialectOf('openldap').peopleFilter
  const search = () => runLdapsearch(port, filter, pageSize)
  const target = targetAt(port)
  const rateOf = async (work: () => Promise<unknown>) => entries / ((await timed(work)).took / 1000)
  await search()
  const reading: [number, number][] = []
  const syncing: [number, number][] = []
  for (let round = 1; round <= rounds; round += 1) {
    const read = await rateOf(() => readAll(target, entries))
    const searched = await rateOf(search)
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
      ...compared({ ...line, what: 'read the directory', rounds: reading }),
      ...compared({ ...line, what: 'the first sync', rounds: syncing }),
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
  return onEmptyMuster(async ({ database }) => {
    const handle = 'idp'
    const integration = { handle, vendor: 'idp', type: 'ldap', name: handle } as const
    await connectVendor(database, cliActor, { ...integration, isPrimary: true })
    const connection = ldap.connector?.connectionOf(target.settings)
    if (connection == null) throw new Error('The settings are not valid.')
    const source = pulledSource({
      integrationHandle: handle,
      since: null,
      load: async () => ({ connection, secret: null, hosts: target.hosts, known: nothingKnown }),
    })
    const { given, took } = await timed(async () =>
      importRecords(database, source, { actor: cliActor }),
    )
    if (given.refused !== undefined || given.accounts.created !== entries)
      throw new Error(given.refused ?? `${given.accounts.created} of ${entries} accounts were made`)
    return entries / (took / 1000)
  })
}
