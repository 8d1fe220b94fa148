import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { completeMapping } from './complete-mapping.ts'
import { readExport } from './read-export.ts'
import { oktaUser, ofKind, read } from '../../../test/read-export-text.ts'

test('an Okta user keeps its profile by flat keys, its spelling of the e-mail and its instant', async () => {
  const [account] = ofKind(await read('idp', JSON.stringify([oktaUser])), 'account')
  assert.deepEqual(account, {
    kind: 'account',
    line: 1,
    vendorId: '00u1a2b3c4d5e6f7g8h9',
    handle: 'zoe.king',
    email: 'Zoe.King@acme.example',
    firstName: 'Zoë',
    lastName: 'King',
    fullName: 'Zoë King',
    state: 'active',
    isNew: false,
    createdAt: '2019-04-01T08:30:00.000Z',
    profile: oktaUser.profile,
    notes: [],
  })
})

test('Okta statuses become states, and STAGED is told apart from SUSPENDED', async () => {
  const statuses = [
    'STAGED',
    'ACTIVATING',
    'PROVISIONED',
    'ACTIVE',
    'RECOVERY',
    'PASSWORD_EXPIRED',
    'LOCKED_OUT',
    'SUSPENDED',
    'DEPROVISIONED',
  ]
  const text = statuses.map((status, id) => JSON.stringify({ ...oktaUser, id, status })).join('\n')
  const states = ofKind(await read('idp', text), 'account').map(({ state, isNew }) => [
    state,
    isNew,
  ])
  assert.deepEqual(states, [
    ['suspended', true],
    ['suspended', true],
    ['suspended', true],
    ['active', false],
    ['active', false],
    ['active', false],
    ['active', false],
    ['suspended', false],
    ['deactivated', false],
  ])
})

const withLongNumbers = (id: string) =>
  `{"id":${id},"name":"Ada Moreau","employeeNumber":${id},"level":1.0,"shares":[0.5,1e3],"from":"at 1.0"}`

test('numbers of JSON keep their digits, in a list, in lines and in pages', async () => {
  const ids = ['9007199254740992', '9007199254740993', '399621000000223456', '399621000000223457']
  const users = ids.map(withLongNumbers)
  for (const text of [`[${users.join()}]`, users.join('\n'), `{"users":[${users.join(' , ')}]}`]) {
    const accounts = ofKind(await read('file', text), 'account')
    assert.deepEqual(
      accounts.map(({ vendorId }) => vendorId),
      ids,
    )
    assert.deepEqual(
      accounts.map(({ profile }) => profile['employeeNumber']),
      [9007199254740992, ...ids.slice(1)],
    )
    const profile = accounts[0]?.profile
    assert.deepEqual(
      [profile?.['level'], profile?.['shares'], profile?.['from']],
      ['1.0', [0.5, '1e3'], 'at 1.0'],
    )
  }
})

test('an Okta table with profile columns gives the same profile keys', async () => {
  const text =
    'id,status,profile.login,profile.email,profile.department\n00u1,ACTIVE,zoe,zoe@acme.example,Sales\n'
  const [account] = ofKind(await read('idp', text), 'account')
  assert.deepEqual(account?.profile, {
    login: 'zoe',
    email: 'zoe@acme.example',
    department: 'Sales',
  })
})

function page(users: object[]): string {
  return JSON.stringify({ kind: 'admin#directory#users', users, nextPageToken: 'n' }, null, 1)
}

test('Google pages in a row are one list; the most restrictive flag is the state', async () => {
  const user = {
    id: '115',
    primaryEmail: 'li@acme.example',
    name: { givenName: '伟', familyName: '李' },
    suspended: true,
    archived: true,
    organizations: [
      { department: 'Old' },
      { primary: true, department: 'Finance', title: 'Analyst', costCenter: 'CC-1' },
    ],
    relations: [
      { type: 'assistant', value: 'x@acme.example' },
      { type: 'manager', value: 'boss@acme.example' },
    ],
    externalIds: [{ type: 'organization', value: 'E-7' }],
  }
  const records = await read(
    'suite',
    page([user]) + page([{ ...user, id: '116', archived: false }]),
  )
  const accounts = ofKind(records, 'account')
  assert.deepEqual(
    accounts.map(({ line, state }) => [line, state]),
    [
      [1, 'deactivated'],
      [2, 'suspended'],
    ],
  )
  const { department, title, costCenter, manager, employeeId } = accounts[0]?.profile ?? {}
  assert.deepEqual(
    [department, title, costCenter, manager, employeeId],
    ['Finance', 'Analyst', 'CC-1', 'boss@acme.example', 'E-7'],
  )
})

