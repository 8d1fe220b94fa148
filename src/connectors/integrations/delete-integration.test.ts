import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChains } from '../../../test/audit-chain.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeDimension,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
  type Made,
} from '../../../test/people.ts'
import { decodeId } from '../../contract/ids.ts'
import { makeIncident, makeRule, makeRuleset } from '../../../test/policy-records.ts'
import { scimEndpoint } from '../scim/scim-for-tests.ts'

const server = await testServer()
const owner = await makeOwner(server)
const primary = await makeIntegration(server, { is_primary: true })

const remove = (integration: { id: string }, token = owner.token, headers = {}) =>
  server.call('DELETE', `/workspace/integrations/${integration.id}`, { token, headers })
const get = (path: string) => server.get(path, owner.token)
const events = async (event: string, parent: string) =>
  (await get(`/audit/logs?filter[event]=${event}&filter[parent]=${parent}`)).body.data.length

test('the audit log of a source goes on from its creation to its deletion', async () => {
  const made = await server.call('POST', '/workspace/integrations', {
    token: owner.token,
    body: { handle: 'brief', vendor: 'file', trusts_email: true, policy_keys: ['team'] },
  })
  assert.equal((await remove(made.body)).status, 204)
  const { breaks, records } = await readChains(server, owner.token)
  assert.deepEqual(breaks, [])
  assert.equal(records.get(made.body.id)?.['state'], 'deactivated')
})

test('a deleted source is gone, its accounts have ended and its groups are empty', async () => {
  const chat = await makeIntegration(server, { handle: 'chat', name: 'Chatter' })
  const person = await makeDirectoryUser(server)
  const account = await makeIdentity(server, chat, person)
  const orphan = await makeIdentity(server, chat, null)
  const group = await makeResource(server, chat)
  await makeMember(server, group, account)
  await makeMember(server, group, orphan)
  const removed = await remove(chat)
  assert.equal(removed.status, 204, removed.text)
  for (const path of ['', '/runs'])
    assert.equal((await get(`/workspace/integrations/${chat.id}${path}`)).status, 404, path)
  assert.equal((await remove(chat)).status, 404)
  const listed = (await get('/workspace/integrations')).body.data
  assert.deepEqual(
    listed.map(({ id }: Made) => id),
    [primary.id],
  )
  assert.deepEqual((await get('/workspace/search?q=chatter')).body.integrations, [])
  assert.equal((await get(`/directory/identities/${account.id}`)).body.state, 'deactivated')
  const ended = (await get(`/directory/identities/${orphan.id}?include=abilities`)).body
  assert.deepEqual(
    [ended.state, ended.directory_user_id, ended.links.integration, ended.abilities],
    ['deactivated', null, null, { link: false, unlink: false }],
  )
  assert.deepEqual((await get('/directory/identities?filter[state]=orphan')).body.data, [])
  assert.equal((await get('/workspace/summary')).body.decisions.orphans.count, 0)
  const linked = await server.call('POST', `/directory/identities/${orphan.id}/link`, {
    token: owner.token,
    body: { directory_user_id: person.id, reason: 'Theirs' },
  })
  assert.equal(linked.status, 422, linked.text)
  assert.match(linked.body.errors.state[0], /integration chat is deleted/)
  assert.equal((await get(`/directory/resources/${group.id}`)).body.state, 'deactivated')
  assert.deepEqual((await get(`/directory/resources/${group.id}/members`)).body.data, [])
  const described = (await get(`/directory/users/${person.id}`)).body
  assert.equal(described.count.idp_groups, 0)
  assert.equal(described.state, 'active')
  assert.equal(await events('directory.resource.deactivate', chat.id), 1)
  const [log] = (await get('/audit/logs?filter[event]=workspace.integration.delete')).body.data
  assert.deepEqual(log.changes, { state: { old: 'active', new: 'deactivated' } })
  assert.equal((await get('/audit/logs?filter[event]=directory.member.delete')).body.data.length, 2)
  const again = await server.call('POST', '/workspace/integrations', {
    token: owner.token,
    body: { handle: 'chat', vendor: 'chat' },
  })
  assert.equal(again.status, 201, again.text)
})

