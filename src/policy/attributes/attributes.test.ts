import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeAttribute,
  makeDimension,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  type Made,
} from '../../../test/people.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { recalculate } from '../manifests/recalculate.ts'

const server = await testServer()
const owner = await makeOwner(server)
const idp = await makeIntegration(server, { handle: 'corp-idp', is_primary: true })
const department = await makeDimension(server, idp, { handle: 'department', name: 'Department' })
const site = await makeDimension(server, idp, {
  handle: 'site',
  name: 'Site',
  state: 'deactivated',
  expires_after_days: 7,
})
const sales = await makeAttribute(server, department, 'Sales')
const legal = await makeAttribute(server, department, 'Légal')
const paris = await makeAttribute(server, site, 'Paris', { state: 'deactivated' })
for (const name of ['Sales', 'sales']) await addRule(sales, name)

/** Two rules in force may admit the same person. */
async function addRule(attribute: Made, value: string): Promise<void> {
  const [rule] = await server.query<{ id: string }>(
    `insert into rule (ruleset_id, state, policy_role_id, activated_at)
     select s.id, 'active', r.id, now() from ruleset s, policy_role r
     where s.attribute_id = $1 and r.resource_type = 'directory_attribute' returning id`,
    [attribute.uuid],
  )
  await server.query(
    `insert into condition (rule_id, type, profile_key, profile_operator, profile_value)
     values ($1, 'identity', 'department', 'equals', $2)`,
    [rule?.id, value],
  )
}

async function makePerson(
  name: string,
  of: string,
  base_state: 'staged' | 'active' | 'deactivated' = 'active',
): Promise<Made> {
  const person = await makeDirectoryUser(server, { first_name: name, last_name: 'X', base_state })
  await makeIdentity(server, idp, person, { profile: JSON.stringify({ department: of }) })
  return person
}

const people = [
  await makePerson('Ada', 'Sales'),
  await makePerson('Bob', 'SALES', 'staged'),
  await makePerson('Cyd', 'Sales', 'deactivated'),
]
await makePerson('Dan', 'Legal')
const gone = await makePerson('Eve', 'Sales')
await deleteDirectoryUser(server, gone)
await server.database.transaction(({ tx, now }) =>
  recalculate(tx, { now, actor: testActor, people: 'all' }),
)

const get = (path: string, token = owner.token) => server.get(`/directory${path}`, token)
async function ids(path: string): Promise<string[]> {
  const answer = await get(path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((row: { id: string }) => row.id)
}

test('attributes are listed and found by dimension, state and name', async () => {
  const expected: [string, string[]][] = [
    ['', [legal.id, paris.id, sales.id]],
    [`?filter[dimension]=${department.id}`, [legal.id, sales.id]],
    ['?filter[dimension]=site,nowhere', [paris.id]],
    ['?filter[state]=active', [legal.id, sales.id]],
    ['?filter[name_search]=LEGAL', [legal.id]],
    ['?filter[dimension]=site&filter[name_search]=sales', []],
  ]
  for (const [query, found] of expected)
    assert.deepEqual(await ids(`/attributes${query}`), found, query)
})

test('an attribute is described as the policy resource that it is, with its counts', async () => {
  const { body } = await get(`/attributes/${sales.id}`)
  const {
    timestamp: _timestamp,
    links,
    blueprint_signature: signature,
    ruleset_id,
    ...shown
  } = body
  assert.deepEqual(shown, {
    id: sales.id,
    state: 'active',
    parent: department.id,
    name: 'Sales',
    handle: 'sales',
    profile_value: 'Sales',
    dimension_handle: 'department',
    absorbed_by_id: null,
    count: { users: 3, policy_rules: 2 },
  })
  assert.match(signature, /^[0-9a-f]{32}$/)
  assert.match(ruleset_id, /^poset_/)
  assert.equal(links.users, `${links.self}/users`)
})

test('who qualifies is listed once, whatever their state, by pages and searches', async () => {
  const path = `/attributes/${sales.id}/users`
  const all = people.map(({ id }) => id)
  assert.deepEqual(await ids(path), all)
  assert.deepEqual(await ids(`${path}?filter[state]=staged`), [all[1]])
  assert.deepEqual(await ids(`${path}?filter[search]=cyd`), [all[2]])
  assert.deepEqual(await ids(`/attributes/${legal.id}/users`), [])
  const seen: string[] = []
  let next: string | null = `${path}?page[size]=1&page[total]=true`
  while (next !== null) {
    const { body } = await get(next)
    assert.equal(body.meta.total, 3)
    seen.push(...body.data.map((row: { id: string }) => row.id))
    next = body.links.next && body.links.next.replace('https://muster.example/api/v1/directory', '')
  }
  assert.deepEqual(seen, all)
})

test('people are shown to who may see people, too', async () => {
  const half = await makeCaller(server, ['directory.attribute.view'])
  const answer = await get(`/attributes/${sales.id}/users`, half.token)
  assert.equal(answer.status, 403)
  assert.match(answer.body.message, /directory\.user\.view/)
  assert.equal((await get(`/attributes/${sales.id}`, half.token)).status, 200)
  assert.equal((await get('/dimensions', half.token)).status, 403)
})
