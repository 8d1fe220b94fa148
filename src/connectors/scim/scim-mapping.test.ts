import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { core, scimEndpoint, type ScimEndpoint } from './scim-for-tests.ts'

/** Changes the mapping of accounts. The people whom it has made stay as they are. */
async function remap({ server, path, token }: ScimEndpoint, changed: object) {
  const { mapping } = (await server.get(path, token)).body
  const body = { mapping: { ...mapping, account: { ...mapping.account, ...changed } } }
  const answer = await server.call('PATCH', path, { token, body })
  assert.equal(answer.status, 200, answer.text)
}

const leavesOutServices = {
  kinds: [{ kind: 'service', when: [[{ path: 'userType', one_of: ['machine'] }]] }],
  leave_out: ['service'],
}

/** A last day that is none. */
const cannotRead = {
  state: { sources: [], ended_at: ['title'], otherwise: 'active', new_values: [] },
}

/** A column with a value that it does not know. */
const doesNotKnow = {
  state: {
    sources: [
      { path: 'active', values: { true: 'active', false: 'suspended' } },
      { path: 'title', values: { employed: 'active' } },
    ],
    otherwise: 'active',
    new_values: [],
  },
}

const service = { userType: 'machine', title: 'Robot' }

async function account({ server, token }: ScimEndpoint, id: string) {
  const path = `/directory/identities?filter[vendor_id]=${id}`
  const { data } = (await server.get(path, token)).body
  return data[0]
}

async function lastRun({ server, path, token }: ScimEndpoint) {
  const [run] = (await server.get(`${path}/runs?sort=-started_at`, token)).body.data
  const rows = (await server.get(`${path}/runs/${run.id}/rows`, token)).body.data
  return { run, reasons: rows.map(({ reason }: { reason: string }) => reason) }
}

test('an account ends also where the mapping leaves the user out, or can not read it', async () => {
  for (const changed of [leavesOutServices, cannotRead]) {
    const scim = await scimEndpoint(await testServer())
    const { send, patch, people } = scim
    const ids: string[] = []
    for (const name of ['ada', 'ben', 'cem']) {
      const made = await scim.user(name, { ...service, displayName: name })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      ids.push(made.body.id)
    }
    const [ada = '', ben = '', cem = ''] = ids
    const state = async (name: string) =>
      (await people()).find(({ full_name: full }: { full_name: string }) => full === name).state
    await remap(scim, changed)
    assert.equal(await state('ada'), 'active')

    const off = await patch(`/Users/${ada}`, { op: 'replace', path: 'active', value: false })
    assert.deepEqual([off.status, off.body.active], [200, false], JSON.stringify(off.body))
    assert.equal(await state('ada'), 'suspended')
    const { run, reasons } = await lastRun(scim)
    assert.deepEqual([run.source, run.state], [`SCIM PATCH /Users/${ada}`, 'succeeded'])
    assert.match(reasons.join(), /ends as it was last read/)
    // The same again, and a change of something else, end nothing twice and give nothing back.
    const body = { ...off.body, nickName: 'A' }
    for (const sent of [off.body, body]) {
      const again = await send('PUT', `/Users/${ada}`, { body: sent })
      assert.deepEqual([again.status, again.body.active], [200, false])
      assert.equal(await state('ada'), 'suspended')
    }
    const put = { schemas: [core.user], userName: 'ben', ...service, active: false }
    assert.equal((await send('PUT', `/Users/${ben}`, { body: put })).status, 200)
    assert.equal(await state('ben'), 'suspended')
    assert.equal((await account(scim, ben)).full_name, 'ben')

    for (const id of [ada, cem]) {
      assert.equal((await send('DELETE', `/Users/${id}`)).status, 204)
      assert.equal((await send('GET', `/Users/${id}`)).status, 404)
      assert.equal((await account(scim, id)).state, 'deactivated')
    }
    assert.deepEqual([await state('ada'), await state('cem')], ['deactivated', 'deactivated'])
    const path = '/audit/logs?filter[event]=directory.identity.deactivate'
    const [log] = (await scim.server.get(path, scim.token)).body.data
    assert.deepEqual([log.actor.id, log.actor.via], [scim.integration.id, 'sync'])
  }
})

test('an unknown value keeps an account as it is, but not active beside one that suspends', async () => {
  const scim = await scimEndpoint(await testServer())
  const ids: string[] = []
  for (const name of ['ada', 'ben'])
    ids.push((await scim.user(name, { ...service, displayName: name })).body.id)
  const states = async () =>
    (await scim.people()).map(
      (each: Record<string, string>) => `${each['full_name']} ${each['state']}`,
    )
  await remap(scim, doesNotKnow)
  const off = { op: 'replace', path: 'active', value: false }
  const renamed = { op: 'replace', path: 'nickName', value: 'B' }
  assert.equal((await scim.patch(`/Users/${ids[0]}`, off)).status, 200)
  assert.equal((await scim.patch(`/Users/${ids[1]}`, renamed)).status, 200)
  assert.deepEqual((await states()).toSorted(), ['ada suspended', 'ben active'])
  // Nor does what is not known bring anybody back.
  assert.equal((await scim.patch(`/Users/${ids[0]}`, { ...off, value: true })).status, 200)
  assert.deepEqual((await states()).toSorted(), ['ada suspended', 'ben active'])
  assert.match((await lastRun(scim)).reasons.join(), /unknown value at title: "Robot"/)
})

