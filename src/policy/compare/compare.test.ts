import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { day, onProfile, policyServer } from '../rules/policy-for-tests.ts'
import { runCli } from '../../../test/run-cli.ts'
import type { ComparisonJson, ManifestDifferenceJson as Difference } from './schema.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
  { email: 'bo@x.example', profile: { department: 'Legal', level: '7' } },
  { email: 'cy@x.example', profile: { department: 'Sales' }, baseState: 'suspended' },
])
const { expect } = server
const [ada, bo, cy] = await Promise.all(
  ['ada', 'bo', 'cy'].map((name) => server.personId(`${name}@x.example`)),
)
const groups = { 12: await server.rulesetId('12'), 13: await server.rulesetId('13') }

async function inForce(group: 12 | 13, conditions: object[], role = 'developer'): Promise<string> {
  const path = `/policy/rulesets/${groups[group]}/rules`
  const { id } = (await expect(201, 'POST', path, { role, conditions })).body
  await expect(200, 'POST', `/policy/rules/${id}/activate`)
  return id
}

const begin = new Date(server.now()).toISOString()
server.pass(day)
await inForce(12, [onProfile('department', 'Sales')])
await inForce(13, [onProfile('level', '7'), onProfile('department', 'Sales', 'not_equals')])
await inForce(13, [onProfile('level', '7')], 'owner')

async function compare(query: string): Promise<ComparisonJson> {
  return (await expect(200, 'GET', `/directory/users/${ada}/compare?${query}`)).body
}

test('two people are compared: what only one has, with what the other does not meet, and what differs', async () => {
  const { here, there, count, data } = await compare(`with=${bo}`)
  assert.deepEqual([here.id, there.id], [ada, bo])
  assert.deepEqual(count, { only_here: 1, only_there: 0, differs: 1, same: 0 })
  const [only, differs] = data
  assert.equal(only?.why, 'does not meet: department is Sales')
  assert.deepEqual(
    [differs?.here?.role_handle, differs?.there?.role_handle],
    ['owner', 'developer'],
  )
  const suspended = await compare(`with=${cy}`)
  assert.deepEqual(
    suspended.data.map(({ kind, why }) => [kind, why]),
    Array.from({ length: 2 }, () => ['only_here', 'is suspended']),
  )
})

const rulesetsOf = ({ data }: ComparisonJson) => data.map((each) => each.policy_ruleset_id)

test('a ruleset that the caller may not see is left out, of two people and of two dates', async () => {
  const delegate = await makeCaller(server, ['directory.user.view'])
  const admin = { user_id: delegate.id, role: 'audit' }
  await expect(201, 'POST', `/policy/rulesets/${groups[13]}/admins`, admin)
  for (const query of [`with=${bo}`, `at=${begin}`]) {
    assert.deepEqual(rulesetsOf(await compare(query)).sort(), Object.values(groups).sort())
    const path = `/directory/users/${ada}/compare?${query}`
    const seen: ComparisonJson = (await expect(200, 'GET', path, undefined, delegate)).body
    assert.deepEqual(rulesetsOf(seen), [groups[13]])
    assert.equal(
      Object.values(seen.count).reduce((sum, each) => sum + each),
      1,
    )
  }
  const hidden = `/policy/rulesets/${groups[12]}/compare?at=${begin}`
  await expect(404, 'GET', hidden, undefined, delegate)
})

test('a person is compared with themself on another date, and each difference names the change that made it', async () => {
  const then = await compare(`at=${begin}`)
  assert.deepEqual(then.count, { only_here: 0, only_there: 2, differs: 0, same: 0 })
  for (const { cause } of then.data) assert.equal(cause?.event, 'policy.rule.activate')
  const before = new Date(server.now()).toISOString()
  server.pass(day)
  await expect(200, 'POST', `/directory/users/${ada}/deactivate`)
  const { count, data } = await compare(`at=${before}`)
  assert.deepEqual(count, { only_here: 2, only_there: 0, differs: 0, same: 0 })
  assert.equal(data[0]?.cause?.event, 'directory.user.deactivate')
  const [log] = (await expect(200, 'GET', `/audit/logs?filter[record]=${ada}&sort=-at`)).body.data
  assert.equal(data[0]?.cause?.audit_log_id, log.id)
  const past = await compare(`at=${begin}&until=${before}`)
  assert.equal(past.count.only_there, 2, 'dates that have passed are compared as they were')
})

