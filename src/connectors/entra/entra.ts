import { describeVendor, has, oneOf, usualDefaults } from '../pull/describe-vendor.ts'
import {
  endpointsOf,
  entraFaults,
  entraReceiver,
  EntraSettings,
  ownGraph,
} from './entra-settings.ts'
import type { Mapping } from '../file/mapping.ts'
import { flag, plainMember } from '../file/complete-mapping.ts'

/** Whether a guest has accepted the invitation, as Graph, the portal and PowerShell call it. */
const isPending = ['externalUserState', 'invitationState', 'userState'].map((path) => [
  { path, one_of: ['pendingacceptance', 'pending acceptance'] },
])

const groupMarks = ['securityEnabled', 'groupTypes', 'mailNickname']

/** Microsoft Entra: users, groups and members of Graph, and the tables of the portal and of the Microsoft 365 admin center. */
const entraMapping: Mapping = {
  account: {
    when: [
      [
        { path: 'userPrincipalName', exists: true },
        { path: 'groupTypes', exists: false },
      ],
      [{ path: 'User principal name', exists: true }],
      [{ path: '@odata.type', one_of: ['#microsoft.graph.user'] }],
    ],
    kinds: [
      {
        kind: 'guest',
        when: [
          [{ path: 'userType', one_of: ['guest'] }],
          // What lists no types has the names.
          [
            { path: 'userType', exists: false },
            // `ada_partner.example#EXT#@acme.example` signs in with another organisation.
            { path: 'userPrincipalName', matches: String.raw`.*#ext#@[^\s@]+` },
          ],
        ],
      },
      {
        kind: 'service',
        when: [
          [{ path: 'objectType', one_of: ['serviceprincipal', 'service principal'] }],
          [{ path: '@odata.type', one_of: ['#microsoft.graph.serviceprincipal'] }],
          [
            {
              path: 'RecipientTypeDetails',
              one_of: [
                'sharedmailbox',
                'roommailbox',
                'equipmentmailbox',
                'schedulingmailbox',
                'discoverymailbox',
              ],
            },
          ],
        ],
      },
    ],
    vendor_id: [
      'id',
      'objectId',
      'Object Id',
      'User Id',
      'ExternalDirectoryObjectId',
      'userPrincipalName',
    ],
    handle: ['userPrincipalName', 'User principal name'],
    email: ['mail', 'Primary SMTP Address', 'Proxy addresses'],
    unconfirmed: isPending,
    first_name: ['givenName', 'First name'],
    last_name: ['surname', 'Last name'],
    full_name: ['displayName', 'userPrincipalName'],
    created_at: ['createdDateTime', 'When created'],
    state: {
      sources: [
        flag('accountEnabled', false, 'suspended'),
        {
          path: 'externalUserState',
          values: { accepted: 'active', pendingacceptance: 'suspended' },
        },
        // As the connector marks accounts that were deleted.
        flag('isDeleted', true, 'deactivated'),
        // As a delta query lists who was deleted, for now or for good.
        { path: '@removed.reason', values: { changed: 'deactivated', deleted: 'deactivated' } },
        flag('AccountDisabled', true, 'suspended'),
        flag('Block credential', true, 'suspended'),
        flag('Sign-in blocked', true, 'suspended'),
        flag('Is Deleted', true, 'deactivated'),
        ...['deletedDateTime', 'DeletionTimestamp', 'Soft deletion time stamp', 'Deleted date'].map(
          (path) => ({ path, day: true, values: { true: 'deactivated' as const } }),
        ),
      ],
      otherwise: 'active',
      pending: isPending,
      new_values: [],
      first_day: ['employeeHireDate'],
      ended_at: ['employeeLeaveDateTime'],
    },
    profile_root: null,
    profile_extra: {
      title: ['jobTitle', 'Title'],
      department: ['department'],
      costCenter: ['employeeOrgData.costCenter'],
      division: ['employeeOrgData.division'],
      location: ['officeLocation', 'Office'],
      managerId: ['manager.id', 'managerId', 'manager'],
    },
    profile_omit: ['@odata.type', 'isDeleted'],
  },
  groups: groupMarks.map((mark) => ({
    when: [
      { path: mark, exists: true },
      { path: 'userPrincipalName', exists: false },
    ],
    resource_type: 'idp_group' as const,
    vendor_id: ['id', 'objectId'],
    parent_vendor_id: [],
    name: ['displayName', 'mailNickname'],
    handle: ['mailNickname', 'mail'],
    members_at: ['members'],
    members: {
      ...plainMember('id', 'objectId'),
      // A group or a device inside a group is no account.
      only_when: [{ path: '@odata.type', one_of: ['', '#microsoft.graph.user'] }],
    },
  })),
  memberships: ['groupId', 'groupObjectId'].map((groupId) => ({
    when: [{ path: groupId, exists: true }],
    resource_type: 'idp_group' as const,
    group_vendor_id: [groupId],
    member: plainMember('userId', 'memberId', 'id', 'objectId'),
  })),
  // Graph names the type of what can be a member, and the portal whether it is a user. Lists of users have neither.
  members: {
    when: [
      [{ path: '@odata.type', one_of: ['#microsoft.graph.user'] }],
      [
        { path: 'objectType', exists: true },
        { path: 'isUser', exists: true },
      ],
    ],
    or_accounts: true,
  },
  // Members of a group that are no people; lists of groups do not say what they list.
  ignore: {
    when: [
      [{ path: 'objectType', one_of: ['group', 'device', 'contact'] }],
      [
        {
          path: '@odata.type',
          one_of: [
            '#microsoft.graph.group',
            '#microsoft.graph.device',
            '#microsoft.graph.orgcontact',
          ],
        },
      ],
    ],
  },
}

export const entra = describeVendor({
  name: 'entra',
  label: 'Microsoft Entra',
  kinds: ['idp'],
  detail: 'Its users, groups and members, read through Microsoft Graph',
  defaults: usualDefaults({ mapping: entraMapping, employeeIdProfileKey: 'employeeId' }),
  exports: {
    marks: [
      // Azure DevOps has `principalName` in `user`.
      [...has('userPrincipalName'), { path: 'accessLevel', exists: false }],
      has('mailNickname'),
      has('securityEnabled'),
      [oneOf('@odata.type', '#microsoft.graph.user')],
    ],
  },
  api: {
    settings: EntraSettings,
    url: ownGraph,
    form: {
      tenant: {
        label: 'Tenant',
        hint: 'Its id, or one of its domains, such as acme.onmicrosoft.com',
      },
      client_id: {
        label: 'Application',
        hint: 'The application (client) id that reads the directory',
      },
    },
    moreForm: { url: { label: 'Address of Microsoft Graph', hint: `Empty: ${ownGraph}` } },
    secret: { kind: 'client_secret', label: 'Client secret' },
    rights: [
      {
        secret:
          'a client secret of an application (*App registrations*) with the application permissions `User.Read.All` and `GroupMember.Read.All`, consented to by an administrator; for last days (`--set reads_leave_dates=true`) also `User-LifeCycleInfo.Read.All`',
        may: 'read users, groups and members',
      },
    ],
    faultsIn: entraFaults,
    receiver: 'the address, `ca`, `tenant` or `client_id`',
    receiverOf: entraReceiver,
    nameOf: (settings) => `${endpointsOf(settings).graph}/${settings.tenant}`,
    load: async () => (await import('./entra-client.ts')).reading,
  },
})