test('beyond a limit an incident holds these ends too', async () => {
  const scim = await scimEndpoint(await testServer())
  const { server, token, path } = scim
  const ids: string[] = []
  for (const at of [0, 1, 2, 3, 4, 5])
    ids.push((await scim.user(`p${at}`, { ...service, displayName: `P${at}` })).body.id)
  await remap(scim, leavesOutServices)
  const body = { account_limit_percent: 10, account_limit_people: 2 }
  const limited = await server.call('PATCH', path, { token, body })
  assert.equal(limited.status, 200, limited.text)
  for (const id of ids.slice(0, 2)) await scim.send('DELETE', `/Users/${id}`)
  for (const id of ids.slice(2, 4))
    assert.equal((await scim.patch(`/Users/${id}`, off)).status, 200)
  assert.equal((await scim.send('DELETE', `/Users/${ids[4]}`)).status, 204)
  const states = (await scim.people()).map(({ state }: { state: string }) => state).toSorted()
  assert.deepEqual(states, ['active', 'active', 'active', 'active', 'deactivated', 'deactivated'])
  const [incident] = (await server.get('/policy/incidents?filter[state]=open', token)).body.data
  assert.equal(incident.people, 3)
  // The pending account is known as it was reported, and the end of it too.
  assert.equal((await scim.send('DELETE', `/Users/${ids[2]}`)).status, 204)
  assert.equal((await account(scim, ids[2] ?? '')).pending.state, 'deactivated')
})

const off = { op: 'replace', path: 'active', value: false }

test('active: false suspends an account whose mapping reads its state elsewhere', async () => {
  const scim = await scimEndpoint(await testServer())
  await remap(scim, { state: { sources: [], otherwise: 'active', new_values: [] } })
  const { body } = await scim.user('ada', { displayName: 'Ada' })
  assert.equal((await scim.patch(`/Users/${body.id}`, off)).status, 200)
  assert.equal((await scim.people())[0].state, 'suspended')
})

test('a user that the mapping leaves out is stored without an account', async () => {
  const scim = await scimEndpoint(await testServer())
  const { send, patch, people } = scim
  await remap(scim, leavesOutServices)
  const made = await scim.user('robot', { ...service, displayName: 'Robot' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const address = `/Users/${made.body.id}`
  assert.deepEqual((await send('GET', address)).body, made.body)
  const found = await send('GET', `/Users?filter=${encodeURIComponent('userName eq "robot"')}`)
  assert.equal(found.body.totalResults, 1)
  assert.equal((await scim.user('robot', service)).status, 409)
  const { run, reasons } = await lastRun(scim)
  assert.deepEqual([run.source, run.state], ['SCIM POST /Users', 'succeeded'])
  assert.deepEqual(reasons, ['left out: a service account, which the mapping leaves out'])
  assert.deepEqual([await people(), await account(scim, made.body.id)], [[], undefined])

  const group = await send('POST', '/Groups', {
    body: { schemas: [core.group], displayName: 'All', members: [{ value: made.body.id }] },
  })
  assert.deepEqual([group.status, group.body.members], [201, undefined])
  for (const value of [false, true])
    assert.equal((await patch(address, { op: 'replace', path: 'active', value })).status, 200)
  const person = await patch(address, { op: 'replace', path: 'userType', value: 'Employee' })
  assert.equal(person.status, 200)
  assert.deepEqual(
    (await people()).map(({ state }: { state: string }) => state),
    ['active'],
  )
  // One that has an account keeps it as it is.
  assert.equal(
    (await patch(address, { op: 'replace', value: { ...service, displayName: 'R2' } })).status,
    200,
  )
  assert.equal((await account(scim, made.body.id)).full_name, 'Robot')
  assert.equal((await people())[0].state, 'active')
  assert.equal((await send('DELETE', address)).status, 204)
  assert.equal((await people())[0].state, 'deactivated')

  const other = await scim.user('other', service)
  assert.equal((await send('DELETE', `/Users/${other.body.id}`)).status, 204)
  assert.equal((await send('GET', `/Users/${other.body.id}`)).status, 404)
})

test('a user whom the mapping can not read is 400, unless it is deactivated or deleted', async () => {
  const scim = await scimEndpoint(await testServer())
  await remap(scim, leavesOutServices)
  const { body } = await scim.user('robot', { ...service, displayName: 'Robot' })
  await remap(scim, { ...cannotRead, kinds: [], leave_out: [] })
  for (const more of [service, { ...service, active: false }]) {
    const { status, body: refused } = await scim.user('new', more)
    assert.deepEqual([status, refused.scimType], [400, 'invalidValue'])
    assert.match(refused.detail, /is not a date .*"Robot"/)
  }
  const address = `/Users/${body.id}`
  const renamed = { op: 'replace', path: 'displayName', value: 'R2' }
  assert.equal((await scim.patch(address, renamed)).status, 400)
  assert.equal((await scim.patch(address, off)).status, 200)
  assert.match((await lastRun(scim)).reasons.join(), /is not a date .*"Robot"/)
  assert.equal((await scim.send('DELETE', address)).status, 204)
})
