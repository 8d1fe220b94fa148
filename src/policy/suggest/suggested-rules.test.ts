import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCaller, type Person } from '../../../test/harness.ts'
import {
  makeAttribute,
  makeDimension,
  makeIdentity,
  makeMember,
  makeResource,
} from '../../../test/people.ts'
import { runCli } from '../../../test/run-cli.ts'
import { decodeId } from '../../contract/ids.ts'
import type { Permission } from '../../contract/permissions.ts'
import { loadPolicy } from '../model/load-policy.ts'
import { day, onProfile, policyServer } from '../rules/policy-for-tests.ts'
import { suggestFor } from './suggest-for.ts'
import { suggestSource } from './suggest-source.ts'

const departments = ['Sales', 'Legal', 'Support', 'Finance']
const addressOf = (at: number) => `person-${String(at).padStart(2, '0')}@x.example`
const server = await policyServer(
  Array.from({ length: 80 }, (_, at) => ({
    email: addressOf(at),
    profile: {
      department: departments[at % 4],
      userType: at % 8 === 0 ? 'contractor' : 'employee',
      level: `${at}`,
    },
    ...(at === 4 && { baseState: 'suspended' as const }),
  })),
)
const { expect, owner } = server
await server.query(
  `update directory_user set first_name = 'Person', last_name = substr(email, 8, 2)`,
)
const [group] = await server.query<{ id: string; integration: string }>(
  `select id, integration_id as integration from resource where vendor_id = '12'`,
)
type Suggestion = { conditions: { type: string; resource_id: string | null }[] }

const idOf = async (at: number) => server.personId(addressOf(at))
const join = async (at: number, vendorId = '12') => {
  const [place] = await server.query<{ id: string }>(
    'select id from resource where vendor_id = $1',
    [vendorId],
  )
  const id = await idOf(at)
  const person = { id, uuid: decodeId('directoryUser', id) ?? '' }
  const identity = await makeIdentity(
    server,
    { id: '', uuid: group?.integration ?? '' },
    person,
    {},
  )
  await makeMember(server, { id: '', uuid: place?.id ?? '' }, identity, 'developer')
}
// Sales, one of whom is suspended, and a stranger from Legal.
for (let at = 0; at < 80; at += 4) await join(at)
await join(1)
// Anybody.
for (const at of [2, 3, 7, 13, 22, 24, 33, 51]) await join(at, '13')
const ruleset = await server.rulesetId('12')
const { resource_id: resource } = (await expect(200, 'GET', `/policy/rulesets/${ruleset}`)).body
const { resource_id: other } = (
  await expect(200, 'GET', `/policy/rulesets/${await server.rulesetId('13')}`)
).body
const path = `/directory/resources/${resource}/suggested-rules`

test('rules are suggested with whom they would miss and add by name, and drafts of them do just that', async () => {
  const { body } = await expect(200, 'GET', path)
  assert.equal(body.is_explained, true)
  assert.equal(body.message, 'This rule admits 19 of 21 members, and nobody else.')
  assert.equal(body.role_handle, 'developer')
  assert.deepEqual(body.count, { members: 21, accounts_without_person: 0, missing: 2, extra: 0 })
  assert.deepEqual(body.data, [
    {
      description: 'department is Sales',
      conditions: [
        {
          type: 'identity',
          resource_id: null,
          profile_key: 'department',
          profile_operator: 'equals',
          profile_value: 'Sales',
        },
      ],
      count: { people: 19, members: 19 },
    },
  ])
  assert.deepEqual(body.missing, [
    { id: await idOf(1), full_name: 'Person 01', why: 'meets none of these rules' },
    { id: await idOf(4), full_name: 'Person 04', why: 'is suspended' },
  ])
  assert.deepEqual(body.extra, [])
  const expires_at = new Date(server.now() + 90 * day).toISOString()
  assert.deepEqual(body.exceptions, [
    {
      user_id: await idOf(1),
      role: 'developer',
      reason: 'Is a member and meets none of the rules',
      expires_at,
    },
  ])
  const [{ conditions }] = body.data
  const rule = { role: body.role_handle, conditions }
  await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, rule)
  const drift = await expect(
    200,
    'GET',
    `/directory/resources/${resource}/drift?rules=staged&include=counts`,
  )
  const { in_sync, missing, unmanaged } = drift.body.count
  assert.deepEqual([in_sync, missing, unmanaged], [19, 0, 2])
  const [exception] = body.exceptions
  await expect(201, 'POST', `/policy/rulesets/${ruleset}/exceptions`, exception)
})

test('a group that no rule explains gets none', async () => {
  const { body } = await expect(200, 'GET', `/directory/resources/${other}/suggested-rules`)
  assert.deepEqual(
    [body.is_explained, body.message, body.data, body.exceptions],
    [false, 'No rule explains who is in this group.', [], []],
  )
  assert.deepEqual([body.count.missing, body.missing.length], [8, 8])
})

const needed: Permission[] = [
  'directory.resource.view',
  'directory.user.view',
  'directory.identity.profile.view',
  'policy.rule.view',
]

test('it takes the rights to see members, people, values of profiles, and the rules', async () => {
  const all = await makeCaller(server, needed)
  await expect(200, 'GET', path, undefined, all)
  for (const left of needed) {
    const caller = await makeCaller(
      server,
      needed.filter((each) => each !== left),
    )
    await expect(403, 'GET', path, undefined, caller)
  }
  await expect(
    404,
    'GET',
    '/directory/resources/dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx/suggested-rules',
    undefined,
    all,
  )
})