test('Google groups, nested groups left out, and drives whose members are known by e-mail', async () => {
  const group = {
    kind: 'admin#directory#group',
    id: '03abc',
    email: 'all@acme.example',
    name: 'All',
    directMembersCount: '2',
    members: [
      { id: '115', email: 'li@acme.example', role: 'OWNER', type: 'USER' },
      { id: '03abd', email: 'sub@acme.example', role: 'MEMBER', type: 'GROUP' },
    ],
  }
  const drive = {
    kind: 'drive#drive',
    id: '0AB',
    name: 'Finance',
    permissions: [{ id: '99', type: 'user', emailAddress: 'li@acme.example', role: 'organizer' }],
  }
  const deck = {
    kind: 'drive#file',
    id: '1D',
    name: 'Plan',
    mimeType: 'application/vnd.google-apps.presentation',
    parents: ['0AB'],
  }
  const records = await read(
    'suite',
    [group, drive, deck].map((row) => JSON.stringify(row)).join('\n'),
  )
  assert.deepEqual(
    records.map((record) =>
      record.kind === 'group'
        ? [record.resourceType, record.vendorId, record.parentVendorId]
        : record.kind === 'membership' && [
            record.groupVendorId,
            record.accountVendorId,
            record.accountEmail,
            record.role,
          ],
    ),
    [
      ['suite_workspace_group', '03abc', null],
      ['03abc', '115', 'li@acme.example', 'owner'],
      ['suite_workspace_drive', '0AB', null],
      ['0AB', null, 'li@acme.example', 'manager'],
      ['suite_drive_deck', '1D', '0AB'],
    ],
  )
})

test('GitLab users, groups, projects and rows of members are told apart', async () => {
  const user = {
    id: 5,
    username: 'zking',
    name: 'Zoë van der King',
    state: 'blocked',
    email: null,
    created_at: '2020-01-01T00:00:00.000+02:00',
  }
  const [account] = ofKind(await read('codehost', JSON.stringify([user])), 'account')
  assert.deepEqual(
    [account?.vendorId, account?.firstName, account?.lastName, account?.state, account?.createdAt],
    ['5', 'Zoë', 'van der King', 'suspended', '2019-12-31T22:00:00.000Z'],
  )
  const things = [
    { id: 7, name: 'Platform', full_path: 'eng/platform', parent_id: 1 },
    { id: 7, name: 'api', path_with_namespace: 'eng/platform/api', namespace: { id: 7 } },
  ]
  const groups = ofKind(await read('codehost', JSON.stringify(things)), 'group')
  assert.deepEqual(
    groups.map((group) => [group.resourceType, group.vendorId, group.parentVendorId, group.handle]),
    [
      ['codehost_group', '7', '1', 'eng/platform'],
      ['codehost_project', '7', '7', 'eng/platform/api'],
    ],
  )
  const rows = [
    { id: 1, access_level: 40, source_id: 7, source_type: 'Namespace', user_id: 5 },
    { id: 2, access_level: 10, source_id: 7, source_type: 'Project', user_id: 5 },
    { id: 5, access_level: 50, group_id: 7, username: 'zking' },
  ]
  const members = ofKind(
    await read('codehost', rows.map((row) => JSON.stringify(row)).join('\n')),
    'membership',
  )
  assert.deepEqual(
    members.map((row) => [row.resourceType, row.groupVendorId, row.accountVendorId, row.role]),
    [
      ['codehost_group', '7', '5', 'maintainer'],
      ['codehost_project', '7', '5', 'guest'],
      ['codehost_group', '7', '5', 'owner'],
    ],
  )
})

