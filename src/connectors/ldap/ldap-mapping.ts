import { expiryAttributes } from '../file/ldif-value.ts'
import type { Mapping } from '../file/mapping.ts'

/** One of several values, where a directory may hold several. */
const first = (name: string) => [`${name}[0]`, name]

/**
 * People and groups of a directory, as `connectors/ldap` reads them: attributes by their usual names, and beside them `id`
 * (which renames and moves don't change), `dn`, `managerId` (the id of the manager), `createdAt`, `serviceAccount`, and the
 * `members` of a group (ids of people).
 */
export const ldapMapping: Mapping = {
  account: {
    when: [
      [
        { path: 'id', exists: true },
        { path: 'members', exists: false },
      ],
    ],
    kinds: [{ kind: 'service', when: [[{ path: 'serviceAccount', one_of: ['true'] }]] }],
    vendor_id: ['id'],
    handle: ['sAMAccountName', ...first('uid'), 'userPrincipalName', ...first('cn')],
    email: first('mail'),
    first_name: first('givenName'),
    last_name: first('sn'),
    full_name: [...first('displayName'), ...first('cn'), ...first('uid'), 'sAMAccountName'],
    created_at: ['createdAt', 'createTimestamp', 'whenCreated'],
    state: {
      sources: [
        // Active Directory: ACCOUNTDISABLE.
        { path: 'userAccountControl', bit: 2, values: { true: 'suspended', false: 'active' } },
        // 389 Directory Server, FreeIPA.
        { path: 'nsAccountLock', values: { true: 'suspended', false: 'active' } },
        // OpenLDAP's password policy: locked by an administrator. Another time is a lock that ends by itself.
        {
          path: 'pwdAccountLockedTime',
          values: { '000001010000z': 'suspended' },
          ignore_others: true,
        },
        // As `usermod --expiredate 1` and Univention disable an account. Other days are its last one.
        {
          path: 'shadowExpire',
          values: { 1: 'suspended', '-1': 'active' },
          ignore_others: true,
        },
      ],
      otherwise: 'active',
      new_values: [],
      ended_at: expiryAttributes,
    },
    profile_root: null,
    profile_extra: {
      department: [...first('departmentNumber'), ...first('ou')],
      employeeNumber: ['employeeID'],
      country: ['co', 'c'],
    },
    profile_omit: ['id', 'createdAt', 'serviceAccount'],
  },
  groups: [
    {
      when: [{ path: 'members', exists: true }],
      resource_type: 'idp_group',
      vendor_id: ['id'],
      parent_vendor_id: [],
      name: [...first('displayName'), ...first('cn'), 'sAMAccountName', 'dn'],
      handle: ['sAMAccountName', ...first('cn')],
      members_at: ['members'],
      members: {
        account_vendor_id: ['.'],
        account_email: [],
        only_when: [],
        role: { path: [], values: {}, otherwise: 'member' },
      },
    },
  ],
  memberships: [],
}