test('who is entitled to another resource is suggested, and never where it depends on the group', async () => {
  const integration = { id: '', uuid: group?.integration ?? '' }
  const conditions = [onProfile('level', '30', 'less_than')]
  const rules = `/policy/rulesets/${await server.rulesetId('13')}/rules`
  const { id } = (await expect(201, 'POST', rules, { role: 'developer', conditions })).body
  await expect(200, 'POST', `/policy/rules/${id}/activate`)
  const place = await makeResource(server, integration, { type: 'codehost_group', vendor_id: '15' })
  for (let at = 0; at < 30; at += 1) await join(at, '15')
  const { body } = await expect(200, 'GET', `/directory/resources/${place.id}/suggested-rules`)
  const asked = { type: 'entitled_to', resource_id: other, profile_operator: 'equals' }
  assert.deepEqual(body.data, [
    {
      description: 'is entitled to group 13',
      conditions: [{ ...asked, profile_key: null, profile_value: null }],
      count: { people: 29, members: 29 },
    },
  ])
  const { policy } = await loadPolicy(server.database.read)
  const allowed = { integrations: [], first: '', attributes: true, resources: true }
  const namedFor = (uuid: string | undefined) => {
    const source = suggestSource(policy, { ...allowed, group: uuid ?? '' })
    const draft = source.policy.rules.find(({ rulesetId }) => rulesetId === source.rulesetId)
    return draft?.conditions.map(({ resourceId }) => resourceId)
  }
  const [first, second] = [group?.id, decodeId('resource', other)]
  assert.deepEqual(namedFor(first), [second])
  await expect(201, 'POST', rules, {
    role: 'developer',
    conditions: [{ type: 'entitled_to', resource_id: resource }],
  })
  const { policy: then } = await loadPolicy(server.database.read)
  const source = suggestSource(then, { ...allowed, group: first ?? '' })
  const draft = source.policy.rules.find(({ rulesetId }) => rulesetId === source.rulesetId)
  assert.deepEqual(draft?.conditions, [])
  await expect(200, 'POST', `/policy/rules/${id}/deactivate`)
})

test('attributes are only named to those who may see them', async () => {
  const integration = { id: '', uuid: group?.integration ?? '' }
  const office = await makeAttribute(server, await makeDimension(server, integration), 'Office')
  const decided = await server.rulesetId('Office')
  const conditions = [onProfile('department', '["Sales","Legal"]', 'in')]
  const rule = { role: 'member', conditions }
  const { id } = (await expect(201, 'POST', `/policy/rulesets/${decided}/rules`, rule)).body
  await expect(200, 'POST', `/policy/rules/${id}/activate`)
  const place = await makeResource(server, integration, { type: 'codehost_group', vendor_id: '14' })
  for (let at = 0; at < 80; at += 1) if (at % 4 < 2) await join(at, '14')
  const about = `/directory/resources/${place.id}/suggested-rules`
  const namedTo = async (caller: Person) => {
    const { data } = (await expect(200, 'GET', about, undefined, caller)).body
    return data.flatMap((each: Suggestion) =>
      each.conditions.map(({ type, resource_id }) => [type, resource_id]),
    )
  }
  assert.deepEqual(await namedTo(owner), [['attribute', office.id]])
  const blind = await makeCaller(server, needed)
  assert.deepEqual(await namedTo(blind), [
    ['identity', null],
    ['identity', null],
  ])
})

test('a client that goes away leaves no work behind', async () => {
  const leaving = new AbortController()
  const asked = fetch(`${server.origin}/api/v1${path}`, {
    headers: { authorization: `Bearer ${owner.token}` },
    signal: leaving.signal,
  })
  await sleep(20)
  leaving.abort()
  await assert.rejects(asked)
  const { heavy } = server.app.services
  for (let turn = 0; turn < 200 && heavy.running + heavy.waiting > 0; turn += 1) await sleep(20)
  assert.deepEqual([heavy.running, heavy.waiting], [0, 0])
})

test('the thread ends with the signal, before it has begun and at any time', async () => {
  const { read } = server.database
  const { policy } = await loadPolicy(read)
  const source = suggestSource(policy, {
    group: '',
    integrations: [],
    first: '',
    attributes: true,
    resources: true,
  })
  const question = { source, now: server.now(), members: '' }
  await assert.rejects(suggestFor(read, question, AbortSignal.abort()), /abort/)
  for (const wait of [0, 5, 30]) {
    const going = new AbortController()
    const asked = suggestFor(read, question, going.signal)
    setTimeout(() => going.abort(), wait)
    // It may have been faster.
    await asked.catch((error: Error) => assert.match(error.message, /abort|ended before/))
  }
})

test('muster rule suggest says it for people and as JSON', async () => {
  const environment = { MUSTER_URL: server.origin, MUSTER_TOKEN: owner.token }
  const run = (...args: string[]) => runCli(['rule', 'suggest', ...args], environment)
  const { code, stdout, stderr } = await run(resource, '--csv')
  assert.equal(code, 0, stderr)
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    'what,name,note',
    'rule,department is Sales,"admits 19, of whom 19 are members"',
    'missing,Person 01,meets none of these rules; could stay until 2026-07-30',
    'missing,Person 04,is suspended',
  ])
  const table = await run(resource)
  assert.match(table.stderr, /This rule admits 19 of 21 members, and nobody else\./)
  const none = await run(other)
  assert.equal(none.stdout.trim(), 'No rule explains who is in this group.')
  assert.equal(JSON.parse((await run(other, '--json')).stdout).is_explained, false)
})
