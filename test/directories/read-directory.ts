import { integrationDefaults } from '../../src/connectors/vendors.ts'
import type { ChangeMark } from '../../src/connectors/ldap/change-mark.ts'
import { ldapRecords } from '../../src/connectors/ldap/ldap-source.ts'
import type { LdapSettings } from '../../src/connectors/ldap/ldap-settings.ts'
import { listRecords, type ReadDirectory } from './listed-records.ts'
import type { TestDirectory } from './running-server.ts'

type Options = { since?: ChangeMark | null; settings?: Partial<LdapSettings>; password?: string }

/** Reads a directory as a sync does, but stores nothing. */
export async function readDirectory(
  directory: TestDirectory,
  { since = null, settings = {}, password = directory.password }: Options = {},
): Promise<ReadDirectory> {
  const { mapping } = integrationDefaults('idp', 'ldap')
  const target = {
    settings: { ...settingsOf(directory), ...settings },
    password,
    hosts: [{ host: directory.host, port: null }],
  }
  const { records, state, mark } = ldapRecords(mapping, { target, since })
  const read = await Array.fromAsync(records)
  return { ...listRecords(read), unfinished: state.unfinished, mark: mark() }
}

/** Settings that work for a test's server, which encrypts nothing. */
export function settingsOf({ host, port, bindDn, baseDn }: TestDirectory): LdapSettings {
  return {
    url: `ldap://${host}:${port}`,
    allow_unencrypted: true,
    bind_dn: bindDn,
    base_dns: [baseDn],
  }
}