test('400 says what to give, 404 who is unknown', async () => {
  const path = `/directory/users/${ada}/compare`
  for (const query of [
    '',
    `with=${bo}&at=${begin}`,
    `with=${bo}&until=${begin}`,
    'at=2999-01-01T00:00:00Z',
  ])
    assert.equal((await server.send('GET', `${path}?${query}`)).status, 400, query)
  await expect(404, 'GET', `${path}?with=drusr_01kaf7m2t4e8j9p3q5r7s9v1wx`)
  const viewer = await makeCaller(server, ['directory.user.view'])
  assert.equal((await server.send('GET', `${path}?with=${bo}`, undefined, viewer)).status, 403)
})

const lineOf = ({ id, kind, here, there, cause }: Difference) => [
  id,
  kind,
  here?.role_handle,
  there?.role_handle,
  cause?.event,
]

test('a manifest is compared on two dates: who came, who left and who changed, each with what made it', async () => {
  const path = `/policy/rulesets/${groups[13]}/compare?at=${begin}`
  const { data, count, links } = (await expect(200, 'GET', `${path}&include=counts`)).body
  assert.deepEqual(data.map(lineOf), [
    [bo, 'only_there', undefined, 'developer', 'policy.rule.activate'],
  ])
  assert.equal(links.next, null)
  assert.deepEqual(count, { only_here: 0, only_there: 1, differs: 0, same: 0 })
  const before = new Date(server.now()).toISOString()
  server.pass(day)
  await expect(200, 'POST', `/directory/users/${ada}/activate`)
  await expect(200, 'POST', `/directory/users/${bo}/suspend`)
  const since = `/policy/rulesets/${groups[13]}/compare?at=${before}`
  const moved = (await expect(200, 'GET', since)).body.data.map(lineOf)
  assert.deepEqual(
    new Set(moved),
    new Set([
      [ada, 'only_there', undefined, 'owner', 'directory.user.activate'],
      [bo, 'only_here', 'developer', undefined, 'directory.user.suspend'],
    ]),
  )
  const came = await expect(200, 'GET', `${since}&filter[kind]=only_there`)
  assert.deepEqual(
    came.body.data.map(({ id }: Difference) => id),
    [ada],
  )
  const then = (await expect(200, 'GET', `${path}&until=${before}`)).body.data
  assert.deepEqual(
    then.map(lineOf),
    data.map(lineOf),
    'dates that have passed are compared as they were',
  )
  assert.equal((await server.send('GET', `${since}&until=${begin}`)).status, 400)
  const future = await server.send('GET', `${since}&until=2999-01-01T00:00:00Z`)
  assert.match(future.body.message, /^The query parameter until must not be in the future/)
  const { stdout } = await runCli(['ruleset', 'compare', groups[13], '--at', before, '--csv'], {
    MUSTER_URL: server.origin,
    MUSTER_TOKEN: server.owner.token,
  })
  assert.equal(stdout.trimEnd().split('\n').length, 3)
  for (const left of ['policy.rule.view', 'directory.user.view']) {
    const others = ['policy.rule.view', 'directory.user.view'].filter((each) => each !== left)
    const caller = await makeCaller(server, others)
    assert.equal((await server.send('GET', path, undefined, caller)).status, 403, left)
  }
})

test('who has joined is shown with what let them in, whatever rule holds them since', async () => {
  const before = new Date(server.now()).toISOString()
  server.pass(day)
  const first = await inForce(12, [onProfile('department', 'Legal')])
  server.pass(day)
  await expect(200, 'POST', `/directory/users/${bo}/activate`)
  server.pass(day)
  const path = `/policy/rules/${first}/duplicate`
  const { id } = (await expect(201, 'POST', path)).body
  await expect(200, 'POST', `/policy/rules/${id}/activate`, { replaces: first })
  const since = `/policy/rulesets/${groups[12]}/compare?at=${before}&filter[kind]=only_there`
  const { data } = (await expect(200, 'GET', since)).body
  assert.deepEqual(data.map(lineOf), [
    [bo, 'only_there', undefined, 'developer', 'directory.user.activate'],
  ])
})
