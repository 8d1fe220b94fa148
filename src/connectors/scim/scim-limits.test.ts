import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { core, scimEndpoint } from './scim-for-tests.ts'

async function manyUsers(count: number) {
  const server = await testServer()
  const scim = await scimEndpoint(server)
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const { body } = await scim.user(`p${at}`, { displayName: `Person ${at}` })
    ids.push(body.id)
  }
  const limited = await server.call('PATCH', scim.path, {
    token: scim.token,
    body: { account_limit_percent: 10, account_limit_people: 2 },
  })
  assert.equal(limited.status, 200, limited.text)
  const states = async () => {
    const people = await scim.people()
    return people.filter(({ state }: { state: string }) => state === 'active').length
  }
  const incident = async () =>
    (await server.get('/policy/incidents?filter[state]=open', scim.token)).body.data[0]
  return { server, scim, ids, active: states, incident }
}

test('pushes that end more accounts than the limit allows are held, and answer as they were sent', async () => {
  const { server, scim, ids, active, incident } = await manyUsers(8)
  const end = async (id: string) => {
    const answer = await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    assert.deepEqual([answer.status, answer.body.active], [200, false])
  }
  for (const id of ids.slice(0, 2)) await end(id)
  assert.equal(await active(), 6)
  assert.equal(await incident(), undefined)
  for (const id of ids.slice(2, 5)) await end(id)
  assert.equal(await active(), 6)
  const open = await incident()
  assert.deepEqual([open.integration.id, open.people], [scim.integration.id, 3])
  // No list of a client that pushes can be imported again.
  const push = /^correct it at the identity provider, .* restart its provisioning$/
  assert.match(open.correction, push)
  const runs = await server.get(`${scim.path}/runs?sort=-started_at`, scim.token)
  assert.match(runs.body.data[0].incident.correction, push)
  const read = await scim.send('GET', `/Users/${ids[3]}`)
  assert.equal(read.body.active, false)

  // What the client takes back is released.
  await scim.patch(`/Users/${ids[3]}`, { op: 'replace', path: 'active', value: true })
  assert.equal((await incident()).people, 2)
  assert.equal(await active(), 6)
})

test('what was held is pending again where the same is sent again after the hold has ended', async () => {
  const { server, scim, ids, incident } = await manyUsers(8)
  for (const id of ids.slice(0, 5))
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
  assert.equal((await incident()).people, 3)
  const account = async () => {
    const { token } = scim
    const { data } = (await server.get(`/directory/identities?filter[vendor_id]=${ids[4]}`, token))
      .body
    return data[0]
  }
  const { state, pending, directory_user_id: person } = await account()
  assert.deepEqual([state, pending.state], ['active', 'suspended'])
  const path = `/directory/users/${person}`
  for (const [method, address] of [
    ['DELETE', path],
    ['POST', `${path}/restore`],
    ['POST', `${path}/activate`],
  ] as const) {
    const answer = await server.call(method, address, { token: scim.token, body: {} })
    assert.ok(answer.status < 300, answer.text)
  }
  assert.deepEqual([(await account()).pending, (await incident()).people], [null, 2])
  const sent = await scim.send('GET', `/Users/${ids[4]}`)
  const again = await scim.send('PUT', `/Users/${ids[4]}`, { body: sent.body })
  assert.deepEqual([again.status, again.headers.get('etag')], [200, sent.headers.get('etag')])
  assert.deepEqual([(await account()).pending?.state, (await incident()).people], ['suspended', 3])
})

