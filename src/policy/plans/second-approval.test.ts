import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { makeCaller, makeOwner, type Person } from '../../../test/harness.ts'
import { encodeId } from '../../contract/ids.ts'
import { permissions as all } from '../../contract/permissions.ts'
import { makeService, makeServiceToken } from '../../workspace/services/service-for-tests.ts'
import { day } from '../rules/policy-for-tests.ts'
import { createSessionSecret, hashToken } from '../../access/token-secret.ts'
import { ownOrigin } from '../../workspace/auth/sign-in-for-tests.ts'
import { activate, planServer } from './plans-for-tests.ts'

const server = await planServer()
const { expect, groups, create, plan, apply, read } = server
const rights = [
  'policy.rule.view',
  'policy.rule.manage',
  'policy.ruleset.manage',
  'policy.change.approve',
  'directory.user.view',
  'directory.identity.profile.view',
]
const ada = await makeCaller(server, rights)
const bo = await makeCaller(server, rights)
const changeRuleset = (body: object, status = 200, as: Person = ada) =>
  expect(status, 'PATCH', `/policy/rulesets/${groups[12]}`, body, as)
const approve = (id: string, as: Person, status = 200) =>
  expect(status, 'POST', `/policy/plans/${id}/approve`, undefined, as)
/** A plan beyond the limit of its ruleset. */
const beyond = async (as: Person = ada): Promise<string> =>
  (await plan([create(12), activate], as)).body.id

beforeEach(async () => {
  await server.startOver()
  await server.query('update ruleset set requires_second_approval = false')
  await server.query(
    'update policy_settings set requires_second_approval = false, named_people_limit = 50',
  )
  await server.query('update workspace_user set directory_user_id = null')
  await server.query('update directory_user set parent_user_id = null')
  await server.query(
    `update ruleset set addition_limit_people = 0, addition_limit_percent = 0 where type = 'codehost_group'`,
  )
  // Gains of a ruleset that is new are not counted.
  await server.query(
    `insert into ruleset_tally (ruleset_id, first_entered_at) select id, '2020-01-01' from ruleset
     on conflict (ruleset_id) do update set first_entered_at = '2020-01-01'`,
  )
})

