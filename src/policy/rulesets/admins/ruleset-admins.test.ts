import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, type Person } from '../../../../test/harness.ts'
import { type RulesetAdminRole, rulesetAdminRoles } from '../../../contract/states.ts'
import { onProfile, policyServer } from '../../rules/policy-for-tests.ts'

const server = await policyServer([{ email: 'ada@x.example', profile: { department: 'Sales' } }])
const { expect, send } = server
const ruleset = await server.rulesetId('12')
const other = await server.rulesetId('13')
const ada = await server.personId('ada@x.example')
const sales = onProfile('department', 'Sales')
const base = ['directory.user.view', 'directory.identity.profile.view']

/** A person with a role on the ruleset 12 and no permission on policy at all. */
const withRole = async (role: RulesetAdminRole): Promise<Person> => {
  const person = await makeCaller(server, base)
  await expect(201, 'POST', `/policy/rulesets/${ruleset}/admins`, { user_id: person.id, role })
  return person
}
const people = {
  audit: await withRole('audit'),
  create: await withRole('create'),
  activate: await withRole('activate'),
  admin: await withRole('admin'),
}
const draft = async (of = ruleset, conditions: object[] = [sales]): Promise<string> =>
  (await expect(201, 'POST', `/policy/rulesets/${of}/rules`, { role: 'member', conditions })).body
    .id
const dated = async (of = ruleset): Promise<string> => {
  const rule = await draft(of)
  const at = new Date(server.now() + 86_400_000).toISOString()
  await expect(200, 'POST', `/policy/rules/${rule}/activate`, { at })
  return rule
}
const running = async (of = ruleset): Promise<string> => {
  const rule = await draft(of)
  await expect(200, 'POST', `/policy/rules/${rule}/activate`, {})
  return rule
}

type Act = {
  what: string
  from: RulesetAdminRole
  send: (as: Person, of: string) => Promise<number>
}
const statusOf = async (method: string, path: string, body: unknown, as: Person) =>
  (await send(method, path, body, as)).status
const exception = {
  user_id: ada,
  reason: 'On call',
  expires_at: new Date(server.now() + 86_400_000).toISOString(),
}
const acts: Act[] = [
  {
    what: 'see the ruleset',
    from: 'audit',
    send: (as, of) => statusOf('GET', `/policy/rulesets/${of}`, undefined, as),
  },
  {
    what: 'see its admins',
    from: 'audit',
    send: (as, of) => statusOf('GET', `/policy/rulesets/${of}/admins`, undefined, as),
  },
  {
    what: 'see a rule',
    from: 'audit',
    send: async (as, of) => statusOf('GET', `/policy/rules/${await draft(of)}`, undefined, as),
  },
  {
    what: 'draft a rule',
    from: 'create',
    send: (as, of) =>
      statusOf('POST', `/policy/rulesets/${of}/rules`, { role: 'member', conditions: [sales] }, as),
  },
  {
    what: 'change a draft',
    from: 'create',
    send: async (as, of) =>
      statusOf('PATCH', `/policy/rules/${await draft(of)}`, { priority: 7 }, as),
  },
  {
    what: 'add a condition to a draft',
    from: 'create',
    send: async (as, of) =>
      statusOf('POST', `/policy/rules/${await draft(of)}/conditions`, sales, as),
  },
  {
    what: 'take a condition from a draft',
    from: 'create',
    send: async (as, of) => {
      const { body } = await expect(200, 'GET', `/policy/rules/${await draft(of)}`)
      return statusOf(
        'DELETE',
        `/policy/conditions/${body.included.policy_conditions[0].id}`,
        undefined,
        as,
      )
    },
  },
  {
    what: 'duplicate a rule',
    from: 'create',
    send: async (as, of) =>
      statusOf('POST', `/policy/rules/${await draft(of)}/duplicate`, undefined, as),
  },
  {
    what: 'delete a draft',
    from: 'create',
    send: async (as, of) => statusOf('DELETE', `/policy/rules/${await draft(of)}`, undefined, as),
  },
  {
    what: 'activate a rule',
    from: 'activate',
    send: async (as, of) => statusOf('POST', `/policy/rules/${await draft(of)}/activate`, {}, as),
  },
  {
    what: 'take back the date of a rule',
    from: 'activate',
    send: async (as, of) =>
      statusOf('POST', `/policy/rules/${await dated(of)}/activate`, { at: null }, as),
  },
  {
    what: 'change a rule that waits for its date',
    from: 'activate',
    send: async (as, of) =>
      statusOf('PATCH', `/policy/rules/${await dated(of)}`, { priority: 1 }, as),
  },
  {
    what: 'delete a rule that waits for its date',
    from: 'activate',
    send: async (as, of) => statusOf('DELETE', `/policy/rules/${await dated(of)}`, undefined, as),
  },
  {
    what: 'deprecate a rule',
    from: 'activate',
    send: async (as, of) =>
      statusOf('POST', `/policy/rules/${await running(of)}/deprecate`, {}, as),
  },
  {
    what: 'deactivate a rule',
    from: 'activate',
    send: async (as, of) =>
      statusOf('POST', `/policy/rules/${await running(of)}/deactivate`, undefined, as),
  },
  {
    what: 'change the grace of a rule in force',
    from: 'activate',
    send: async (as, of) =>
      statusOf('PATCH', `/policy/rules/${await running(of)}`, { expires_after_days: 1 }, as),
  },
  {
    what: 'make an exception',
    from: 'activate',
    send: (as, of) => statusOf('POST', `/policy/rulesets/${of}/exceptions`, exception, as),
  },
  {
    what: 'change the ruleset',
    from: 'admin',
    send: (as, of) => statusOf('PATCH', `/policy/rulesets/${of}`, { is_authoritative: true }, as),
  },
  {
    what: 'give somebody a role',
    from: 'admin',
    send: async (as, of) => {
      const { id } = await makeCaller(server, [])
      return statusOf('POST', `/policy/rulesets/${of}/admins`, { user_id: id, role: 'audit' }, as)
    },
  },
  {
    what: 'change somebody’s role',
    from: 'admin',
    send: async (as, of) => {
      const { id } = await makeCaller(server, [])
      await expect(201, 'POST', `/policy/rulesets/${of}/admins`, { user_id: id, role: 'audit' })
      return statusOf('PATCH', `/policy/rulesets/${of}/admins/${id}`, { role: 'create' }, as)
    },
  },
  {
    what: 'take somebody’s role away',
    from: 'admin',
    send: async (as, of) => {
      const { id } = await makeCaller(server, [])
      await expect(201, 'POST', `/policy/rulesets/${of}/admins`, { user_id: id, role: 'audit' })
      return statusOf('DELETE', `/policy/rulesets/${of}/admins/${id}`, undefined, as)
    },
  },
]

