import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IntegrationVendor, ResourceType } from '../../contract/states.ts'
import { entra } from '../entra/entra.ts'
import { oktaUser, read } from '../../../test/read-export-text.ts'

type MembersCase = {
  vendor: IntegrationVendor
  group: { resourceType: ResourceType; vendorId: string }
  text: string
  /** Account id or address, and role. */
  members: readonly string[]
}

const memberOf = (id: number, access_level: number) => ({
  id,
  username: `user-${id}`,
  name: `User ${id}`,
  state: 'active',
  web_url: `https://git.example/user-${id}`,
  access_level,
  expires_at: null,
})

const googleMember = (id: string, role: string, type = 'USER') => ({
  kind: 'admin#directory#member',
  etag: '"e"',
  id,
  email: `${id}@acme.example`,
  role,
  type,
  status: 'ACTIVE',
})

const lists: Readonly<Record<string, MembersCase>> = {
  'GitLab’s GET /groups/:id/members': {
    vendor: 'codehost',
    group: { resourceType: 'codehost_group', vendorId: '12' },
    text: JSON.stringify([memberOf(5, 30), memberOf(6, 50)]),
    members: ['5 developer', '6 owner'],
  },
  'GitLab’s GET /projects/:id/members as JSON lines': {
    vendor: 'codehost',
    group: { resourceType: 'codehost_project', vendorId: '12' },
    text: `${JSON.stringify(memberOf(5, 30))}\n${JSON.stringify(memberOf(6, 40))}\n`,
    members: ['5 developer', '6 maintainer'],
  },
  'a table of GitLab members': {
    vendor: 'codehost',
    group: { resourceType: 'codehost_group', vendorId: '12' },
    text: 'user_id,access_level\n5,30\n6,20\n',
    members: ['5 developer', '6 reporter'],
  },
  'pages of Google’s members.list': {
    vendor: 'suite',
    group: { resourceType: 'suite_workspace_group', vendorId: '03abc' },
    text: [
      [googleMember('115', 'OWNER'), googleMember('03abd', 'MEMBER', 'GROUP')],
      [googleMember('116', 'MEMBER')],
    ]
      .map((members) =>
        JSON.stringify({ kind: 'admin#directory#members', members, nextPageToken: '' }, null, 1),
      )
      .join('\n'),
    members: ['115 owner', '116 member'],
  },
  'Google members without a kind': {
    vendor: 'suite',
    group: { resourceType: 'suite_workspace_group', vendorId: '03abc' },
    text: 'id,email,role,type\n115,li@acme.example,MANAGER,USER\n',
    members: ['115 manager'],
  },
  'Google’s permissions.list of a drive': {
    vendor: 'suite',
    group: { resourceType: 'suite_workspace_drive', vendorId: '0AB' },
    text: JSON.stringify({
      kind: 'drive#permissionList',
      permissions: [
        {
          kind: 'drive#permission',
          id: '99',
          type: 'user',
          emailAddress: 'li@acme.example',
          role: 'organizer',
        },
      ],
    }),
    members: ['li@acme.example manager'],
  },
  'Google’s memberships.list of an identity group': {
    vendor: 'suite',
    group: { resourceType: 'suite_identity_group', vendorId: 'groups/01' },
    text: JSON.stringify({
      memberships: [
        {
          name: 'groups/01/memberships/115',
          preferredMemberKey: { id: 'li@acme.example' },
          roles: [{ name: 'MEMBER' }, { name: 'OWNER' }],
          type: 'USER',
        },
      ],
      nextPageToken: '',
    }),
    members: ['li@acme.example owner'],
  },
  'pages of Slack’s conversations.members': {
    vendor: 'chat',
    group: { resourceType: 'chat_public_channel', vendorId: 'C1' },
    text: [['U1', 'U2'], ['U3']]
      .map((members) => JSON.stringify({ ok: true, members, response_metadata: {} }))
      .join(''),
    members: ['U1 member', 'U2 member', 'U3 member'],
  },
  'Slack’s usergroups.users.list': {
    vendor: 'chat',
    group: { resourceType: 'chat_group', vendorId: 'S1' },
    text: JSON.stringify({ ok: true, users: ['U1', 'U2'] }),
    members: ['U1 member', 'U2 member'],
  },
  'a JSON list of Slack ids': {
    vendor: 'chat',
    group: { resourceType: 'chat_private_channel', vendorId: 'G1' },
    text: '["U1", "U2"]',
    members: ['U1 member', 'U2 member'],
  },
  'a table of Slack ids': {
    vendor: 'chat',
    group: { resourceType: 'chat_group', vendorId: 'S1' },
    text: 'user_id\nU1\n',
    members: ['U1 member'],
  },
}

for (const [name, { vendor, group, text, members }] of Object.entries(lists)) {
  test(`${name} is refused without its group, and read with it`, async () => {
    const option = `--members-of <type>:<vendor id>, for example --members-of `
    await assert.rejects(read(vendor, text), (error: Error) => error.message.includes(option))
    for (const shape of ['accounts', 'memberships'] as const) {
      await assert.rejects(read(vendor, text, { shape }), /does not name the group/)
    }
    const records = await read(vendor, text, { group })
    assert.deepEqual(
      records.map((record) => {
        assert.equal(record.kind, 'membership', JSON.stringify(record))
        if (record.kind !== 'membership') return ''
        assert.equal(record.resourceType, group.resourceType)
        assert.equal(record.groupVendorId, group.vendorId)
        return `${record.accountVendorId ?? record.accountEmail} ${record.role}`
      }),
      members,
    )
  })
}

