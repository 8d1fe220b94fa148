import { directoryClasses } from './directory-entry.ts'
import { expiryAttributes } from '../file/ldif-value.ts'
import type { Mapping } from '../file/mapping.ts'
import { flag, plainMember } from '../file/complete-mapping.ts'

const { people, others, likePeople } = directoryClasses

/** An LDAP directory or Active Directory, as LDIF, as a table of `csvde` or `Get-ADUser`, and as `connectors/ldap` reads it. */
export const ldifMapping: Mapping = {
  account: {
    when: [
      [{ path: 'objectClass', one_of: people }],
      [
        { path: 'sAMAccountName', exists: true },
        { path: 'objectClass', exists: false },
        { path: 'members', exists: false },
      ],
      [
        { path: 'dn', exists: true },
        { path: 'uid', exists: true },
        { path: 'objectClass', exists: false },
      ],
      // Whatever class an organisation has of its own, only people have a last name.
      [
        { path: 'dn', exists: true },
        { path: 'cn', exists: true },
        { path: 'sn', exists: true },
        { path: 'members', exists: false },
      ],
    ],
    kinds: [
      {
        kind: 'service',
        when: [
          [
            {
              path: 'objectClass',
              one_of: ['msds-managedserviceaccount', 'msds-groupmanagedserviceaccount'],
            },
          ],
          // It only gives an entry a password; classes of people need a last name.
          [
            { path: 'objectClass', one_of: ['simplesecurityobject'] },
            { path: 'sn', exists: false },
          ],
        ],
      },
    ],
    // The entries of a directory have an id; tables of Get-ADUser have the columns that someone selected.
    vendor_id: ['id', 'objectGUID', 'SID', 'sAMAccountName'],
    handle: ['uid', 'sAMAccountName', 'userPrincipalName', 'cn'],
    // Tables for New-ADUser have names of columns that someone chose.
    email: ['mail', 'EmailAddress', 'rfc822Mailbox', 'Email', 'Primary SMTP Address'],
    first_name: ['givenName', 'First Name'],
    last_name: ['sn', 'surname', 'Last Name'],
    full_name: ['displayName', 'cn', 'name', 'Full Name', 'uid', 'sAMAccountName'],
    created_at: ['createTimestamp', 'whenCreated', 'Created', 'createdAt'],
    state: {
      sources: [
        { path: 'userAccountControl', values: { true: 'suspended', false: 'active' }, bit: 2 },
        // Of the bin of Active Directory.
        ...['isDeleted', 'Deleted'].map((path) => flag(path, true, 'deactivated')),
        { path: 'Enabled', values: { true: 'active', false: 'suspended' } },
        { path: 'nsAccountLock', values: { true: 'suspended', false: 'active' } },
        // OpenLDAP's sign of an account that was locked for good.
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
        { path: 'ds-pwp-account-disabled', values: { true: 'suspended', false: 'active' } },
        { path: 'loginDisabled', values: { true: 'suspended', false: 'active' } },
        {
          path: 'inetUserStatus',
          values: { active: 'active', inactive: 'suspended', deleted: 'deactivated' },
        },
      ],
      otherwise: 'active',
      new_values: [],
      ended_at: expiryAttributes,
    },
    profile_root: null,
    profile_extra: {
      employeeNumber: ['employeeNumber', 'employeeID'],
      department: ['department', 'departmentNumber', 'ou'],
      division: ['division'],
      title: ['title', 'Job Title'],
      costCenter: ['costCenter', 'departmentNumber'],
      location: ['l', 'physicalDeliveryOfficeName'],
      userType: ['employeeType'],
      managerId: ['managerId'],
      managerName: ['manager'],
    },
    profile_omit: ['jpegPhoto', 'thumbnailPhoto', 'userCertificate', 'objectSid'],
  },
  groups: [
    {
      when: [{ path: 'members', exists: true }],
      resource_type: 'idp_group',
      vendor_id: ['id'],
      parent_vendor_id: [],
      name: ['cn', 'name', 'displayName'],
      handle: ['cn', 'sAMAccountName'],
      members_at: ['members'],
      members: plainMember('.'),
    },
  ],
  memberships: [],
  ignore: { when: [[{ path: 'objectClass', one_of: [...others, ...likePeople] }]] },
}
