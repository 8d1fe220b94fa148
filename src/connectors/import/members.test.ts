import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResourceType } from '../../contract/states.ts'
import { channel, gitlab, importWorlds, okta, slack } from '../../../test/import-world.ts'
import { describeImport } from '../../cli/sources/describe-import.ts'

const importWorld = await importWorlds()

async function world() {
  const { query, load } = await importWorld()
  await load('okta', [okta('ada'), okta('bob')])
  await load('slack', [slack('U1', 'ada@example.com'), slack('U2', 'bob@example.com')])
  await load('gitlab', [gitlab(1, 'ada@example.com'), gitlab(2, 'bob@example.com')])
  /** `resource → "account role, …"`, with the state of resources that are not active. */
  const members = async (): Promise<Record<string, string>> => {
    const rows = await query<{ resource: string; members: string }>(
      `select r.vendor_id || case r.state when 'active' then '' else ' ' || r.state end as resource,
         coalesce(string_agg(i.vendor_id || ' ' || m.role_handle, ', ' order by i.vendor_id), '') as members
       from resource r left join resource_member m on m.resource_id = r.id left join identity i on i.id = m.identity_id
       group by r.id order by 1`,
    )
    return Object.fromEntries(rows.map((row) => [row.resource, row.members]))
  }
  const audit = () =>
    query<{ event: string; record_type: string; has_subject: boolean; change: object }>(
      `select event, record_type, subject_id is not null as has_subject,
         jsonb_path_query_first(changes, '$.*') as change from audit_log
       where event like 'directory.member.%' order by sequence`,
    )
  return { query, load, members, audit }
}

test('channels are recorded with the members they are found with, one audit row each', async () => {
  const { query, load, members } = await world()
  const outcome = await load('slack', [channel('C1', ['U1', 'U2']), channel('C2', ['U1'])])
  assert.deepEqual(outcome.groups, { created: 2, changed: 0, unchanged: 0, deactivated: 0 })
  assert.equal(outcome.memberships.added, 3)
  assert.deepEqual(await members(), { C1: 'U1 member, U2 member', C2: 'U1 member' })
  const rows = await query<{ members: Record<string, string> }>(
    `select changes -> 'members' -> 'new' as members from audit_log where event = 'directory.resource.populate' order by sequence`,
  )
  assert.deepEqual(
    rows.map((row) => Object.values(row.members)),
    [['member', 'member'], ['member']],
  )
  assert.match(Object.keys(rows[1]?.members ?? {})[0] ?? '', /^dridt_/)
})

test('the first members of a large channel are on several audit rows of ten', async () => {
  const { query, load } = await world()
  const everyone = Array.from({ length: 25 }, (_, index) => `U${index + 1}`)
  await load(
    'slack',
    everyone.map((id) => slack(id, `${id}@example.com`)),
  )
  await load('slack', [channel('C1', everyone)])
  const rows = await query<{ members: number }>(
    `select (select count(*)::int from jsonb_object_keys(changes -> 'members' -> 'new')) as members
     from audit_log where event = 'directory.resource.populate' order by sequence`,
  )
  assert.deepEqual(
    rows.map(({ members }) => members),
    [10, 10, 5],
  )
})

test('who comes to a channel later has an audit row of their own, about the person', async () => {
  const { load, audit } = await world()
  await load('slack', [channel('C1', ['U1'])])
  await load('slack', [channel('C1', ['U1', 'U2'])])
  assert.deepEqual(await audit(), [
    {
      event: 'directory.member.create',
      record_type: 'dirsc',
      has_subject: true,
      change: { old: null, new: 'member' },
    },
  ])
})

test('members and resources that are missing from a partial import stay, and are counted', async () => {
  const { load, members } = await world()
  await load('slack', [
    channel('C1', ['U1', 'U2']),
    channel('C2', ['U1']),
    channel('C3', ['U1', 'U2']),
  ])
  const outcome = await load('slack', [channel('C1', ['U2']), channel('C2', [])])
  assert.deepEqual(outcome.memberships, { added: 0, changed: 0, removed: 0, unknown: 0 })
  assert.deepEqual(await members(), {
    C1: 'U1 member, U2 member',
    C2: 'U1 member',
    C3: 'U1 member, U2 member',
  })
  assert.deepEqual(outcome.missing, {
    keptBecause: 'partial',
    accountsToDeactivate: 0,
    peopleToDeactivate: 0,
    groupsToDeactivate: 1,
    membershipsToRemove: 4,
  })
  assert.match(describeImport(outcome), /--complete would deactivate 1 group, remove 4 memberships/)
})