test('a deleted source keeps no credentials, and is neither synced, previewed nor pushed to', async () => {
  const source = await makeIntegration(server, { handle: 'directory', type: 'scim' })
  const secrets = `/workspace/integrations/${source.id}/scim-secrets`
  const { token } = owner
  const made = await server.call('POST', secrets, { token, body: { name: 'idp' } })
  await server.query(
    `with kept as (
       insert into integration_secret (integration_id, key_id, nonce, ciphertext)
       values ($1, '0123456789abcdef', decode(repeat('00', 12), 'hex'), decode(repeat('00', 16), 'hex')))
     update integration set credentials_set_at = now(), connection = '{"url": "ldaps://ldap.acme.test"}' where id = $1`,
    [source.uuid],
  )
  assert.equal((await remove(source)).status, 204)
  const kept = await server.query('select 1 from integration_secret where integration_id = $1', [
    source.uuid,
  ])
  assert.equal(kept.length, 0)
  const path = `/workspace/integrations/${source.id}`
  for (const [method, below] of [
    ['GET', '/preview'],
    ['POST', '/sync'],
    ['GET', '/scim-secrets'],
    ['POST', '/scim-secrets'],
    ['GET', `/scim-secrets/${made.body.id}`],
    ['DELETE', `/scim-secrets/${made.body.id}`],
  ] as const) {
    const body = below === '/scim-secrets' && method === 'POST' ? { name: 'x' } : undefined
    const answer = await server.call(method, path + below, { token, body })
    assert.equal(answer.status, 404, `${method} ${below}: ${answer.text}`)
  }
})

test('what rests on a source is named, with what to do first', async () => {
  const governed = await makeDirectoryUser(server)
  await makeIdentity(server, primary, governed, { primary: true })
  const governing = await remove(primary)
  assert.equal(governing.status, 422)
  assert.match(governing.body.errors.is_primary[0], /governs people. Make another integration/)
  const source = await makeIntegration(server, { policy_keys: ['team'] })
  const dimension = await makeDimension(server, source)
  const group = await makeResource(server, source, { name: 'Own' })
  const ruleset = await makeRuleset(server, group)
  const elsewhere = await makeResource(server, primary, { name: 'Elsewhere' })
  const other = await makeRuleset(server, elsewhere)
  const condition = {
    type: 'identity',
    integration_id: source.uuid,
    profile_key: 'team',
    profile_operator: 'equals',
    profile_value: 'Red',
    description: '',
  } as const
  const rule = await makeRule(server, other, { state: 'active' }, [condition])
  const refused = await remove(source)
  assert.equal(refused.status, 422, refused.text)
  const { errors } = refused.body
  assert.deepEqual(Object.keys(errors).sort(), ['dimensions', 'rules', 'rulesets'])
  assert.match(errors.rules[0], new RegExp(`^${rule.id} of idp_group Elsewhere name it: end`))
  assert.match(errors.rulesets[0], /^idp_group Own decide about/)
  const manager = await makeCaller(server, ['workspace.integration.manage'])
  const unseen = (await remove(source, manager.token)).body.errors
  assert.ok(unseen.rules[0].startsWith(`${rule.id} of ${other.id} name it: end`), unseen.rules[0])
  assert.ok(unseen.rulesets[0].startsWith(ruleset.id), unseen.rulesets[0])
  const shown = await get(`/workspace/integrations/${source.id}?include=abilities`)
  assert.equal(shown.body.abilities.delete, false)
  assert.ok(dimension)
  await server.query(`update rule set state = 'deactivated' where id = $1`, [rule.uuid])
  await server.query(`update dimension set state = 'deactivated' where id = $1`, [dimension.uuid])
  await server.query(`update ruleset set state = 'unmanaged' where id = $1`, [ruleset.uuid])
  const stale = await remove(source, owner.token, { 'if-match': '"99.0"' })
  assert.equal(stale.status, 412)
  assert.equal((await remove(source)).status, 204)
  const kept = await get(`/policy/rulesets/${ruleset.id}`)
  assert.equal(kept.status, 200)
})

test('what an open incident of a deleted source holds is over', async () => {
  const source = await makeIntegration(server)
  const person = await makeDirectoryUser(server)
  const account = await makeIdentity(server, source, person)
  const incident = await makeIncident(server, source)
  await server.query(
    `insert into held_account (identity_id, integration_id, incident_id, state, is_new, profile, first_name, last_name, full_name)
     values ($1, $2, $3, 'suspended', false, '{}', '', '', '')`,
    [account.uuid, source.uuid, incident.uuid],
  )
  assert.equal(
    (await get(`/directory/users/${person.id}?include=incidents`)).body.incidents.length,
    1,
  )
  const removed = await remove(source)
  assert.equal(removed.status, 204, removed.text)
  const { body } = await get(`/policy/incidents/${incident.id}`)
  assert.deepEqual([body.state, body.closed_as], ['closed', 'released'])
  assert.deepEqual(
    (await get(`/directory/users/${person.id}?include=incidents`)).body.incidents,
    [],
  )
  const [log] = (await get('/audit/logs?filter[event]=policy.incident.close')).body.data
  assert.deepEqual([log.record.id, log.details.accounts], [incident.id, 1])
})

