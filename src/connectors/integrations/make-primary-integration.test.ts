import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { okta } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { makeDirectoryUser, makeIdentity, makeResource } from '../../../test/people.ts'
import { policyOfGroups } from '../../../test/policy-text.ts'
import { endedRun } from '../../../test/until.ts'
import { decodeId } from '../../contract/ids.ts'
import { importPolicy } from '../../policy-as-code/import-policy.ts'

const names = Array.from({ length: 30 }, (_, at) => `p${at}`)

/** People of an identity provider, and an HR file that has all of them but the first ten, and one more. */
async function makeWorld() {
  const server = await testServer({ rateLimit: null })
  const { token } = await makeOwner(server)
  const post = async (path: string, body: object) => {
    const answer = await server.call('POST', path, { token, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const load = async (integration: string, raw: string) => {
    const path = `/workspace/integrations/${integration}`
    const { body } = await server.call('POST', `${path}/imports`, { token, raw })
    return endedRun(server, path, { id: body.id, token })
  }
  const idp = await post('/workspace/integrations', {
    handle: 'okta',
    vendor: 'idp',
    type: 'okta',
    is_primary: true,
    policy_keys: ['department', 'team'],
  })
  const profile = { department: 'Sales', team: 'Red', employeeNumber: 'E-idp' }
  await load(idp.id, names.map((name) => JSON.stringify(okta(name, { profile }))).join('\n'))
  const hr = await post('/workspace/integrations', {
    handle: 'hr',
    vendor: 'file',
    trusts_email: true,
    policy_keys: ['team'],
    employee_id_profile_key: 'number',
  })
  const rows = [...names.slice(10), 'new'].map(
    (name) => `${name},Of HR,${name},${name}@example.com,Blue,N-${name}`,
  )
  const csv = ['id,first_name,last_name,email,profile.team,profile.number', ...rows].join('\n')
  const loaded = await load(hr.id, csv)
  assert.equal(loaded.state, 'succeeded', JSON.stringify(loaded))
  const make = (id: string, body: object = {}, caller = token) =>
    server.call('POST', `/workspace/integrations/${id}/make-primary`, { token: caller, body })
  const person = async (name: string) =>
    (
      await server.get(
        `/directory/users?filter[email]=${name}@example.com&include=integration`,
        token,
      )
    ).body.data[0]
  return { server, token, idp, hr, make, person }
}

type World = Awaited<ReturnType<typeof makeWorld>>

/** A group of the people whose team the primary says to be Red. */
async function withRed({ server, idp }: World, value = 'Red') {
  const uuid = decodeId('integration', idp.id) ?? ''
  await makeResource(server, { id: idp.id, uuid }, { vendor_id: 'red', name: 'red' })
  const condition = `{ type: identity, profile_key: team, operator: equals, value: ${value} }`
  const rule = `key: red, role: member, conditions: [${condition}]`
  await importPolicy(server.database, policyOfGroups('idp_group', { red: [rule] }), {
    actor: testActor,
  })
}

async function members({ server, token }: World): Promise<number> {
  const { data } = (await server.get('/policy/rulesets?filter[search]=red', token)).body
  const path = `/policy/rulesets/${data[0].id}/manifest-users?page[size]=500`
  return (await server.get(path, token)).body.data.length
}

test('people follow their accounts in the new primary, others stay as they are, and who is new becomes a person', async () => {
  const world = await makeWorld()
  const { server, token, idp, hr, make, person } = world
  assert.equal(await person('new'), undefined)
  const before = await person('p20')
  const made = await make(hr.id)
  assert.equal(made.status, 200, made.text)
  assert.equal(made.body.is_primary, true)
  const primaries = await server.get('/workspace/integrations?filter[is_primary]=true', token)
  assert.deepEqual(
    primaries.body.data.map(({ id }: { id: string }) => id),
    [hr.id],
  )

  const moved = await person('p20')
  assert.deepEqual(
    [moved.id, moved.full_name, moved.employee_id, moved.included.integration.id, moved.state],
    [before.id, 'Of HR p20', 'N-p20', hr.id, 'active'],
  )
  const staying = await person('p3')
  assert.deepEqual([staying.employee_id, staying.included.integration], [null, null])
  assert.equal(staying.state, 'active')
  const byHand = await server.call('PATCH', `/directory/users/${staying.id}`, {
    token,
    body: { last_name: 'By hand' },
  })
  assert.equal(byHand.status, 200, byHand.text)
  assert.equal((await person('new')).full_name, 'Of HR new')
  const found = await server.get('/directory/users?filter[employee_id]=N-p20', token)
  assert.equal(found.body.data.length, 1)

  const events = await server.get('/audit/logs?filter[event]=workspace.integration.update', token)
  assert.deepEqual(
    new Map(
      events.body.data.map((row: { record: { id: string }; changes: object }) => [
        row.record.id,
        row.changes,
      ]),
    ),
    new Map([
      [hr.id, { is_primary: { old: false, new: true } }],
      [idp.id, { is_primary: { old: true, new: false } }],
    ]),
  )
  const changed = await server.get(
    `/audit/logs?filter[record]=${before.id}&filter[event]=directory.user.change&page[size]=1`,
    token,
  )
  assert.deepEqual(changed.body.data[0].changes.first_name?.new, 'Of HR')
  assert.deepEqual((await make(hr.id)).body.errors, { state: ['is primary already'] })
})

test('beyond a limit, the change is applied only through the plan that shows its effect', async () => {
  const world = await makeWorld()
  await withRed(world)
  assert.equal(await members(world), 30)
  const away = await world.make(world.hr.id)
  assert.equal(away.status, 409, away.text)
  assert.equal(await members(world), 30)
  assert.equal((await world.person('p20')).included.integration.id, world.idp.id)
  const { pathname } = new URL(away.headers.get('location') ?? '', 'https://muster.example')
  const plan = pathname.replace('/api/v1', '')
  assert.equal((await world.server.get(plan, world.token)).body.totals.removed, 30)
  const applied = await world.server.call('POST', `${plan}/apply`, { token: world.token })
  assert.equal(applied.status, 200, applied.text)
  assert.equal(await members(world), 0)
  assert.equal((await world.person('p20')).full_name, 'Of HR p20')
})

test('a plan on request changes nothing', async () => {
  const { server, token, hr, idp, make, person } = await makeWorld()
  const planned = await make(hr.id, { plan: true })
  assert.equal(planned.status, 202, planned.text)
  assert.equal((await person('p20')).included.integration.id, idp.id)
  assert.equal(await person('new'), undefined)
  const primaries = await server.get('/workspace/integrations?filter[is_primary]=true', token)
  assert.equal(primaries.body.data[0].id, idp.id)
})

test('a plan says how many are new, and how many the new primary does not govern', async () => {
  const { server, token, hr, make } = await makeWorld()
  const email = 'team@example.com'
  for (const first_name of ['Ada', 'Bo']) await makeDirectoryUser(server, { first_name, email })
  const source = { id: hr.id, uuid: decodeId('integration', hr.id) ?? '' }
  await makeIdentity(server, source, null, { vendor_id: 'team', email })
  await makeIdentity(server, source, null, { vendor_id: 'moved', full_name: 'First p1 Last' })
  const planned = await make(hr.id, { plan: true })
  const { pathname } = new URL(planned.headers.get('location') ?? '', 'https://muster.example')
  const { body } = await server.get(pathname.replace('/api/v1', ''), token)
  assert.deepEqual(
    body.findings.map((each: { kind: string; ruleset_id: null; message: string }) => [
      each.kind,
      each.ruleset_id,
      each.message,
    ]),
    [
      [
        'people_created',
        null,
        'People who would be created: 3 (1 may be there already: link their accounts first).',
      ],
      ['people_ungoverned', null, 'People who would have no governing account: 10.'],
    ],
  )
})

test('a plan shows the access of people that the new primary would create, and applying it grants that access', async () => {
  const world = await makeWorld()
  await withRed(world, 'Blue')
  const planned = await world.make(world.hr.id, { plan: true })
  assert.equal(planned.status, 202, planned.text)
  const { pathname } = new URL(planned.headers.get('location') ?? '', 'https://muster.example')
  const plan = pathname.replace('/api/v1', '')
  const effects = `${plan}/effects?filter[search]=Of HR new`
  const { data } = (await world.server.get(effects, world.token)).body
  assert.deepEqual(
    data.map((row: { kinds: string[]; directory_user: { full_name: string } }) => [
      row.directory_user.full_name,
      row.kinds,
    ]),
    [['Of HR new', ['added']]],
  )
  assert.equal(await world.person('new'), undefined)
  const applied = await world.server.call('POST', `${plan}/apply`, { token: world.token })
  assert.equal(applied.status, 200, applied.text)
  assert.equal((await world.person('new')).id, data[0].directory_user.id)
  assert.equal(await members(world), 21)
})

test('people whom no account governs any more have no manager to be found, and no start at the source', async () => {
  const { server, token, hr, make, person } = await makeWorld()
  await server.query(
    `update directory_user set manager_reference = 'ghost', manager_problem = 'unresolved',
      provisioned_at = '2020-01-01' where email = 'p3@example.com'`,
  )
  const unresolved = async () =>
    (await server.get('/directory/users?filter[review]=manager_unresolved', token)).body.data.length
  assert.equal(await unresolved(), 1)
  assert.equal((await make(hr.id)).status, 200)
  assert.equal(await unresolved(), 0)
  const { timestamp } = await person('p3')
  assert.equal(timestamp.provisioned_at, timestamp.created_at)
})

test('a change of settings says how an integration becomes the primary', async () => {
  const { server, token, hr, idp } = await makeWorld()
  const patch = (id: string, is_primary: boolean) =>
    server.call('PATCH', `/workspace/integrations/${id}`, { token, body: { is_primary } })
  assert.match((await patch(hr.id, true)).body.errors.is_primary[0], /make-primary/)
  assert.match((await patch(idp.id, false)).body.errors.is_primary[0], /make-primary/)
  assert.equal((await patch(idp.id, true)).status, 200)
})

test('keys that rules read of the primary must be readable there, and it takes the right to manage', async () => {
  const world = await makeWorld()
  const { server, token, hr, make } = world
  await withRed(world)
  const path = `/workspace/integrations/${hr.id}`
  const changed = await server.call('PATCH', path, { token, body: { policy_keys: [] } })
  assert.equal(changed.status, 200, changed.text)
  const refused = await make(hr.id)
  assert.equal(refused.status, 422)
  assert.match(refused.body.errors.policy_keys[0], /must have "team"/)
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  assert.equal((await make(hr.id, {}, viewer.token)).status, 403)
  const code = await server.call('POST', '/workspace/integrations', {
    token,
    body: { handle: 'code', vendor: 'codehost', policy_keys: ['team'] },
  })
  const { data } = (await server.get(`/workspace/integrations?include=abilities`, token)).body
  const able = data.map((row: { id: string; abilities: { make_primary: boolean } }) => [
    row.id,
    row.abilities.make_primary,
  ])
  assert.deepEqual(
    new Map(able),
    new Map([
      [world.idp.id, false],
      [hr.id, true],
      [code.body.id, true],
    ]),
  )
})