test('members that a complete file does not list are removed, and only what changed is written', async () => {
  const { load, members, audit } = await world()
  await load('slack', [channel('C1', ['U1', 'U2']), channel('C2', ['U1'])])
  const before = (await audit()).length
  const outcome = await load('slack', [channel('C1', ['U2']), channel('C2', [])], {
    isComplete: true,
  })
  assert.deepEqual(outcome.memberships, { added: 0, changed: 0, removed: 2, unknown: 0 })
  assert.deepEqual(await members(), { C1: 'U2 member', C2: '' })
  assert.equal((await audit()).length - before, 2)
})

test('a list of groups without any members says nothing about members', async () => {
  const { load, members } = await world()
  await load('slack', [channel('C1', ['U1'])])
  await load('slack', [{ id: 'C1', name: 'renamed', is_private: false, creator: 'U0' }], {
    isComplete: true,
  })
  assert.deepEqual(await members(), { C1: 'U1 member' })
})

test('a resource that a complete file of its type leaves out is deactivated and loses its members', async () => {
  const { load, members } = await world()
  await load('slack', [
    channel('C1', ['U1']),
    channel('C2', ['U1']),
    { ...channel('G1', ['U2']), is_private: true },
  ])
  const outcome = await load('slack', [channel('C2', ['U1'])], { isComplete: true })
  assert.equal(outcome.groups.deactivated, 1)
  assert.deepEqual(await members(), { 'C1 deactivated': '', C2: 'U1 member', G1: 'U2 member' })
  await load('slack', [channel('C1', ['U1']), channel('C2', ['U1'])])
  assert.deepEqual(await members(), { C1: 'U1 member', C2: 'U1 member', G1: 'U2 member' })
})

const member = (group_id: number, user_id: number, access_level: number) => ({
  group_id,
  user_id,
  username: 'x',
  access_level,
})

test('a complete list of members lists those of the groups that it names, roles included', async () => {
  const { load, members } = await world()
  await load('gitlab', [
    { id: 10, full_path: 'team', name: 'Team' },
    { id: 11, full_path: 'other', name: 'Other' },
  ])
  await load('gitlab', [member(10, 1, 30), member(10, 2, 50), member(11, 1, 20)])
  assert.deepEqual(await members(), { 10: '1 developer, 2 owner', 11: '1 reporter' })
  const partial = await load('gitlab', [member(10, 1, 40)])
  assert.deepEqual(partial.memberships, { added: 0, changed: 1, removed: 0, unknown: 0 })
  assert.equal(partial.missing.membershipsToRemove, 1)
  const complete = await load('gitlab', [member(10, 1, 40)], { isComplete: true })
  assert.deepEqual(complete.memberships, { added: 0, changed: 0, removed: 1, unknown: 0 })
  assert.deepEqual(await members(), { 10: '1 maintainer', 11: '1 reporter' })
})

test('a project finds the group that it lies in', async () => {
  const { load, query } = await world()
  await load('gitlab', [
    { id: 20, path_with_namespace: 'team/app', name: 'App', namespace: { id: 10 } },
    { id: 10, full_path: 'team', name: 'Team', parent_id: null },
  ])
  const [project] = await query<{ parent: string }>(
    `select p.vendor_id as parent from resource r join resource p on p.id = r.parent_id where r.type = 'codehost_project'`,
  )
  assert.equal(project?.parent, '10')
})

test('members whom nobody knows are counted and noted, without being bad rows', async () => {
  const { load, members } = await world()
  const outcome = await load('slack', [channel('C1', ['U1', 'UBOT'])])
  assert.deepEqual([outcome.memberships.unknown, outcome.notes, outcome.rowsBad], [1, 1, 0])
  assert.deepEqual(await members(), { C1: 'U1 member' })
})

test('a members list of a group that nobody knows is bad', async () => {
  const { load } = await world()
  const outcome = await load('gitlab', [
    { group_id: 99, user_id: 1, username: 'x', access_level: 30 },
  ])
  assert.equal(outcome.rowsBad, 1)
})

const listed = (id: number, access_level: number) => ({
  id,
  username: `user-${id}`,
  name: 'Somebody else',
  state: 'blocked',
  access_level,
})

