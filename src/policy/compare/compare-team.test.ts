import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeId } from '../../contract/ids.ts'
import { makeCaller, type Person } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'
import { onProfile, policyServer } from '../rules/policy-for-tests.ts'
import type { TeamComparisonJson } from './schema.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
  { email: 'bo@x.example', profile: { department: 'Legal', level: '7' } },
  { email: 'cy@x.example', profile: { department: 'Sales' }, baseState: 'suspended' },
  { email: 'lead@x.example', profile: {} },
])
const { expect } = server
const [ada, bo, cy, lead] = await Promise.all(
  ['ada', 'bo', 'cy', 'lead'].map((name) => server.personId(`${name}@x.example`)),
)
const groups = { 12: await server.rulesetId('12'), 13: await server.rulesetId('13') }

async function inForce(group: 12 | 13, conditions: object[], role = 'developer'): Promise<void> {
  const path = `/policy/rulesets/${groups[group]}/rules`
  const { id } = (await expect(201, 'POST', path, { role, conditions })).body
  await expect(200, 'POST', `/policy/rules/${id}/activate`)
}

await inForce(12, [onProfile('department', 'Sales')])
await inForce(13, [onProfile('level', '7'), onProfile('department', 'Sales', 'not_equals')])
await inForce(13, [onProfile('level', '7')], 'owner')

const teamOf = async (id: string, as?: Person): Promise<TeamComparisonJson> =>
  (await expect(200, 'GET', `/directory/users/${id}/compare-team`, undefined, as)).body

for (const [person, manager] of [
  [ada, lead],
  [bo, ada],
  [cy, ada],
])
  await expect(200, 'PATCH', `/directory/users/${person}`, { manager_id: manager })

test('shows what all below have, what they have in different roles, and who lacks what only some have', async () => {
  const { count, data } = await teamOf(lead ?? '')
  assert.deepEqual(
    count,
    { people: 2, some: 1, differs: 1, common: 0 },
    'suspended people are left out',
  )
  const [some, differs] = data
  assert.deepEqual(
    [some?.kind, some?.policy_ruleset_id, some?.count],
    ['some', groups[12], { having: 1, lacking: 1 }],
  )
  assert.deepEqual(
    [some?.having[0]?.id, some?.lacking[0]?.id, some?.lacking[0]?.why],
    [ada, bo, 'does not meet: department is Sales'],
  )
  assert.deepEqual(
    [differs?.kind, differs?.roles.map(({ role_handle, count: people }) => [role_handle, people])],
    [
      'differs',
      [
        ['developer', 1],
        ['owner', 1],
      ],
    ],
  )
  const [common] = (await teamOf(ada ?? '')).data
  assert.deepEqual(
    [common?.kind, common?.count, common?.lacking],
    ['common', { having: 1, lacking: 0 }, []],
  )
  assert.deepEqual((await teamOf(bo ?? '')).count, { people: 0, some: 0, differs: 0, common: 0 })
})

test('rulesets that the caller may not see are left out, and values of profiles withheld', async () => {
  const delegate = await makeCaller(server, ['directory.user.view'])
  const path = `/directory/users/${lead}/compare-team`
  await expect(403, 'GET', path, undefined, delegate)
  await expect(201, 'POST', `/policy/rulesets/${groups[12]}/admins`, {
    user_id: delegate.id,
    role: 'audit',
  })
  const { count, data } = await teamOf(lead ?? '', delegate)
  assert.deepEqual(count, { people: 2, some: 1, differs: 0, common: 0 })
  assert.deepEqual(
    data.map((each) => each.policy_ruleset_id),
    [groups[12]],
  )
  assert.match(data[0]?.lacking[0]?.why ?? '', /^does not meet: department [^S]+$/)
  assert.doesNotMatch(JSON.stringify(data), /Sales/)
  await expect(404, 'GET', '/directory/users/drusr_01kaf7m2t4e8j9p3q5r7s9v1wx/compare-team')
})

test('the command line prints it', async () => {
  const { stdout, stderr } = await runCli(['user', 'team', lead ?? ''], {
    MUSTER_TOKEN: server.owner.token,
    MUSTER_URL: server.origin,
  })
  assert.match(
    stdout,
    /^RESOURCE +HAVE +ROLES +LACKING +WHY \(FIRST\)\n.* 1 of 2 +developer \(1\) +\S.* +does not meet: department is Sales\n/,
    stderr,
  )
  assert.match(stdout, / 2 of 2 +developer \(1\), owner \(1\) +– +–\n$/)
})

test('with --all it prints what all have, too', async () => {
  const environment = { MUSTER_TOKEN: server.owner.token, MUSTER_URL: server.origin }
  assert.match((await runCli(['user', 'team', ada ?? ''], environment)).stdout, /^All 1 have/)
  const all = await runCli(['user', 'team', ada ?? '', '--all'], environment)
  assert.match(all.stdout, /\n.* 1 of 1 +developer \(1\)/)
})

test('a person whose parent is away is no part of a team', async () => {
  assert.equal((await teamOf(lead ?? '')).count.people, 2)
  const set = 'update directory_user set parent_user_id = $1 where id = $2'
  await server.query(set, [
    decodeId('directoryUser', cy ?? ''),
    decodeId('directoryUser', bo ?? ''),
  ])
  assert.equal((await teamOf(lead ?? '')).count.people, 1, 'cy is suspended')
})
