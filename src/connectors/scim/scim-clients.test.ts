import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { scimProfiles } from '../../contract/states.ts'
import { policyOfGroups } from '../../../test/policy-text.ts'
import { importPolicy } from '../../policy-as-code/import-policy.ts'
import { core, scimEndpoint, type ScimEndpoint } from './scim-for-tests.ts'

/** The people of the manifest of a group's ruleset, by name. */
async function manifest({ server, token }: ScimEndpoint, name: string): Promise<string[]> {
  const { data } = (await server.get('/policy/rulesets?page[size]=500', token)).body
  const ruleset = data.find(
    (one: { policy_resource: { name: string } }) => one.policy_resource.name === name,
  )
  const path = `/policy/rulesets/${ruleset.id}/manifest-users`
  const users = (await server.get(path, token)).body.data
  type Stay = { included: { directory_user: { full_name: string } } }
  return users.map(({ included }: Stay) => included.directory_user.full_name).toSorted()
}

/** Those of a department belong into a group. */
function grant({ server }: ScimEndpoint, group: string, department: string) {
  const condition = `{ type: identity, profile_key: department, operator: equals, value: ${department} }`
  const groups = { [group]: [`key: all, role: member, conditions: [${condition}]`] }
  return importPolicy(server.database, policyOfGroups('idp_group', groups), { actor: testActor })
}

async function members({ server, token }: ScimEndpoint, name: string): Promise<string[]> {
  const { data } = (await server.get('/directory/resources', token)).body
  const group = data.find((one: { name: string }) => one.name === name)
  const listed = (await server.get(`/directory/resources/${group.id}/members`, token)).body.data
  return listed.map(({ full_name: fullName }: { full_name: string }) => fullName).toSorted()
}

const member = ({ id }: { id: string }) => ({ $ref: null, value: id })