/** Makes a person an administrator of policy by the API, as `by`. */
async function promoted(by: Person): Promise<Person> {
  const person = await makeCaller(server, [
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  const [role] = await server.query<{ name: string }>(
    `select r.name from role r join workspace_user_role u on u.role_id = r.id where u.workspace_user_id = $1`,
    [ada.uuid],
  )
  await expect(200, 'PATCH', `/workspace/users/${person.id}`, { roles: [role?.name] }, by)
  return person
}

test('a plan beyond a limit is applied once another person has approved it, and says so', async () => {
  await changeRuleset({ requires_second_approval: true })
  const id = await beyond()
  const before = await read(id, ada)
  assert.ok(before.exceeds.length > 0)
  assert.deepEqual([before.approvals, before.needs_approval_by_another], [[], true])
  const refused = await apply(id, 409, ada)
  assert.match(
    refused.body.message,
    /another person with policy\.change\.approve has to approve the plan popln_/,
  )
  const approved = (await approve(id, bo)).body
  assert.deepEqual(
    approved.approvals.map((each: { user_id: string }) => each.user_id),
    [bo.id],
  )
  assert.equal((await read(id, ada)).needs_approval_by_another, false)
  assert.equal((await read(id, bo)).needs_approval_by_another, true, 'bo alone is one person')
  await apply(id, 409, bo)
  await apply(id, 200, ada)
  const rows = await server.query(
    `select actor_id, changes from audit_log where event = 'policy.plan.approve'`,
  )
  assert.deepEqual(rows, [{ actor_id: bo.uuid, changes: { approvals: { old: null, new: 1 } } }])
})

test('a plan of a workspace that requires it takes a second person too, one within limits does not', async () => {
  await expect(200, 'PATCH', '/policy/settings', { requires_second_approval: true }, ada)
  await apply(await beyond(), 409, ada)
  const within = (await plan([create(12)], ada)).body.id
  await approve(within, bo, 409)
  await apply(within, 200, ada)
})

test('a plan with another effect has no approvals', async () => {
  await changeRuleset({ requires_second_approval: true })
  const id = await beyond()
  await approve(id, bo)
  await server.query(
    `update identity set profile = profile || '{"department": "Legal"}'
     where directory_user_id = (select id from directory_user where email = 'bo@x.example')`,
  )
  const { body } = await server.call('POST', `/policy/plans/${id}/apply`, { token: ada.token })
  await server.query(
    `update identity set profile = profile || '{"department": "Sales"}'
     where directory_user_id = (select id from directory_user where email = 'bo@x.example')`,
  )
  assert.match(body.message, /another effect/)
  const next = (await read(id, ada)).replaced_by_id
  assert.deepEqual((await read(next, ada)).approvals, [])
  await apply(next, 409, ada)
})

test('neither the same person, nor a service, nor a caller without the right is another person', async () => {
  await changeRuleset({ requires_second_approval: true })
  const id = await beyond()
  await approve(id, ada)
  await apply(id, 409, ada)
  const reader = await makeCaller(
    server,
    rights.filter((each) => each !== 'policy.change.approve'),
  )
  await approve(id, reader, 403)
  const service = await makeService(server, { permissions: rights })
  const { token } = await makeServiceToken(server, service)
  const refused = await server.call('POST', `/policy/plans/${id}/approve`, { token })
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /no service/)
})

test('an approval no longer counts when its person lost the right', async () => {
  await changeRuleset({ requires_second_approval: true })
  const third = await makeCaller(server, rights)
  const id = await beyond()
  await approve(id, third)
  assert.equal((await read(id, ada)).needs_approval_by_another, false)
  await server.query(`update workspace_user set base_state = 'deactivated' where id = $1`, [
    third.uuid,
  ])
  assert.equal((await read(id, ada)).needs_approval_by_another, true)
  await apply(id, 409, ada)
})

test('a person who got the right from the first one counts after 30 days only, in either order', async () => {
  const { owner } = server
  const made = await promoted(owner)
  await changeRuleset({ requires_second_approval: true })
  const id = await beyond(owner)
  await approve(id, made)
  assert.match(
    (await apply(id, 409, owner)).body.message,
    /In the last 30 days, neither you .* given them the right/,
  )
  const other = await beyond(ada)
  await approve(other, owner)
  await apply(other, 409, made)
  server.pass(-31 * day)
  const long = await promoted(owner)
  server.pass(31 * day)
  await approve(id, long)
  await apply(id, 200, owner)
})

/** Makes someone an administrator of policy, other than by the first person's own account. */
const detours: Record<string, (first: Person, other: Person) => Promise<unknown>> = {
  'a service that the first one administers': async (first, other) => {
    const service = await makeService(server, { admin: [first], permissions: all })
    await give((await makeServiceToken(server, service)).token, other)
  },
  'a service whose token the first one issued': async (first, other) => {
    const service = await makeService(server, { permissions: all })
    const { token } = await makeServiceToken(server, service)
    await server.query('update token set issuer_user_id = $1 where service_id = $2', [
      first.uuid,
      service.uuid,
    ])
    await give(token, other)
  },
  'a service whose jobs the first one trusts': async (first, other) => {
    await give((await trustedBy(first)).token, other)
  },
  'a service whose jobs the first one trusted until just now': async (first, other) => {
    const { path, token } = await trustedBy(first)
    await give(token, other)
    await expect(200, 'PATCH', path, { workload_identities: [] }, first)
  },
  'a colleague as whom the first one acts': async (first, other) => {
    const colleague = await makeOwner(server)
    await server.query('update token set issuer_user_id = $1 where workspace_user_id = $2', [
      first.uuid,
      colleague.uuid,
    ])
    await give(colleague.token, other)
  },
  'a colleague as whom a service of the first one acts': async (first, other) => {
    const service = await makeService(server, { admin: [first] })
    const colleague = await makeOwner(server)
    await server.query(
      'update token set issuer_user_id = null, issuer_service_id = $1 where workspace_user_id = $2',
      [service.uuid, colleague.uuid],
    )
    await give(colleague.token, other)
  },
  'a change of their role by the first one': async (first, other) => {
    const [role] = await server.query<{ id: string }>(
      'select role_id as id from workspace_user_role where workspace_user_id = $1',
      [other.uuid],
    )
    const path = `/workspace/roles/${encodeId('role', role?.id ?? '')}`
    await expect(200, 'PATCH', path, { permissions: rights }, first)
  },
  'a second account of the first one': async (first, other) => {
    const second = await makeOwner(server)
    await tie(first, 'ada@x.example')
    await tie(second, 'bo@x.example')
    await give(second.token, other)
  },
}

/** A service that trusts jobs because this person said so, with a token of such a job whose row does not say who did. */
async function trustedBy({ id }: Person) {
  const service = await makeService(server, { permissions: all })
  const trusted = { issuer: 'https://ci.example', audience: 'muster', subject: 'job', set_by: id }
  await server.query('update service set workload_identities = $2 where id = $1', [
    service.uuid,
    JSON.stringify([{ ...trusted, scopes: ['*'], set_at: '2026-05-01T00:00:00.000Z' }]),
  ])
  return { path: service.path, ...(await makeServiceToken(server, service)) }
}

async function give(token: string, { id }: Person) {
  const [role] = await server.query<{ name: string }>(
    `select r.name from role r join workspace_user_role u on u.role_id = r.id where u.workspace_user_id = $1`,
    [ada.uuid],
  )
  const body = { roles: [role?.name] }
  const given = await server.call('PATCH', `/workspace/users/${id}`, { token, body })
  assert.equal(given.status, 200, given.text)
}

/** Ties an account to a person; bo becomes a secondary user of ada. */
async function tie({ uuid }: Person, email: string) {
  await server.query(
    `update directory_user set parent_user_id = (select id from directory_user where email = 'ada@x.example')
     where email = 'bo@x.example'`,
  )
  await server.query(
    `update workspace_user set directory_user_id = (select id from directory_user where email = $2) where id = $1`,
    [uuid, email],
  )
}

for (const [what, makeAble] of Object.entries(detours)) {
  test(`whom ${what} gave the right is no other person`, async () => {
    const first = await makeOwner(server)
    const other = await makeCaller(server, [
      'directory.user.view',
      'directory.identity.profile.view',
    ])
    await makeAble(first, other)
    await changeRuleset({ requires_second_approval: true })
    const id = await beyond(first)
    await approve(id, other)
    await apply(id, 409, first)
    await approve(id, bo)
    await apply(id, 200, first)
  })
}

const ends = (days: number | null) =>
  days === null ? null : new Date(server.now() + days * day).toISOString()

test('who got a later end from the first person, or lost their end, is no other person', async () => {
  for (const [before, after, status] of [
    [1, null, 409],
    [1, 20, 409],
    [20, 1, 200],
    [null, 20, 200],
  ] as const) {
    const [first, other] = [await makeOwner(server), await makeCaller(server, rights)]
    await server.query('update workspace_user set expires_at = $2 where id = $1', [
      other.uuid,
      ends(before),
    ])
    const body = { expires_at: ends(after) }
    await expect(200, 'PATCH', `/workspace/users/${other.id}`, body, first)
    await changeRuleset({ requires_second_approval: true })
    const id = await beyond(first)
    await approve(id, other)
    await apply(id, status, first)
    await server.startOver()
  }
})

test('two accounts of one human are one person, also right after one of them was untied', async () => {
  const [one, two] = [await makeOwner(server), await makeOwner(server)]
  await tie(one, 'ada@x.example')
  await tie(two, 'bo@x.example')
  await changeRuleset({ requires_second_approval: true })
  const id = await beyond(one)
  await approve(id, two)
  await apply(id, 409, one)
  await expect(200, 'PATCH', `/workspace/users/${two.id}`, { directory_user_id: null }, one)
  await apply(id, 409, one)
  await approve(id, bo)
  await apply(id, 200, one)
})

test('who may approve nothing is told of every permission that it takes', async () => {
  await changeRuleset({ requires_second_approval: true })
  const id = await beyond()
  const anyone = await makeCaller(server, ['workspace.role.view'])
  const { message } = (await approve(id, anyone, 403)).body
  for (const each of ['policy.rule.view', 'policy.change.approve', 'directory.user.view'])
    assert.ok(message.includes(each), message)
})

test('an approval does not count once its person may not see people any more', async () => {
  await changeRuleset({ requires_second_approval: true })
  const third = await makeCaller(server, rights)
  const id = await beyond()
  await approve(id, third)
  await server.query(
    `update role set permissions = array_remove(permissions, 'directory.user.view')
     where id in (select role_id from workspace_user_role where workspace_user_id = $1)`,
    [third.uuid],
  )
  await apply(id, 409, ada)
})

test('a plan beyond the limit on named people takes a second person too', async () => {
  await expect(200, 'PATCH', '/policy/settings', { named_people_limit: 0 }, ada)
  await changeRuleset({ requires_second_approval: true })
  const exception = {
    op: 'create_exception',
    ruleset_id: groups[12],
    user_id: await server.personId('cy@x.example'),
    expires_at: new Date(server.now() + day).toISOString(),
    reason: 'An audit',
  }
  await server.query(
    `update ruleset set addition_limit_people = null, addition_limit_percent = null`,
  )
  const id = (await plan([exception], ada)).body.id
  assert.equal((await read(id, ada)).needs_approval_by_another, true)
  await apply(id, 409, ada)
  await approve(id, bo)
  await apply(id, 200, ada)
  const counted = await server.query('select from named_person')
  assert.equal(counted.length, 0, 'what an approved plan does counts no more')
})

test('two people who were made by the author of the plan are not two', async () => {
  const { owner } = server
  const [one, two] = [await promoted(owner), await promoted(owner)]
  await changeRuleset({ requires_second_approval: true })
  const id = await beyond(owner)
  await approve(id, one)
  await apply(id, 409, two)
  await approve(id, bo)
  await apply(id, 409, two)
  await apply(id, 200, ada)
})

test('it is set only while there are two such people, and clearing it needs the right to approve', async () => {
  await server.query(
    `update workspace_user set base_state = 'deactivated' where id <> $1 and base_state = 'active'`,
    [ada.uuid],
  )
  const refused = await changeRuleset({ requires_second_approval: true }, 422)
  assert.match(refused.body.message, /two active people/)
  await expect(422, 'PATCH', '/policy/settings', { requires_second_approval: true }, ada)
  await server.query(`update workspace_user set base_state = 'active'`)
  await changeRuleset({ requires_second_approval: true })
  const manager = await makeCaller(server, ['policy.rule.view', 'policy.ruleset.manage'])
  await changeRuleset({ requires_second_approval: false }, 403, manager)
  await changeRuleset({ requires_second_approval: false }, 409)
})

test('a plan that clears it and exceeds a limit still takes a second person', async () => {
  await changeRuleset({ requires_second_approval: true })
  const clearing = { op: 'change_ruleset', ruleset_id: groups[12], requires_second_approval: false }
  const id = (await plan([clearing, create(12), activate], ada)).body.id
  await apply(id, 409, ada)
  await approve(id, bo)
  await apply(id, 200, ada)
})

/** Requests in a session whose person signed in so many minutes ago. */
const browserOf = async (person: Person, minutes: number) => {
  const secret = createSessionSecret()
  const at = new Date(server.database.now().getTime() - minutes * 60_000)
  await server.query(
    `insert into session (workspace_user_id, hash, expires_at, signed_in_at)
     values ($1, $2, $3::timestamptz + interval '1 hour', $3)`,
    [person.uuid, hashToken(secret), at],
  )
  const headers = { cookie: `__Host-muster_session=${secret}`, origin: ownOrigin }
  return async (path: string) => {
    const { status, body } = await server.call('POST', `/policy/plans/${path}`, { headers })
    return [status, status === 403 ? body.message : undefined]
  }
}

test('a browser approves a plan, and applies one beyond a limit, soon after a sign-in only', async () => {
  const refused = [
    403,
    'This needs a sign-in within the last 10 minutes. Sign in again, then repeat it.',
  ]
  const [old, recent] = [await browserOf(bo, 11), await browserOf(bo, 9)]
  const within = (await plan([create(12)], ada)).body.id
  assert.deepEqual(await old(`${within}/apply`), [200, undefined])
  const id = await beyond()
  assert.deepEqual(await old(`${id}/apply`), refused)
  await changeRuleset({ requires_second_approval: true })
  assert.deepEqual(await old(`${id}/approve`), refused)
  assert.deepEqual(await recent(`${id}/approve`), [200, undefined])
  await apply(id, 200, ada)
})
