import { defaultsOf, describeVendor, has, usualDefaults } from '../pull/describe-vendor.ts'
import { ldapMapping } from './ldap-mapping.ts'
import { faultsIn, LdapSettings, receiverOf } from './ldap-settings.ts'
import { ldifMapping } from './ldif-mapping.ts'
import { relateDirectory } from './related-entries.ts'

/** OpenLDAP, 389 Directory Server, Active Directory, and others that speak LDAP. */
export const ldap = describeVendor({
  name: 'ldap',
  label: 'LDAP',
  exportsLabel: 'an LDAP directory or Active Directory',
  kinds: ['idp'],
  detail: 'Active Directory, OpenLDAP or 389 Directory Server, read on a schedule',
  defaults: defaultsOf({
    mapping: ldapMapping,
    employeeIdProfileKey: 'employeeNumber',
    managerProfileKey: 'managerId',
    policyKeys: [
      'department',
      'division',
      'title',
      'company',
      'employeeType',
      'physicalDeliveryOfficeName',
      'l',
      'country',
      'o',
      'ou',
    ],
    dimensions: ['department', 'division', 'title'],
  }),
  exports: {
    defaults: usualDefaults({ mapping: ldifMapping }),
    relate: relateDirectory,
    marks: [
      has('dn', 'objectClass'),
      has('distinguishedName', 'objectClass'),
      has('sAMAccountName', 'distinguishedName'),
      has('sAMAccountName', 'objectGUID'),
      has('sAMAccountName', 'userAccountControl'),
      has('dn', 'uid'),
    ],
  },
  api: {
    settings: LdapSettings,
    form: {
      url: { label: 'Address', hint: 'ldaps://ldap.example.com, or ldap:// with encryption below' },
      start_tls: { label: 'Encrypt an ldap:// connection (StartTLS)' },
      allow_unencrypted: {
        label: 'Allow a connection without encryption',
        hint: 'Anyone who can listen on the network reads the password and the people. Only for a server that has neither ldaps:// nor StartTLS.',
      },
      bind_dn: {
        label: 'Bind DN',
        hint: 'Of the account that reads; for Active Directory also name@domain',
      },
    },
    moreForm: {
      base_dns: { label: 'Base DNs of people', hint: 'One DN a line; empty: the whole directory' },
      group_base_dns: {
        label: 'Base DNs of groups',
        hint: 'One DN a line; empty: those of people',
      },
      people_filter: {
        label: 'People filter',
        hint: 'Such as (objectClass=person); empty: as usual for the product',
      },
      group_filter: {
        label: 'Group filter',
        hint: 'Such as (cn=team-*); empty: as usual for the product',
      },
      attributes: {
        label: 'Further attributes of people',
        hint: 'One a line, such as costCenter: they become keys of profiles',
      },
    },
    secret: { kind: 'password', label: 'Password', isOptional: true },
    rights: [],
    faultsIn,
    receiver: 'the address, its encryption or the `bind_dn`',
    receiverOf,
    nameOf: ({ url }) => url,
    flavours: {
      active_directory: 'Active Directory',
      openldap: 'OpenLDAP',
      '389ds': '389 Directory Server',
      other: 'an LDAP directory',
    },
    load: async () => (await import('./ldap-reading.ts')).reading,
  },
})