test('a user that is sent again unchanged is read by a mapping that has changed, and only then', async () => {
  const { server, scim, ids } = await manyUsers(1)
  await scim.patch(`/Users/${ids[0]}`, { op: 'replace', path: 'title', value: 'X' })
  const sendAgain = async () => {
    const { body } = await scim.send('GET', `/Users/${ids[0]}`)
    assert.equal((await scim.send('PUT', `/Users/${ids[0]}`, { body })).status, 200)
    const { token, path } = scim
    const account = await server.get(`/directory/identities?filter[vendor_id]=${ids[0]}`, token)
    const { data: runs } = (await server.get(`${path}/runs`, token)).body
    return { name: account.body.data[0].full_name, runs: runs.length }
  }
  assert.deepEqual(await sendAgain(), { name: 'Person 0', runs: 2 })
  const { mapping } = (await server.get(scim.path, scim.token)).body
  const body = { mapping: { ...mapping, account: { ...mapping.account, full_name: ['title'] } } }
  const changed = await server.call('PATCH', scim.path, { token: scim.token, body })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(await sendAgain(), { name: 'X', runs: 3 })
  assert.deepEqual(await sendAgain(), { name: 'X', runs: 3 })
})

test('a run tells of each push, with the request as its source', async () => {
  const { server, scim, ids } = await manyUsers(1)
  await scim.patch(`/Users/${ids[0]}`, { op: 'replace', path: 'title', value: 'X' })
  const { data } = (await server.get(`${scim.path}/runs?sort=-started_at`, scim.token)).body
  assert.deepEqual(
    data.map(({ source, state }: { source: string; state: string }) => [source, state]),
    [
      [`SCIM PATCH /Users/${ids[0]}`, 'succeeded'],
      ['SCIM POST /Users', 'succeeded'],
    ],
  )
})

test('what is pushed is recorded as done by the integration', async () => {
  const { server, scim } = await manyUsers(1)
  const path = '/audit/logs?filter[event]=directory.user.create'
  const [log] = (await server.get(path, scim.token)).body.data
  assert.deepEqual(
    [log.actor.type, log.actor.id, log.actor.via],
    ['integration', scim.integration.id, 'sync'],
  )
})

test('an erased person leaves nothing of what was pushed about them', async () => {
  const { server, scim, ids } = await manyUsers(2)
  await scim.send('DELETE', `/Users/${ids[0]}`)
  const people = await scim.people()
  const gone = people.find(({ full_name: name }: { full_name: string }) => name === 'Person 0')
  const call = (method: string, path: string) => server.call(method, path, { token: scim.token })
  assert.equal((await call('DELETE', `/directory/users/${gone.id}`)).status, 204)
  const kept = await scim.people()
  const other = kept.find(({ full_name: name }: { full_name: string }) => name === 'Person 1')
  assert.equal((await call('DELETE', `/directory/users/${other.id}`)).status, 204)
  const group = await scim.send('POST', '/Groups', {
    body: { schemas: [core.group], displayName: 'All', members: [{ value: ids[1] }] },
  })
  for (const { id } of [gone, other]) {
    const erased = await call('POST', `/directory/users/${id}/erase`)
    assert.equal(erased.status, 200, erased.text)
  }
  const rows = await server.query(
    `select 1 from scim_resource where document::text like '%Person%'`,
  )
  assert.equal(rows.length, 0)
  // A membership that is left of them can be taken away.
  const emptied = await scim.patch(`/Groups/${group.body.id}`, { op: 'remove', path: 'members' })
  assert.equal(emptied.status, 200)
  assert.equal((await server.query('select 1 from resource_member')).length, 0)
})

test('a secret is revoked after the push that it opened, and opens no other', async () => {
  const server = await testServer()
  const scim = await scimEndpoint(server)
  const { body } = await server.get(`${scim.path}/scim-secrets`, scim.token)
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holding = server.database.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    begun.resolve()
    await held.promise
  })
  await begun.promise
  const ended: string[] = []
  const pushed = scim.user('ada').then(({ status }) => ended.push(`pushed ${status}`))
  await untilWaiting(server)
  const revoked = server
    .call('DELETE', `${scim.path}/scim-secrets/${body.data[0].id}`, { token: scim.token })
    .then(({ status }) => ended.push(`revoked ${status}`))
  // One waits for the policy, and the other for the secret that the first one holds.
  await untilWaiting(server, 2).finally(held.resolve)
  await Promise.all([holding, pushed, revoked])
  assert.deepEqual(ended.toSorted(), ['pushed 201', 'revoked 204'])
  assert.equal((await scim.user('bo')).status, 401)
})
