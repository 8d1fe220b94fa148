import { defaultsOf, describeVendor, has, oneOf } from '../pull/describe-vendor.ts'
import { byToken } from '../pull/connector.ts'
import { googleMapping } from './google-mapping.ts'
import { googleReceiver, GoogleSettings, ownHost } from './google-settings.ts'

export const google = describeVendor({
  name: 'google',
  label: 'Google Workspace',
  kinds: ['suite', 'idp'],
  detail: 'Its users, groups, members and shared drives, read by a service account',
  defaults: defaultsOf({
    mapping: googleMapping,
    employeeIdProfileKey: 'employeeId',
    managerProfileKey: 'manager',
    managerProfileHolds: 'email',
    policyKeys: ['department', 'title', 'costCenter', 'orgUnitPath', 'isAdmin', 'account_kind'],
    dimensions: ['department', 'title', 'costCenter'],
  }),
  exports: {
    marks: [
      ...['name.fullName', 'name.givenName', 'orgUnitPath', 'suspended', 'isAdmin'].map((path) =>
        has('primaryEmail', path),
      ),
      has('Email Address', 'Org Unit Path'),
      has('groupKey.id'),
      has('memberKey.id'),
      has('preferredMemberKey.id'),
      has('group', 'email', 'role', 'type'),
      has('email', 'name', 'directMembersCount'),
      has('Group Email', 'Member Email'),
      has('Email address', 'Group status', 'Posting permissions'),
      [
        oneOf(
          'kind',
          'admin#directory#user',
          'admin#directory#group',
          'admin#directory#member',
          'drive#drive',
          'drive#file',
          'drive#permission',
        ),
      ],
    ],
  },
  api: {
    ...byToken,
    settings: GoogleSettings,
    url: ownHost,
    form: {
      url: { label: 'Address', hint: 'Of the API; Google’s own unless a proxy stands before it' },
      administrator: {
        label: 'Administrator',
        hint: 'The address of the administrator that the service account impersonates',
      },
      reads_drives: { label: 'Read shared drives and their members too' },
    },
    moreForm: {
      customer: { label: 'Customer', hint: 'Its id; empty: that of the administrator' },
    },
    secret: {
      kind: 'service_account_key',
      label: 'JSON key of the service account',
    },
    rights: [
      {
        secret:
          'the JSON file of a key of a service account, see [Google Workspace](how-to/connect-a-vendor.md#google-workspace)',
        may: 'read users and groups, and shared drives where that is asked for',
      },
    ],
    receiver: 'the address, `ca` or `administrator`',
    receiverOf: googleReceiver,
    nameOf: ({ url, administrator }) => `${url} (${administrator})`,
    load: async () => (await import('./google-client.ts')).reading,
  },
})