test('Entra’s documented conversation ends in the right people, groups and manifests', async () => {
  const scim = await scimEndpoint(await testServer(), { handle: 'okta', scim_profile: 'entra' })
  const { send } = scim
  const list = (kind: string, filter: string, more = '') =>
    send('GET', `/${kind}?${more}filter=${encodeURIComponent(filter)}`)

  const absent = await list('Users', 'userName eq "ada@contoso.example"')
  assert.deepEqual([absent.status, absent.body.totalResults, absent.body.Resources], [200, 0, []])
  const create = (name: string, family: string, department: string) =>
    send('POST', '/Users', {
      body: {
        schemas: [core.user, core.enterprise],
        externalId: `obj-${name}`,
        userName: `${name}@contoso.example`,
        active: true,
        emails: [{ primary: true, type: 'work', value: `${name}@contoso.example` }],
        meta: { resourceType: 'User' },
        name: { formatted: `${name} ${family}`, familyName: family, givenName: name },
        roles: [],
        [core.enterprise]: { department },
      },
    })
  const ada = (await create('Ada', 'Moreau', 'Sales')).body
  const ben = (await create('Ben', 'Okoro', 'Sales')).body
  assert.equal((await send('GET', `/Users/${ada.id}`)).body.userName, 'Ada@contoso.example')
  const found = await list('Users', 'externalId eq "obj-Ben"')
  assert.equal(found.body.Resources[0].id, ben.id)

  const group = await send('POST', '/Groups', {
    body: {
      schemas: [
        core.group,
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: 'obj-group',
      displayName: 'Sellers',
      meta: { resourceType: 'Group' },
    },
  })
  assert.equal(group.status, 201, JSON.stringify(group.body))
  const address = `/Groups/${group.body.id}`
  assert.equal((await send('GET', `${address}?excludedAttributes=members`)).status, 200)
  const named = await list('Groups', 'displayName eq "sellers"', 'excludedAttributes=members&')
  assert.equal(named.body.totalResults, 1)
  const change = async (path: string, ...operations: object[]) => {
    const answer = await scim.patch(path, ...operations)
    assert.deepEqual([answer.status, answer.body], [204, undefined])
  }
  await change(address, { op: 'Add', path: 'members', value: [member(ada), member(ben)] })
  await change(address, { op: 'Replace', path: 'displayName', value: 'Sales people' })
  await change(address, { op: 'Remove', path: 'members', value: [member(ben)] })
  assert.deepEqual(await members(scim, 'Sales people'), ['Ada Moreau'])

  await grant(scim, group.body.id, 'Sales')
  assert.deepEqual(await manifest(scim, 'Sales people'), ['Ada Moreau', 'Ben Okoro'])

  await change(
    `/Users/${ben.id}`,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ben.new@contoso.example' },
    { op: 'Replace', path: 'name.familyName', value: 'Okoro-Lind' },
    { op: 'Add', path: `${core.enterprise}:manager`, value: ada.id },
  )
  const people = await scim.people()
  const benNow = people.find(({ email }: { email: string }) => email.startsWith('ben.new'))
  assert.equal(benNow.full_name, 'Ben Okoro-Lind')
  const manager = people.find(({ id }: { id: string }) => id === benNow.manager_id)
  assert.equal(manager.full_name, 'Ada Moreau')

  await change(`/Users/${ada.id}`, { op: 'Replace', path: 'active', value: 'False' })
  assert.deepEqual(await manifest(scim, 'Sales people'), ['Ben Okoro-Lind'])
  await change(`/Users/${ada.id}`, { op: 'Replace', path: 'active', value: 'True' })
  assert.deepEqual(await manifest(scim, 'Sales people'), ['Ada Moreau', 'Ben Okoro-Lind'])
  assert.equal((await send('DELETE', `/Users/${ada.id}`)).status, 204)
  assert.deepEqual(await manifest(scim, 'Sales people'), ['Ben Okoro-Lind'])
  assert.equal((await send('DELETE', address)).status, 204)
})

test('Entra’s documented filters find what they are about, and strict refuses those beside the RFC', async () => {
  const server = await testServer()
  const scim = await scimEndpoint(server, { scim_profile: 'entra' })
  const { send, user } = scim
  const boss = await user('boss@contoso.example', { externalId: 'boss' })
  const joy = await send('POST', '/Users', {
    body: {
      schemas: [core.user, core.enterprise],
      externalId: 'jyoung',
      userName: 'jyoung@contoso.example',
      active: true,
      addresses: null,
      displayName: 'Joy Young',
      emails: [
        { type: 'work', value: 'jyoung@contoso.example', primary: true },
        { type: 'other', value: 'joy@home.example' },
      ],
      meta: { resourceType: 'User' },
      name: { familyName: 'Young', givenName: 'Joy' },
      phoneNumbers: null,
      preferredLanguage: null,
      title: null,
      department: null,
      manager: null,
    },
  })
  assert.equal(joy.status, 201, JSON.stringify(joy.body))
  const $ref = boss.body.meta.location
  const moved = await scim.patch(`/Users/${joy.body.id}`, {
    op: 'Add',
    path: 'manager',
    value: [{ $ref, value: boss.body.id }],
  })
  assert.equal(moved.status, 204)
  const read = await send('GET', `/Users/${joy.body.id}`)
  assert.equal(read.body[core.enterprise].manager.value, boss.body.id)
  const group = await send('POST', '/Groups', {
    body: { schemas: [core.group], displayName: 'Team', members: [{ value: joy.body.id }] },
  })
  const found = async (kind: string, filter: string) => {
    const answer = await send('GET', `/${kind}?attributes=id&filter=${encodeURIComponent(filter)}`)
    assert.equal(answer.status, 200, `${filter}: ${JSON.stringify(answer.body)}`)
    return answer.body.Resources.map(({ id }: { id: string }) => id)
  }
  const [bossId, joyId, groupId] = [boss, joy, group].map(({ body }) => body.id)
  const loose = [
    'externalId eq jyoung',
    `id eq ${joyId} and manager eq ${bossId}`,
    `manager eq "${bossId}" and id eq "${joyId}"`,
    'emails[type eq "work"].value eq "jyoung@contoso.example"',
    'emails[type eq work].value eq jyoung@contoso.example',
    'name.FamilyName eq Young and (emails.Value co home.example or emails.Value co example.org)',
    'department eq null and manager pr',
  ]
  const byTheRfc = [
    'userName eq "jyoung@contoso.example"',
    'externalId eq "jyoung"',
    'emails[type eq "work" and value eq "jyoung@contoso.example"]',
    `${core.enterprise}:manager eq "${bossId}"`,
    `${core.enterprise}:manager.value eq "${bossId}"`,
  ]
  for (const filter of [...loose, ...byTheRfc])
    assert.deepEqual(await found('Users', filter), [joyId], filter)
  for (const filter of [
    'emails[type eq "work"].value eq "joy@home.example"',
    'emails[type eq "other"].Value eq "jyoung@contoso.example"',
    `id eq "${bossId}" and manager eq "${bossId}"`,
    'externalId eq true',
  ])
    assert.deepEqual(await found('Users', filter), [], filter)
  for (const filter of [
    'displayName eq "team"',
    `id eq "${groupId}" and members eq "${joyId}"`,
    `members[value eq "${joyId}"]`,
    `members.value eq "${joyId}"`,
  ])
    assert.deepEqual(await found('Groups', filter), [groupId], filter)
  assert.deepEqual(await found('Groups', `id eq ${groupId} and members eq ${bossId}`), [])
  const strict = await scimEndpoint(server, { handle: 'strict', is_primary: false })
  for (const filter of loose) {
    const refused = await strict.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidFilter'], filter)
  }
})

test('Okta’s documented conversation ends in the right people, groups and manifests', async () => {
  const scim = await scimEndpoint(await testServer(), { handle: 'okta', scim_profile: 'okta' })
  const { send } = scim
  assert.equal((await send('GET', '/Users?startIndex=1&count=2')).status, 200)
  assert.equal((await send('GET', '/Groups?startIndex=1&count=100')).status, 200)
  const query = encodeURIComponent('userName eq "test.user@okta.example"')
  const absent = await send('GET', `/Users?filter=${query}&startIndex=1&count=100`)
  assert.equal(absent.body.totalResults, 0)
  const user = {
    schemas: [core.user],
    userName: 'test.user@okta.example',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.example', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const made = await send('POST', '/Users', { body: user })
  assert.deepEqual([made.status, made.body.groups, made.body.active], [201, undefined, true])
  const address = `/Users/${made.body.id}`
  const put = await send('PUT', address, {
    body: {
      ...(await send('GET', address)).body,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      [core.enterprise]: { department: 'Support' },
    },
  })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  assert.equal((await scim.people())[0].full_name, 'Another User')

  const group = await send('POST', '/Groups', {
    body: {
      schemas: [core.group],
      displayName: 'Test SCIMv2',
      members: [{ value: made.body.id, display: 'test.user@okta.example' }],
    },
  })
  assert.equal(group.status, 201)
  const groupAt = `/Groups/${group.body.id}`
  const renamed = await scim.patch(groupAt, {
    op: 'replace',
    value: { id: group.body.id, displayName: 'Test SCIMv2 renamed' },
  })
  assert.deepEqual([renamed.status, renamed.body.displayName], [200, 'Test SCIMv2 renamed'])
  const second = await scim.user('second@okta.example', { displayName: 'Second User' })
  const swapped = await scim.patch(
    groupAt,
    { op: 'remove', path: `members[value eq "${made.body.id}"]` },
    {
      op: 'add',
      path: 'members',
      value: [{ value: second.body.id, display: 'second@okta.example' }],
    },
  )
  assert.equal(swapped.status, 200, JSON.stringify(swapped.body))
  assert.deepEqual(await members(scim, 'Test SCIMv2 renamed'), ['Second User'])
  await grant(scim, group.body.id, 'Support')
  assert.deepEqual(await manifest(scim, 'Test SCIMv2 renamed'), ['Another User'])

  const off = await scim.patch(address, { op: 'replace', value: { active: false } })
  assert.deepEqual([off.status, off.body.active], [200, false])
  assert.deepEqual(await manifest(scim, 'Test SCIMv2 renamed'), [])
  assert.equal((await send('DELETE', groupAt)).status, 204)
})

test('OneLogin’s conversation ends in the right people, groups and manifests', async () => {
  const scim = await scimEndpoint(await testServer(), {
    handle: 'okta',
    scim_profile: 'onelogin',
  })
  const { send } = scim
  const query = encodeURIComponent('userName eq "one@login.example"')
  const absent = await send('GET', `/Users?filter=${query}`)
  assert.deepEqual([absent.status, absent.body.totalResults], [200, 0])
  // Bodies have no schemas.
  const sent = {
    userName: 'one@login.example',
    externalId: '17',
    active: true,
    name: { givenName: 'One', familyName: 'Login' },
    emails: [{ value: 'one@login.example', type: 'work', primary: true }],
    [core.enterprise]: { department: 'Ops' },
  }
  const made = await send('POST', '/Users', { body: sent })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const address = `/Users/${made.body.id}`
  const named = await send('GET', `/Groups?filter=${encodeURIComponent('displayName eq "Ops"')}`)
  assert.equal(named.body.totalResults, 0)
  const group = await send('POST', '/Groups', { body: { displayName: 'Ops' } })
  assert.equal(group.status, 201)
  const groupAt = `/Groups/${group.body.id}`
  const patch = (at: string, ...Operations: object[]) => send('PATCH', at, { body: { Operations } })
  const value = [{ value: made.body.id }]
  assert.equal((await patch(groupAt, { op: 'Add', path: 'members', value })).status, 200)
  assert.deepEqual(await members(scim, 'Ops'), ['One Login'])
  assert.equal((await patch(groupAt, { op: 'Remove', path: 'members', value })).status, 200)
  assert.deepEqual(await members(scim, 'Ops'), [])
  const put = await send('PUT', groupAt, { body: { displayName: 'Ops', members: value } })
  assert.equal(put.status, 200)
  assert.deepEqual(await members(scim, 'Ops'), ['One Login'])

  await grant(scim, group.body.id, 'Ops')
  assert.deepEqual(await manifest(scim, 'Ops'), ['One Login'])
  const renamed = { ...sent, id: made.body.id, name: { givenName: 'Uno', familyName: 'Login' } }
  assert.equal((await send('PUT', address, { body: renamed })).status, 200)
  assert.deepEqual(await manifest(scim, 'Ops'), ['Uno Login'])
  const operation = { op: 'Replace', value: { id: made.body.id, active: false } }
  assert.equal((await patch(address, operation)).status, 200)
  assert.deepEqual(await manifest(scim, 'Ops'), [])
  assert.equal((await send('PUT', address, { body: renamed })).body.active, true)
  assert.deepEqual(await manifest(scim, 'Ops'), ['Uno Login'])
  assert.equal((await send('DELETE', address)).status, 204)
  assert.deepEqual(await manifest(scim, 'Ops'), [])
  assert.deepEqual(await members(scim, 'Ops'), [])
})

test('authentik’s requests end in the right groups: it removes members by value, and repeats the id', async () => {
  const scim = await scimEndpoint(await testServer(), { handle: 'okta', scim_profile: 'authentik' })
  const { send } = scim
  const ada = (await scim.user('ada@acme.example', { displayName: 'Ada', externalId: 'u1' })).body
  const bo = (await scim.user('bo@acme.example', { displayName: 'Bo', externalId: 'u2' })).body
  const body = { schemas: [core.group], displayName: 'Ops', externalId: 'g1' }
  const group = (await send('POST', '/Groups', { body })).body
  const at = `/Groups/${group.id}`
  const add = [ada, bo].map(({ id }) => ({ op: 'add', path: 'members', value: [{ value: id }] }))
  assert.equal((await scim.patch(at, ...add)).status, 200)
  const remove = { op: 'remove', path: 'members', value: [{ value: bo.id }] }
  assert.equal((await scim.patch(at, remove)).status, 200)
  assert.deepEqual(await members(scim, 'Ops'), ['Ada'])
  const whole = { ...body, id: group.id, displayName: 'Operations' }
  const Operations = [{ op: 'replace', value: whole }]
  const renamed = await send('PATCH', at, { body: { Operations } })
  assert.deepEqual([renamed.status, renamed.body.displayName], [200, 'Operations'])
  assert.deepEqual(await members(scim, 'Operations'), ['Ada'])
  const put = { schemas: [core.user], id: ada.id, userName: 'ada@acme.example', active: false }
  assert.equal((await send('PUT', `/Users/${ada.id}`, { body: put })).body.active, false)
})

test('the requests of Keycloak’s extension end in the right groups', async () => {
  const scim = await scimEndpoint(await testServer(), { handle: 'okta', scim_profile: 'keycloak' })
  const { send } = scim
  const sent = {
    schemas: [core.user],
    externalId: 'k1',
    userName: 'ada',
    displayName: 'Ada Moreau',
    emails: [{ primary: true, value: 'ada@acme.example' }],
    roles: [{ value: 'viewer' }],
    active: true,
  }
  const ada = (await send('POST', '/Users', { body: sent })).body
  const at = `/Users/${ada.id}`
  const meta = { location: `Users/${ada.id}` }
  const put = await send('PUT', at, { body: { ...sent, id: ada.id, meta } })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  const member = { value: ada.id, type: 'User', $ref: `Users/${ada.id}` }
  const body = { schemas: [core.group], externalId: 'g', displayName: 'Ops', members: [member] }
  const group = (await send('POST', '/Groups', { body })).body
  assert.deepEqual(await members(scim, 'Ops'), ['Ada Moreau'])
  const groupAt = `/Groups/${group.id}`
  const patched = await scim.patch(
    groupAt,
    { op: 'replace', path: 'members', value: [{ value: ada.id, type: 'User' }] },
    { op: 'replace', path: 'displayName', value: ['Operations'] },
    { op: 'replace', path: 'externalId', value: ['g'] },
  )
  assert.equal(patched.status, 200, JSON.stringify(patched.body))
  assert.deepEqual(await members(scim, 'Operations'), ['Ada Moreau'])
  const emptied = { ...body, id: group.id, displayName: 'Operations', members: [] }
  assert.equal((await send('PUT', groupAt, { body: emptied })).status, 200)
  assert.deepEqual(await members(scim, 'Operations'), [])
})

for (const scim_profile of scimProfiles)
  test(`what has one meaning only is taken however products write it, with the profile ${scim_profile}`, async () => {
    const scim = await scimEndpoint(await testServer(), { handle: 'okta', scim_profile })
    const { send, user } = scim
    const ids: string[] = []
    for (const name of ['Ada', 'Bo', 'Cy']) ids.push((await user(name, { active: 'True' })).body.id)
    const [ada = '', bo = '', cy = ''] = ids
    const made = await send('POST', '/Groups', { body: { displayName: 'Ops', members: ids } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const at = `/Groups/${made.body.id}`
    const left = async (operation: object, ...more: object[]) => {
      const answer = await send('PATCH', at, { body: { Operations: [operation, ...more] } })
      assert.ok(answer.status < 205, JSON.stringify([operation, answer.body]))
      const { body } = await send('GET', at)
      return (body.members ?? []).map(({ display }: { display: string }) => display).toSorted()
    }
    const back = {
      op: 'add',
      path: 'members',
      value: [{ value: ada }, { value: bo }, { value: cy }],
    }
    const removals: object[] = [
      { op: 'remove', path: 'members', value: [{ value: bo }] },
      { op: 'Remove', path: 'members', value: [{ $ref: null, value: bo }] },
      { op: 'REMOVE', path: 'members', value: { value: bo, display: 'Bo', type: 'User' } },
      { op: 'remove', path: `${core.group}:members`, value: [bo] },
      { op: 'remove', path: 'members', value: bo },
      { op: 'remove', path: `members[value eq "${bo}"]` },
      { op: 'remove', path: `members[value eq "${bo}" and type eq "User"]` },
    ]
    for (const removal of removals) {
      assert.deepEqual(await left(removal), ['Ada', 'Cy'], JSON.stringify(removal))
      assert.deepEqual(await left(back), ['Ada', 'Bo', 'Cy'])
    }
    assert.deepEqual(await left({ op: 'remove', path: 'members', value: [] }), ['Ada', 'Bo', 'Cy'])
    for (const value of [[{ display: 'Bo' }], [''], [{ value: bo, type: 'Group' }], ['\0']]) {
      const refused = await scim.patch(at, { op: 'remove', path: 'members', value })
      assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue'])
    }
    assert.deepEqual(await left({ op: 'remove', path: 'members' }), [])

    const person = `/Users/${ada}`
    const Operations = [
      { op: 'Replace', value: { 'name.familyName': 'Moreau', active: 'False' } },
      { op: 'Add', path: 'emails', value: { value: 'ada@acme.example', type: 'work' } },
      { op: 'Add', path: 'emails', value: [{ value: 'ada@home.example', type: 'home' }] },
      { op: 'Remove', path: 'emails', value: [{ value: 'ada@home.example' }] },
      { op: 'Replace', path: 'title', value: ['Analyst'] },
      { op: 'Add', path: `${core.enterprise}:manager`, value: bo },
    ]
    const changed = await send('PATCH', person, { body: { Operations } })
    assert.ok(changed.status < 205, JSON.stringify(changed.body))
    const { name, active, title, emails, ...more } = (await send('GET', person)).body
    assert.deepEqual([name.familyName, active, title], ['Moreau', false, 'Analyst'])
    assert.deepEqual(emails, [{ value: 'ada@acme.example', type: 'work' }])
    assert.equal(more[core.enterprise].manager.value, bo)
    const several = await scim.patch(person, { op: 'replace', path: 'title', value: ['A', 'B'] })
    assert.deepEqual([several.status, several.body.scimType], [400, 'invalidValue'])
    const other = { schemas: [core.group], Operations }
    assert.equal((await send('PATCH', person, { body: other })).body.scimType, 'invalidSyntax')
  })

for (const scim_profile of scimProfiles)
  test(`an id that is repeated unchanged changes nothing, with the profile ${scim_profile}`, async () => {
    const scim = await scimEndpoint(await testServer(), { handle: 'okta', scim_profile })
    const made = (await scim.user('ada@acme.example', { schemas: [core.user] })).body
    const at = `/Users/${made.id}`
    for (const operation of [
      { op: 'replace', value: { id: made.id, nickName: 'A' } },
      { op: 'replace', path: 'id', value: made.id },
      { op: 'add', value: { [`${core.user}:id`]: made.id, nickName: 'A' } },
    ])
      assert.ok((await scim.patch(at, operation)).status < 205, JSON.stringify(operation))
    const body = { schemas: [core.user], id: made.id, userName: 'ada@acme.example', nickName: 'A' }
    assert.equal((await scim.send('PUT', at, { body })).status, 200)
    const other = await scim.patch(at, { op: 'replace', path: 'id', value: 'x' })
    assert.deepEqual([other.status, other.body.scimType], [400, 'mutability'])
    assert.equal((await scim.send('GET', at)).body.nickName, 'A')
  })