test('a primary without people can be deleted, and another one takes its place', async () => {
  const empty = await testServer()
  const { token } = await makeOwner(empty)
  const body = { handle: 'wrong', vendor: 'idp', type: 'okta', is_primary: true }
  const make = async (handle: string) =>
    empty.call('POST', '/workspace/integrations', { token, body: { ...body, handle } })
  const wrong = await make('wrong')
  const { dimensions } = (
    await empty.call('DELETE', `/workspace/integrations/${wrong.body.id}`, { token })
  ).body.errors
  assert.match(dimensions[0], /deactivate them first/)
  const listed = (await empty.get('/directory/dimensions', token)).body.data
  for (const { id } of listed)
    await empty.call('POST', `/directory/dimensions/${id}/deactivate`, { token, body: {} })
  const path = `/workspace/integrations/${wrong.body.id}`
  assert.equal((await empty.get(`${path}?include=abilities`, token)).body.abilities.delete, true)
  const removed = await empty.call('DELETE', path, { token })
  assert.equal(removed.status, 204, removed.text)
  assert.equal((await make('right')).status, 201)
})

test('imported rules of attributes do not keep a source whose dimensions are deactivated', async () => {
  const { token } = owner
  const post = async (path: string, body: object) => {
    const answer = await server.call('POST', path, { token, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const source = await post('/workspace/integrations', {
    handle: 'staff',
    vendor: 'file',
    type: 'file',
    policy_keys: ['team'],
  })
  const uuid = decodeId('integration', source.id) ?? ''
  const person = await makeDirectoryUser(server)
  await makeIdentity(server, { id: source.id, uuid }, person, {
    profile: JSON.stringify({ team: 'Red' }),
  })
  const dimension = await post('/directory/dimensions', {
    handle: 'team',
    name: 'Team',
    profile_key: 'team',
    integration_id: source.id,
    attributes_enabled: true,
  })
  const refused = await remove(source)
  assert.equal(refused.status, 422, refused.text)
  assert.deepEqual(refused.body.errors, {
    dimensions: [
      'team read it: deactivate them first, which takes the imported rules of their attributes out of force',
    ],
  })
  await post(`/directory/dimensions/${dimension.id}/deactivate`, {})
  const removed = await remove(source)
  assert.equal(removed.status, 204, removed.text)
  const attributes = (await get(`/directory/attributes?filter[dimension]=${dimension.id}`)).body
  assert.equal(attributes.data.length, 1)
  assert.equal((await get(`/directory/attributes/${attributes.data[0].id}`)).status, 200)
  const again = await server.call('POST', `/directory/dimensions/${dimension.id}/activate`, {
    token,
  })
  assert.equal(again.status, 422, again.text)
  const successor = await post('/workspace/integrations', {
    handle: 'staff',
    vendor: 'file',
    type: 'file',
    policy_keys: ['team'],
  })
  const { handle } = await post('/directory/dimensions', {
    handle: 'team',
    name: 'Team',
    profile_key: 'team',
    integration_id: successor.id,
  })
  assert.equal(handle, 'team')
  const former = (await get(`/directory/dimensions/${dimension.id}`)).body.handle
  assert.match(former, /^team_[0-9a-f]{8}$/)
  assert.equal(await events('directory.dimension.change', source.id), 1)
})

test('it takes the right to manage integrations', async () => {
  const source = await makeIntegration(server)
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  assert.equal((await remove(source, viewer.token)).status, 403)
})

test('a source that pushes is refused once it is deleted', async () => {
  const pushing = await scimEndpoint(server, { handle: 'pushing', is_primary: false })
  assert.equal((await pushing.send('GET', '/Users')).status, 200)
  const { id } = pushing.integration
  assert.equal((await remove({ id })).status, 204)
  assert.equal((await pushing.send('GET', '/Users')).status, 401)
})