test('a Google member with the id of its group before it needs no option', async () => {
  const [member] = await read(
    'suite',
    JSON.stringify([{ groupId: '03abc', ...googleMember('115', 'OWNER') }]),
  )
  assert.equal(member?.kind === 'membership' && member.groupVendorId, '03abc')
})

test('Okta lists the members of a group as accounts, which --members-of reads as members', async () => {
  const group = { resourceType: 'idp_group', vendorId: '00g1' } as const
  const [member] = await read('idp', JSON.stringify([oktaUser]), { group })
  assert.equal(member?.kind === 'membership' && member.accountVendorId, oktaUser.id)
})

const user = { id: 5, username: 'zking', name: 'Zoë King', state: 'active' }
const group = { id: 7, name: 'Platform', full_path: 'eng/platform' }
const namedMember = { ...memberOf(5, 30), group_id: 7 }

test('a record of another kind than the first stops the reading', async () => {
  const mixed: [object[], RegExp][] = [
    [[user, group], /^Line 2 is a group, but line 1 is an account\./],
    [[{ colour: 'red' }, group, user], /^Line 3 is an account, but line 2 is a group\./],
    [[user, namedMember], /^Line 2 is a member of a group, but line 1 is an account\./],
    [[namedMember, user], /^Line 2 is an account, but line 1 is a member of a group\./],
    [[user, memberOf(6, 30)], /^Line 2 is a member of a group, but does not name the group/],
  ]
  for (const [rows, message] of mixed) {
    const text = rows.map((row) => JSON.stringify(row)).join('\n')
    await assert.rejects(read('codehost', text, { name: 'x.jsonl' }), { message })
  }
  await assert.rejects(
    read('codehost', JSON.stringify([user, group])),
    /^UnreadableExport: Record 2/,
  )
})

test('an ambiguous record stops the reading, unless the shape is given', async () => {
  const text = JSON.stringify([{ ...oktaUser, groupId: '00g1' }])
  await assert.rejects(
    read('idp', text),
    /Record 1 can be read as an account and as a member of a group\. Say with --shape what the file lists\./,
  )
  assert.equal((await read('idp', text, { shape: 'accounts' }))[0]?.kind, 'account')
  assert.equal((await read('idp', text, { shape: 'memberships' }))[0]?.kind, 'membership')
})

test('a shape that contradicts the records, and a group for records that are not members, are refused', async () => {
  await assert.rejects(
    read('codehost', JSON.stringify([group]), { shape: 'accounts' }),
    /Record 1 is a group, but --shape says accounts/,
  )
  const of = { resourceType: 'codehost_group', vendorId: '12' } as const
  const cases: [object, RegExp][] = [
    [
      user,
      /Record 1 is an account\. With --members-of the file must list the members of one group/,
    ],
    [group, /Record 1 is a group\. With --members-of/],
    [namedMember, /Record 1 names its group itself\. Import the file without --members-of/],
  ]
  for (const [row, message] of cases)
    await assert.rejects(read('codehost', JSON.stringify([row]), { group: of }), message)
})

test('records that match no test are bad, and the others are read', async () => {
  const invitation = { id: 5, invite_email: 'new@acme.example', access_level: 30 }
  const of = { resourceType: 'codehost_group', vendorId: '12' } as const
  const members = await read('codehost', JSON.stringify([invitation, memberOf(5, 30)]), {
    group: of,
  })
  assert.deepEqual(
    members.map(({ kind }) => kind),
    ['bad', 'membership'],
  )
  const accounts = await read('codehost', JSON.stringify([user, { id: 6, title: 'x' }, [user]]))
  assert.deepEqual(
    accounts.map(({ kind }) => kind),
    ['account', 'bad', 'account'],
  )
})

test('the members of a group of Graph are asked about, and read as members or as accounts', async () => {
  const member = {
    '@odata.type': '#microsoft.graph.user',
    id: 'u1',
    displayName: 'Ada Moreau',
    userPrincipalName: 'ada@acme.example',
  }
  const text = JSON.stringify({ value: [member] })
  const mapping = entra.defaults.mapping
  await assert.rejects(
    read('idp', text, { mapping }),
    /If the file lists all users, say so with --shape accounts\. If it lists the members of one group, name it with --members-of <type>:<vendor id>/,
  )
  assert.equal((await read('idp', text, { mapping, shape: 'accounts' }))[0]?.kind, 'account')
  const group = { resourceType: 'idp_group', vendorId: '00g1' } as const
  for (const row of [member, { id: 'u1', userPrincipalName: 'ada@acme.example' }]) {
    const [record] = await read('idp', JSON.stringify([row]), { mapping, group })
    assert.equal(record?.kind === 'membership' && record.accountVendorId, 'u1')
  }
})
