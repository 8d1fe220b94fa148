import { completeMapping, plainMember } from '../../../src/connectors/file/complete-mapping.ts'
import { byToken, ConnectionSettings } from '../../../src/connectors/pull/connector.ts'
import { describeVendor, has, usualDefaults } from '../../../src/connectors/pull/describe-vendor.ts'
import { restSettings } from '../../../src/connectors/rest/rest-settings.ts'

const mapping = completeMapping({
  account: {
    when: [[{ path: 'person_id', exists: true }]],
    vendor_id: ['person_id'],
    email: ['email'],
    full_name: ['name'],
    state: {
      sources: [
        {
          path: 'status',
          values: { employed: 'active', on_leave: 'suspended', ended: 'deactivated' },
        },
      ],
    },
  },
  groups: [
    {
      when: [{ path: 'team_id', exists: true }],
      resource_type: 'idp_group',
      vendor_id: ['team_id'],
      parent_vendor_id: [],
      name: ['title'],
      handle: [],
      members_at: [],
      members: plainMember('person_id'),
    },
  ],
})

/** An invented vendor. */
export const crewbase = describeVendor({
  name: 'crewbase',
  label: 'Crewbase',
  kinds: ['idp'],
  detail: 'Its people and teams, read by a token',
  defaults: usualDefaults({ mapping }),
  exports: { marks: [has('person_id', 'status')] },
  api: {
    ...byToken,
    settings: ConnectionSettings('crewbase', restSettings, { title: 'Crewbase' }),
    url: 'https://api.crewbase.example',
    form: { url: { label: 'Address', hint: 'Of the API' } },
    secret: { kind: 'token', label: 'Access token' },
    rights: [
      { secret: 'an access token with the scope `people.read`', may: 'read people and teams' },
    ],
    nameOf: ({ url }) => url,
    load: async () => (await import('./crewbase-client.ts')).reading,
  },
})
