import { connector } from '../pull/connector.ts'
import { changeMarkOf } from './change-mark.ts'
import { addressOf, faultsIn, LdapSettings } from './ldap-settings.ts'
import { ldapRecords } from './ldap-source.ts'
import { sampleDirectory } from './sample-directory.ts'

/** OpenLDAP, 389 Directory Server, Active Directory, and others that speak LDAP. */
export const ldapConnector = connector({
  settings: LdapSettings,
  secret: 'password',
  faultsIn,
  receiver: 'the address, its encryption or the `bind_dn`',
  receiverOf: (settings) => {
    const {
      url,
      start_tls = false,
      allow_unencrypted = false,
      ca = null,
      bind_dn = null,
    } = settings
    const scheme = url.split(':', 1)[0]
    return { ...addressOf(settings), scheme, start_tls, allow_unencrypted, ca, bind_dn }
  },
  nameOf: ({ url }) => url,
  read: (settings, { secret, hosts, signal, mapping, since, known, calendar }) => {
    const target = { settings, password: secret, hosts, signal }
    return ldapRecords(mapping, { target, since: changeMarkOf(since), known, calendar })
  },
  sample: (settings, { secret, hosts, signal }) =>
    sampleDirectory({ settings, password: secret, hosts, signal }),
})
