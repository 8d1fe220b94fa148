import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scimEndpoint } from '../src/connectors/scim/scim-for-tests.ts'
import { decodeId } from '../src/contract/ids.ts'
import { makeOwner, testServer, type TestServer } from './harness.ts'
import { importByApi } from './import-by-api.ts'
import { makeResource } from './people.ts'
import { makeRuleset } from './policy-records.ts'

/** Keys that every object has by birth. */
const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

const clientOf =
  (server: TestServer, token: string) => async (method: string, path: string, body?: unknown) => {
    const raw = body === undefined ? {} : { raw: JSON.stringify(body) }
    const answer = await server.call(method, path, { token, ...raw })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body
  }

async function world() {
  const server = await testServer()
  const { token } = await makeOwner(server)
  const act = clientOf(server, token)
  const source = await act('POST', '/workspace/integrations', {
    handle: 'okta',
    vendor: 'idp',
    type: 'okta',
    is_primary: true,
    policy_keys: keys,
    dimensions: [{ handle: 'born', name: 'Born', profile_key: '__proto__' }],
  })
  const path = `/workspace/integrations/${source.id}`
  const feed = async (
    profiles: readonly (readonly [id: string, profile: object])[],
    query = '',
  ) => {
    const rows = profiles.map(([id, given]) => {
      const profile = { login: id, firstName: id, lastName: 'Byron', ...given }
      return JSON.stringify({ id, status: 'ACTIVE', profile })
    })
    const run = await importByApi(server, { token, path, file: rows.join('\n'), query })
    assert.equal(run.failure, null)
    assert.equal(run.outcome?.rows_bad ?? 0, 0)
    return run
  }
  const personOf = async (id: string) =>
    (await act('GET', `/directory/users?filter[search]=${id}`)).data[0]
  return { server, token, act, path, source, feed, personOf }
}

const madeOf = ({ id }: { id: string }) => ({ id, uuid: decodeId('integration', id) ?? '' })
const has = (key: string, value: string) => Object.fromEntries([[key, value]])

const idsOf = (rows: { included: { directory_user: { id: string } } }[]) =>
  rows.map((row) => row.included.directory_user.id)
const sorted = (entries: readonly [string, unknown][]) =>
  entries.toSorted(([one], [other]) => (one < other ? -1 : 1))

test('rules, attributes, explanations, suggestions and the audit log read keys that every object has', async () => {
  const { server, act, feed, source, personOf } = await world()
  await feed([...keys.map((key, at) => [`ada${at}`, has(key, 'Sales')] as const), ['li', {}]])
  for (const [at, key] of keys.entries()) {
    const made = await makeResource(server, madeOf(source), {
      name: `group ${key}`,
      handle: `group${at}`,
    })
    const group = await makeRuleset(server, made)
    const rule = await act('POST', `/policy/rulesets/${group.id}/rules`, {
      role: 'member',
      conditions: [
        { type: 'identity', profile_key: key, profile_operator: 'equals', profile_value: 'sales' },
      ],
    })
    await act('POST', `/policy/rules/${rule.id}/activate`)
    const members = (await act('GET', `/policy/rulesets/${group.id}/manifest-users`)).data
    const ada = await personOf(`ada${at}`)
    assert.deepEqual(idsOf(members), [ada.id], key)
    const explained = await act('GET', `/directory/users/${ada.id}/explain?ruleset=${group.id}`)
    assert.equal(explained.verdict, 'in')
    assert.deepEqual(explained.policy_rules[0].conditions[0].saw.identities[0].values, ['Sales'])
    const li = await personOf('li')
    const missed = await act('GET', `/directory/users/${li.id}/explain?ruleset=${group.id}`)
    assert.equal(missed.verdict, 'out', key)
    const resource = `resource: { type: idp_group, integration: okta, handle: group${at} }`
    const text = `tests:
  - { person: { ${key}: Sales }, role: member, ${resource} }
  - { person: { ${key}: Legal }, has: false, ${resource} }
  - { everyone: { ${key}: Sales }, role: member, ${resource} }
`
    const tested = await act('POST', '/policy/test', { files: [{ path: 'tests.yaml', text }] })
    assert.deepEqual([tested.failures, tested.passed], [[], 3])
    const { data: values } = await act('GET', `/policy/suggestions/values?key=${key}`)
    assert.deepEqual(
      values.map(({ value }: { value: string }) => value),
      ['Sales'],
    )
    const [identity] = (await act('GET', `/directory/users/${ada.id}/directory-identities`)).data
    const { profile } = await act('GET', `/directory/identities/${identity.id}`)
    assert.deepEqual(
      Object.entries(profile).filter(([name]) => keys.includes(name)),
      [[key, 'Sales']],
    )
    await feed([[`ada${at}`, has(key, 'Legal')]])
    assert.deepEqual((await act('GET', `/policy/rulesets/${group.id}/manifest-users`)).data, [])
    const logs = (await act('GET', `/audit/logs?filter[record]=${identity.id}`)).data
    const changes = logs.flatMap((row: { changes: object }) => Object.entries(row.changes))
    const ofProfile = changes.filter(([name]: [string]) => name === `profile.${key}`)
    assert.deepEqual(ofProfile, [
      [`profile.${key}`, { old: 'Sales', new: 'Legal' }],
      [`profile.${key}`, { old: null, new: 'Sales' }],
    ])
  }
  const attributes = (await act('GET', '/directory/attributes')).data
  assert.deepEqual(attributes.map(({ name }: { name: string }) => name).sort(), ['Legal', 'Sales'])
})