test('members of a group that the file does not name change nothing, and the group can be named', async () => {
  const { query, load, members } = await world()
  await load('gitlab', [{ id: 10, full_path: 'team', name: 'Team' }])
  const trace = () =>
    query(`select (select count(*) from audit_log where event not like 'workspace.integration.run%') as audit, (select count(*) from import_run where state = 'succeeded') as runs,
      (select sum(version) from identity) as identities`)
  const before = await trace()
  const refused = await load('gitlab', [listed(1, 30), listed(3, 50)])
  assert.match(
    refused.refused ?? '',
    /--members-of <type>:<vendor id>.*codehost_project, codehost_group/,
  )
  assert.deepEqual(await trace(), before)

  const group = { resourceType: 'codehost_group', vendorId: '10' } as const
  const outcome = await load('gitlab', [listed(1, 30), listed(2, 50)], { group })
  assert.deepEqual(outcome.memberships, { added: 2, changed: 0, removed: 0, unknown: 0 })
  assert.deepEqual(await members(), { 10: '1 developer, 2 owner' })
  const names = await query<{ full_name: string }>(
    `select distinct full_name from identity where vendor_id in ('1', '2')`,
  )
  assert.equal(names.length, 2, 'members do not change accounts')

  const partial = await load('gitlab', [listed(1, 30)], { group })
  assert.equal(partial.missing.membershipsToRemove, 1)
  const complete = await load('gitlab', [listed(99, 30)], { group, isComplete: true })
  assert.deepEqual(complete.memberships, { added: 0, changed: 0, removed: 2, unknown: 1 })
  assert.deepEqual(await members(), { 10: '' })
})

test('lists of Google and Slack members go into the group that is named', async () => {
  const { load, members } = await world()
  await load('google', [user('g1', 'ada@example.com'), user('g2', 'bob@example.com')])
  await load('google', [
    { kind: 'admin#directory#group', id: '03a', email: 'all@example.com', name: 'All' },
  ])
  await load('slack', [channel('C1', [])])
  const row = { kind: 'admin#directory#member', type: 'USER', role: 'OWNER' }
  await load('google', [{ ...row, id: 'g1', email: 'ada@example.com' }], {
    group: { resourceType: 'suite_workspace_group', vendorId: '03a' },
  })
  await load(
    'slack',
    [{ ok: true, members: ['U1', 'U2'], response_metadata: { next_cursor: '' } }],
    {
      group: { resourceType: 'chat_public_channel', vendorId: 'C1' },
    },
  )
  assert.deepEqual(await members(), { '03a': 'g1 owner', C1: 'U1 member, U2 member' })
})

test('a group that is not known, or only by its handle, is refused', async () => {
  const { load } = await world()
  await load('gitlab', [{ id: 10, full_path: 'eng/team', name: 'Team' }])
  const refusal = async (resourceType: ResourceType, vendorId: string) =>
    (await load('gitlab', [listed(1, 30)], { group: { resourceType, vendorId } })).refused
  assert.equal(
    await refusal('codehost_project', '10'),
    'There is no codehost_project 10 in "gitlab". Import its groups first.',
  )
  assert.match(
    (await refusal('codehost_group', 'eng/team')) ?? '',
    /vendor id: --members-of codehost_group:10\./,
  )
  assert.match(
    (await refusal('chat_group', '10')) ?? '',
    /has no groups of type chat_group\. It has codehost_project, codehost_group\./,
  )
})

const user = (id: string, primaryEmail: string) => ({
  id,
  primaryEmail,
  kind: 'admin#directory#user',
  name: {},
})

const permission = (emailAddress: string, role: string) => ({
  id: 'p',
  type: 'user',
  emailAddress,
  role,
})

const drive = (permissions: object[]) => ({
  kind: 'drive#drive',
  id: 'D1',
  name: 'Plans',
  permissions,
})

test('a drive names its people by address', async () => {
  const { load, members } = await world()
  await load('google', [user('g1', 'ada@example.com'), user('g2', 'bob@example.com')])
  await load('google', [
    drive([
      permission('ADA@example.com', 'organizer'),
      permission('guest@other.example', 'reader'),
    ]),
  ])
  assert.deepEqual(await members(), { D1: 'g1 manager' })
})

test('a group that is listed without its name keeps the name that it has', async () => {
  const { load, query } = await world()
  const group = { name: 'groups/1', displayName: 'Engineers', groupKey: { id: 'eng@example.com' } }
  await load('google', [group])
  const outcome = await load('google', [{ name: 'groups/1', memberships: [] }])
  assert.deepEqual(outcome.groups, { created: 0, changed: 0, unchanged: 1, deactivated: 0 })
  assert.deepEqual(await query(`select name, handle from resource where vendor_id = 'groups/1'`), [
    { name: 'Engineers', handle: 'eng@example.com' },
  ])
})

test('the same groups twice change nothing', async () => {
  const { load, query } = await world()
  const rows = [channel('C1', ['U1', 'U2']), channel('C2', ['U1'])]
  await load('slack', rows)
  const trace = () =>
    query(`select (select count(*) from audit_log where event not like 'workspace.integration.run%') as audit, (select epoch from policy_epoch) as epoch,
      (select sum(version) from directory_user_version) as people, (select sum(version) from resource) as resources`)
  const before = await trace()
  const outcome = await load('slack', rows)
  assert.deepEqual(await trace(), before)
  assert.deepEqual(outcome.groups, { created: 0, changed: 0, unchanged: 2, deactivated: 0 })
})
