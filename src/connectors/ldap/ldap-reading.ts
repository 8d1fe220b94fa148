import type { Reading } from '../pull/connector.ts'
import { changeMarkOf } from './change-mark.ts'
import type { LdapSettings } from './ldap-settings.ts'
import { ldapRecords } from './ldap-source.ts'
import { directoryAccounts } from './read-people.ts'
import { sampleDirectory } from './sample-directory.ts'

export const reading: Reading<LdapSettings> = {
  read: (settings, { secret, hosts, signal, mapping, since, known, calendar }) => {
    const target = { settings, password: secret, hosts, signal }
    return ldapRecords(mapping, { target, since: changeMarkOf(since), known, calendar })
  },
  sample: (settings, { secret, hosts, signal }) =>
    sampleDirectory({ settings, password: secret, hosts, signal }),
  accounts: directoryAccounts,
}