test('a mapping and metadata take them; a closed shape does not', async () => {
  const { act, server, token, feed, path, personOf } = await world()
  const { mapping } = await act('GET', path)
  const extra = Object.fromEntries(keys.map((key) => [key, [`profile.from_${key}`]]))
  mapping.account.profile_extra = extra
  await act('PATCH', path, { mapping })
  assert.deepEqual(
    sorted(Object.entries((await act('GET', path)).mapping.account.profile_extra)),
    sorted(Object.entries(extra)),
  )
  const from = keys.map((key) => [`from_${key}`, 'Sales'])
  await feed([['ada', Object.fromEntries(from)]])
  const ada = await personOf('ada')
  const metadata = Object.fromEntries(keys.map((key) => [key, 'x']))
  const changed = await act('PATCH', `/directory/users/${ada.id}`, { metadata })
  assert.deepEqual(sorted(Object.entries(changed.metadata)), sorted(Object.entries(metadata)))
  const none = await act('PATCH', `/directory/users/${ada.id}`, {
    metadata: JSON.parse('{"__proto__":null}'),
  })
  assert.equal(Object.hasOwn(none.metadata, '__proto__'), false)
  assert.equal(Object.keys(none.metadata).length, keys.length - 1)
  const closed = await server.call('PATCH', `/directory/users/${ada.id}`, {
    token,
    raw: '{"__proto__":{"username":"root"}}',
  })
  assert.equal(closed.status, 422)
  assert.deepEqual(Object.keys(closed.body.errors), ['__proto__'])
})

test('a SCIM client pushes them within an extension', async () => {
  const scim = await scimEndpoint(await testServer())
  const custom = 'urn:example:2.0:Born'
  const act = clientOf(scim.server, scim.token)
  const born = Object.fromEntries(keys.map((key) => [key, 'Sales']))
  const ignored = JSON.parse('{"__proto__":{"active":false}}')
  const { status, body } = await scim.user('ada', { active: true, [custom]: born, ...ignored })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.active, true)
  assert.deepEqual(sorted(Object.entries(body[custom])), sorted(Object.entries(born)))
  const [{ id }] = await scim.people()
  const [identity] = (await act('GET', `/directory/users/${id}/directory-identities`)).data
  const { profile } = await act('GET', `/directory/identities/${identity.id}`)
  assert.equal(Object.getOwnPropertyDescriptor(profile[custom], '__proto__')?.value, 'Sales')
})