test('Slack users, public and private channels and user groups', async () => {
  const users = {
    ok: true,
    members: [
      {
        id: 'U1',
        team_id: 'T1',
        name: 'zoe',
        deleted: true,
        profile: { email: 'zoe@acme.example', real_name: 'Zoë King', image_24: 'x' },
      },
    ],
  }
  const [account] = ofKind(await read('chat', JSON.stringify(users)), 'account')
  assert.deepEqual(
    [account?.handle, account?.state, account?.fullName, account?.profile['image_24']],
    ['zoe', 'deactivated', 'Zoë King', undefined],
  )
  const channels = [
    { id: 'C1', name: 'general', creator: 'U1', is_private: false, members: ['U1', 'U1'] },
    { id: 'C2', name: 'board', creator: 'U1', is_private: true, members: ['U1'] },
  ]
  const records = await read('chat', JSON.stringify({ ok: true, channels }))
  assert.deepEqual(
    ofKind(records, 'group').map((group) => group.resourceType),
    ['chat_public_channel', 'chat_private_channel'],
  )
  assert.equal(ofKind(records, 'membership').length, 2)
  const usergroups = [{ id: 'S1', name: 'On call', handle: 'oncall', users: ['U1'] }]
  const [group, member] = await read('chat', JSON.stringify({ ok: true, usergroups }))
  assert.equal(group?.kind === 'group' && group.resourceType, 'chat_group')
  assert.equal(member?.kind === 'membership' && member.accountVendorId, 'U1')
  const withoutUsers = [{ id: 'S1', team_id: 'T1', is_usergroup: true, name: 'x', handle: 'x' }]
  assert.equal((await read('chat', JSON.stringify({ usergroups: withoutUsers })))[0]?.kind, 'group')
})

test('a personnel table is read by its column names, whatever the mark, quotes and spelling', async () => {
  const text =
    '\ufeffEmployee ID;FIRST_NAME;Last name;Work E-mail [optional];Work Email;Status;Hire Date;Department\r\n' +
    '1;Zoë;"O""Brien";;zoe@acme.example;On Leave;2020-02-29;"Sales;\r\nEurope"\r\n'
  const [account, ...more] = ofKind(await read('file', text), 'account')
  assert.equal(more.length, 0)
  assert.deepEqual(
    [account?.line, account?.fullName, account?.email, account?.state, account?.createdAt],
    [2, 'Zoë O"Brien', 'zoe@acme.example', 'active', '2020-02-29T00:00:00.000Z'],
  )
  assert.equal(account?.profile['department'], 'Sales;\nEurope')
  assert.equal('Work E-mail [optional]' in (account?.profile ?? {}), false)
})

test('UTF-16 from a spreadsheet and .gz are unpacked, and the bytes read are told', async () => {
  const text = 'Employee ID\tName\n1\tŁukasz Żak\n'
  const [account] = ofKind(
    await read('file', Buffer.from(`\ufeff${text}`, 'utf16le'), { chunk: 6 }),
    'account',
  )
  assert.equal(account?.fullName, 'Łukasz Żak')
  const directory = await mkdtemp(join(tmpdir(), 'muster-export-'))
  try {
    const path = join(directory, 'people.csv.gz')
    const packed = gzipSync(text)
    await writeFile(path, packed)
    let bytes = 0
    const mapping = completeMapping({
      account: { vendor_id: ['Employee ID'], full_name: ['Name'] },
    })
    const records = await Array.fromAsync(
      readExport({ path, mapping, onBytes: (count) => (bytes += count) }),
    )
    assert.equal(ofKind(records, 'account')[0]?.fullName, 'Łukasz Żak')
    assert.equal(bytes, packed.length)
    const [sent] = ofKind(await read('file', packed, { chunk: 1, mapping }), 'account')
    assert.equal(sent?.fullName, 'Łukasz Żak')
    await writeFile(path, packed.subarray(0, 20))
    await assert.rejects(Array.fromAsync(readExport({ path, mapping })), /damaged or cut off/)
    await assert.rejects(
      Array.fromAsync(readExport({ path: join(directory, 'none.csv'), mapping })),
      /ENOENT/,
    )
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('a record with a list inside is one record in JSON lines, and a page is a list', async () => {
  const membership = { preferredMemberKey: { id: 'li@acme.example' }, roles: [{ name: 'OWNER' }] }
  const rows = [
    { name: 'groups/1', groupKey: { id: 'eng@acme.example' }, memberships: [membership] },
    { memberships: [membership], name: 'groups/2' },
    { name: 'groups/3', memberships: [] },
  ]
  for (const order of [rows, rows.toReversed()]) {
    const text = order.map((row) => JSON.stringify(row)).join('\n')
    const records = await read('suite', text, { name: 'groups.jsonl', chunk: 4096 })
    assert.deepEqual(
      ofKind(records, 'group').map(({ resourceType, vendorId }) => `${resourceType} ${vendorId}`),
      order.map(({ name }) => `suite_identity_group ${name}`),
    )
    assert.equal(ofKind(records, 'membership').length, 2)
    assert.equal(records.length, 5)
  }
  const pages = ['1', '2'].map((id) => JSON.stringify({ users: [{ ...oktaUser, id }], next: id }))
  const accounts = await read('idp', pages.join('\n'), { name: 'pages.jsonl' })
  assert.equal(ofKind(accounts, 'account').length, 2)
})
