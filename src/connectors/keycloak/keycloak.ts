import { describeVendor, has, usualDefaults } from '../pull/describe-vendor.ts'
import type { Mapping } from '../file/mapping.ts'
import { flag, plainMember, unconfirmed } from '../file/complete-mapping.ts'
import { relateRealm } from './related-groups.ts'

/** A value of Keycloak's `attributes`, which are lists. */
const attribute = (...names: string[]) => names.map((name) => `attributes.${name}`)

/** Keycloak: users of the admin API and of a realm's export, and groups. */
const keycloakMapping: Mapping = {
  account: {
    when: [[{ path: 'username', exists: true }]],
    kinds: [
      {
        kind: 'service',
        when: [
          [{ path: 'serviceAccountClientId', exists: true }],
          [{ path: 'serviceAccountClientLink', exists: true }],
        ],
      },
    ],
    vendor_id: ['id', 'username'],
    handle: ['username'],
    email: ['email'],
    unconfirmed: unconfirmed('emailVerified'),
    first_name: ['firstName'],
    last_name: ['lastName'],
    full_name: [...attribute('displayName', 'name'), 'username'],
    own_names: true,
    created_at: ['createdTimestamp'],
    state: {
      sources: [flag('enabled', false, 'suspended')],
      otherwise: 'active',
      new_values: [],
    },
    profile_root: null,
    profile_extra: {
      employeeNumber: attribute('employeeNumber', 'employee_number', 'employeeId', 'employee_id'),
      department: attribute('department'),
      division: attribute('division'),
      title: attribute('title', 'jobTitle', 'job_title'),
      costCenter: attribute('costCenter', 'cost_center'),
      location: attribute('location', 'office'),
      managerId: attribute('managerId', 'manager_id', 'manager'),
    },
    profile_omit: [
      'userProfileMetadata',
      'access',
      'requiredActions',
      'disableableCredentialTypes',
      'federatedIdentities',
    ],
  },
  groups: [
    {
      when: [
        { path: 'path', exists: true },
        { path: 'name', exists: true },
      ],
      resource_type: 'idp_group',
      vendor_id: ['id', 'path'],
      parent_vendor_id: ['parentId'],
      name: ['name'],
      handle: ['path'],
      members_at: ['members'],
      members: plainMember('id'),
    },
  ],
  memberships: [],
}

export const keycloak = describeVendor({
  name: 'keycloak',
  label: 'Keycloak',
  kinds: ['idp'],
  isFileOnly: true,
  hasOwnNames: true,
  defaults: usualDefaults({ mapping: keycloakMapping }),
  exports: {
    relate: relateRealm,
    marks: [
      has('username', 'enabled', 'emailVerified'),
      has('username', 'enabled', 'createdTimestamp'),
      has('username', 'enabled', 'credentials'),
      has('serviceAccountClientId'),
      has('path', 'subGroups'),
      has('path', 'subGroupCount'),
    ],
  },
})