for (const act of acts) {
  test(`to ${act.what} takes the role ${act.from} or more on that very ruleset`, async () => {
    for (const role of rulesetAdminRoles) {
      const isEnough = rulesetAdminRoles.indexOf(role) >= rulesetAdminRoles.indexOf(act.from)
      const status = await act.send(people[role], ruleset)
      assert.ok(isEnough ? status < 300 : status === 403, `${role} may ${act.what}: ${status}`)
      assert.equal(await act.send(people[role], other), 404, `${role} on another ruleset`)
    }
  })
}

test('a caller who may only draft does not see the conditions of a rule that waits for its date', async () => {
  const rule = await dated()
  const path = `/policy/rules/${rule}`
  const before = await expect(200, 'GET', path, undefined, people.audit)
  const [condition] = before.body.included.policy_conditions
  for (const [method, to, body] of [
    ['POST', `${path}/conditions`, sales],
    ['DELETE', `/policy/conditions/${condition.id}`, undefined],
  ] as const) {
    await expect(403, method, to, body, people.create)
    const locked = await expect(422, method, to, body, people.activate)
    assert.ok('state' in locked.body.errors, locked.text)
  }
  assert.deepEqual((await expect(200, 'GET', path, undefined, people.audit)).body, before.body)
})

test('when a rule begins shows on it, and in the list of its ruleset', async () => {
  const rule = await dated()
  const at = new Date(server.now() + 86_400_000).toISOString()
  const alone = await expect(200, 'GET', `/policy/rules/${rule}`, undefined, people.audit)
  assert.equal(alone.body.timestamp.activates_at, at)
  const list = `/policy/rulesets/${ruleset}/rules?page[size]=500`
  const listed = await expect(200, 'GET', list, undefined, people.audit)
  const row = listed.body.data.find(({ id }: { id: string }) => id === rule)
  assert.equal(row.timestamp.activates_at, at)
})

test('a token’s scopes bound the role of its owner', async () => {
  const person = await makeCaller(server, base, ['*.view', 'directory.identity.profile.view'])
  await expect(201, 'POST', `/policy/rulesets/${ruleset}/admins`, {
    user_id: person.id,
    role: 'admin',
  })
  await expect(200, 'GET', `/policy/rulesets/${ruleset}`, undefined, person)
  await expect(403, 'PATCH', `/policy/rulesets/${ruleset}`, { is_authoritative: false }, person)
  await expect(403, 'POST', `/policy/rules/${await draft()}/activate`, {}, person)
})

test('nobody gives what they do not hold, not to themselves either', async () => {
  const narrow = await makeCaller(server, [...base, 'policy.rule.view', 'policy.ruleset.manage'])
  const { id } = await makeCaller(server, [])
  const give = (user_id: string, role: string) =>
    send('POST', `/policy/rulesets/${other}/admins`, { user_id, role }, narrow)
  for (const role of ['create', 'activate', 'admin']) {
    const answer = await give(id, role)
    assert.equal(answer.status, 403, answer.text)
    assert.match(answer.body.message, /policy\.rule\.manage/)
    assert.equal((await give(narrow.id, role)).status, 403)
  }
  assert.equal((await give(narrow.id, 'audit')).status, 201)
  await expect(
    403,
    'PATCH',
    `/policy/rulesets/${other}/admins/${narrow.id}`,
    { role: 'admin' },
    narrow,
  )
})

test('a person has one role on a ruleset, and the same role again changes nothing', async () => {
  const { id } = await makeCaller(server, [])
  const path = `/policy/rulesets/${ruleset}/admins`
  const made = await expect(201, 'POST', path, { user_id: id, role: 'audit' })
  const again = await expect(422, 'POST', path, { user_id: id, role: 'create' })
  assert.ok('user_id' in again.body.errors)
  const rows = () =>
    server.query(`select 1 from audit_log where event like 'policy.ruleset_admin.%'`)
  const before = (await rows()).length
  const same = await expect(200, 'PATCH', `${path}/${id}`, { role: 'audit' })
  assert.deepEqual([same.body, (await rows()).length], [made.body, before])
  await expect(200, 'PATCH', `${path}/${id}`, { role: 'activate' })
  await expect(204, 'DELETE', `${path}/${id}`)
  await expect(404, 'PATCH', `${path}/${id}`, { role: 'audit' })
  await expect(404, 'DELETE', `${path}/${id}`)
  assert.equal((await rows()).length, before + 2)
  const unknown = 'wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'
  assert.ok(
    'user_id' in (await expect(422, 'POST', path, { user_id: unknown, role: 'audit' })).body.errors,
  )
})

test('a role that was taken counts no more, and one of a person who may not act neither', async () => {
  const person = await withRole('admin')
  await expect(200, 'GET', `/policy/rulesets/${ruleset}`, undefined, person)
  await expect(204, 'DELETE', `/policy/rulesets/${ruleset}/admins/${person.id}`)
  assert.ok(
    [403, 404].includes(
      (await send('GET', `/policy/rulesets/${ruleset}`, undefined, person)).status,
    ),
  )
})

test('who lets somebody act again, or acts as them, must hold what they hold on rulesets', async () => {
  const person = await withRole('create')
  const manager = await makeCaller(server, [
    ...base,
    'workspace.user.manage',
    'workspace.token.manage',
    'workspace.token.view',
  ])
  const link = { user_id: person.id }
  const refused = await expect(403, 'POST', '/auth/sign-in-link', link, manager)
  assert.match(refused.body.message, /policy\.rule\./)
  await expect(200, 'POST', `/workspace/users/${person.id}/deactivate`)
  await expect(403, 'POST', `/workspace/users/${person.id}/restore`, undefined, manager)
  await expect(200, 'POST', `/workspace/users/${person.id}/restore`)
  await expect(201, 'POST', '/auth/sign-in-link', link)
})

test('an Idempotency-Key asks for the role again before it replays', async () => {
  const person = await withRole('create')
  const path = `/policy/rulesets/${ruleset}/rules`
  const create = () =>
    server.call('POST', path, {
      token: person.token,
      body: { role: 'member', conditions: [sales] },
      headers: { 'idempotency-key': 'once' },
    })
  const [first, again] = [await create(), await create()]
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body])
  await expect(204, 'DELETE', `/policy/rulesets/${ruleset}/admins/${person.id}`)
  assert.equal((await create()).status, 403)
})

test('an answer is repeated to no token that may not see all that the first one showed', async () => {
  const secret = 'directory.identity.profile.view'
  const held = [...base, 'policy.rule.view', 'policy.rule.manage', secret]
  const wide = await makeCaller(server, held)
  const rule = await draft(other)
  const activate = (token: string) =>
    server.call('POST', `/policy/rules/${rule}/activate`, {
      token,
      headers: { 'idempotency-key': 'shown' },
    })
  const first = await activate(wide.token)
  assert.equal(first.body.included.policy_conditions[0].profile_value, 'Sales')
  const tokenOf = async (scopes: string[]): Promise<string> =>
    (await expect(201, 'POST', '/workspace/tokens', { name: 'another', scopes }, wide)).body.token
  const narrow = await tokenOf(['policy.*'])
  const refused = await activate(narrow)
  assert.equal(refused.status, 403, refused.text)
  assert.match(refused.body.message, /directory\.identity\.profile\.view/)
  assert.doesNotMatch(refused.text, /Sales/)
  const same = await activate(await tokenOf(['*']))
  assert.deepEqual([same.status, same.body], [200, first.body])
})
