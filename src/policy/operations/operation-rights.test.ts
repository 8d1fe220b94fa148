import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, type Person } from '../../../test/harness.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { permissions } from '../../contract/permissions.ts'
import { encodeId } from '../../contract/ids.ts'
import { dryRun } from '../../database/dry-run.ts'
import { onProfile, policyServer } from '../rules/policy-for-tests.ts'
import { needsOfOperations, type Operation } from './operation.ts'
import { runOperations } from './run-operations.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales' } },
  { email: 'bo@x.example', profile: { department: 'Legal' } },
])
const { expect } = server
const ruleset = await server.rulesetId('12')
const ada = await server.personId('ada@x.example')
const conditions = [onProfile('department', 'sales')]
const reads = permissions.filter((name) => name.endsWith('.view'))
const reader = await makeCaller(server, reads)

let number = 0
const unique = () => `n${(number += 1)}`
const made = async (path: string, body: object): Promise<string> =>
  (await expect(201, 'POST', path, body)).body.id
const rules = `/policy/rulesets/${ruleset}/rules`
const draft = () => made(rules, { role: 'member', conditions })
const inForce = async () => {
  const id = await draft()
  await expect(200, 'POST', `/policy/rules/${id}/activate`, {})
  return id
}
const keyed = { name: 'One', profile_key: 'department', attributes_enabled: false }
const dimension = () => made('/directory/dimensions', { handle: unique(), ...keyed })
const attribute = async () =>
  made('/directory/attributes', { dimension_id: await dimension(), profile_value: unique() })
const off = async (kind: string, id: string) => {
  await expect(200, 'POST', `/directory/${kind}/${id}/deactivate`)
  return id
}
const resource = async () => {
  const [row] = await server.query<{ id: string }>(
    `insert into resource (integration_id, type, vendor_id, name)
     select id, 'codehost_group', $1, $1 from integration where handle = 'codehost' returning id`,
    [unique()],
  )
  return encodeId('resource', row?.id ?? '')
}
const admin = async () => {
  const { id } = await makeCaller(server, [])
  await made(`/policy/rulesets/${ruleset}/admins`, { user_id: id, role: 'audit' })
  return id
}

type Route = { method?: string; path: string; body?: object }
/** An operation in a plan, the request that does it alone, and what it asks besides its needs. */
type Case = { operation: object; route: Route; besides?: string[] }

const onRule = async (op: string, rule: Promise<string>, route: Partial<Route>): Promise<Case> => {
  const path = `/policy/rules/${await rule}${route.path ?? ''}`
  return { operation: { op, rule_id: await rule, ...route.body }, route: { ...route, path } }
}
const onState = async (op: string, kind: string, id: Promise<string>): Promise<Case> => {
  const [verb = '', noun = ''] = op.split('_')
  const path = `/directory/${kind}/${await id}/${verb}`
  return { operation: { op, [`${noun}_id`]: await id }, route: { path } }
}
const named = { method: 'PATCH', body: { name: 'Two' } }
const profiles = 'directory.identity.profile.view'
const inAnHour = new Date(server.now() + 3_600_000).toISOString()

const cases: Record<string, () => Promise<Case>> = {
  create_rule: async () => {
    const body = { role: 'member', conditions }
    const operation = { op: 'create_rule', ruleset_id: ruleset, ...body }
    return { operation, route: { path: rules, body }, besides: [profiles] }
  },
  change_rule: () => onRule('change_rule', draft(), { method: 'PATCH', body: { reason: 'New' } }),
  delete_rule: () => onRule('delete_rule', draft(), { method: 'DELETE' }),
  activate_rule: () => onRule('activate_rule', draft(), { path: '/activate', body: {} }),
  deprecate_rule: () => onRule('deprecate_rule', inForce(), { path: '/deprecate', body: {} }),
  deactivate_rule: () => onRule('deactivate_rule', inForce(), { path: '/deactivate' }),
  duplicate_rule: async () => ({
    ...(await onRule('duplicate_rule', inForce(), { path: '/duplicate' })),
    besides: [profiles],
  }),
  create_exception: async () => {
    const body = { user_id: ada, expires_at: inAnHour, reason: 'Audit' }
    const operation = { op: 'create_exception', ruleset_id: ruleset, ...body }
    const path = `/policy/rulesets/${ruleset}/exceptions`
    return { operation, route: { path, body }, besides: ['directory.user.view'] }
  },
  add_condition: async () => {
    const body = onProfile('department', 'legal')
    const added = await onRule('add_condition', draft(), { path: '/conditions', body })
    return { ...added, besides: [profiles] }
  },
  remove_condition: async () => {
    const { body } = await expect(200, 'GET', `/policy/rules/${await draft()}/conditions`)
    const [{ id }] = body.data
    const route = { method: 'DELETE', path: `/policy/conditions/${id}` }
    return { operation: { op: 'remove_condition', condition_id: id }, route }
  },
  create_ruleset: async () => {
    const body = { resource_id: await resource() }
    const route = { path: '/policy/rulesets', body }
    const besides = ['directory.resource.view']
    return { operation: { op: 'create_ruleset', ...body }, route, besides }
  },
  change_ruleset: async () => {
    const body = { expires_after_days: (number += 1) }
    const route = { method: 'PATCH', path: `/policy/rulesets/${ruleset}`, body }
    return { operation: { op: 'change_ruleset', ruleset_id: ruleset, ...body }, route }
  },
  set_ruleset_admin: async () => {
    const body = { user_id: (await makeCaller(server, [])).id, role: 'audit' }
    const operation = { op: 'set_ruleset_admin', ruleset_id: ruleset, ...body }
    const route = { path: `/policy/rulesets/${ruleset}/admins`, body }
    return { operation, route, besides: ['policy.rule.view on view'] }
  },
  remove_ruleset_admin: async () => {
    const user_id = await admin()
    const route = { method: 'DELETE', path: `/policy/rulesets/${ruleset}/admins/${user_id}` }
    return { operation: { op: 'remove_ruleset_admin', ruleset_id: ruleset, user_id }, route }
  },
  create_dimension: async () => {
    const body = { handle: unique(), ...keyed }
    const route = { path: '/directory/dimensions', body }
    return { operation: { op: 'create_dimension', ...body }, route, besides: [profiles] }
  },
  change_dimension: async () => {
    const dimension_id = await dimension()
    const route = { ...named, path: `/directory/dimensions/${dimension_id}` }
    return { operation: { op: 'change_dimension', dimension_id, name: 'Two' }, route }
  },
  activate_dimension: async () => ({
    ...(await onState(
      'activate_dimension',
      'dimensions',
      dimension().then((id) => off('dimensions', id)),
    )),
    besides: [profiles],
  }),
  deactivate_dimension: () => onState('deactivate_dimension', 'dimensions', dimension()),
  create_attribute: async () => {
    const body = { dimension_id: await dimension(), profile_value: unique() }
    const operation = { op: 'create_attribute', ...body }
    return { operation, route: { path: '/directory/attributes', body } }
  },
  change_attribute: async () => {
    const attribute_id = await attribute()
    const route = { ...named, path: `/directory/attributes/${attribute_id}` }
    return { operation: { op: 'change_attribute', attribute_id, name: 'Two' }, route }
  },
  activate_attribute: () =>
    onState(
      'activate_attribute',
      'attributes',
      attribute().then((id) => off('attributes', id)),
    ),
  deactivate_attribute: () => onState('deactivate_attribute', 'attributes', attribute()),
  change_settings: async () => {
    const body = { expires_after_days: (number += 1) }
    const route = { method: 'PATCH', path: '/policy/settings', body }
    return { operation: { op: 'change_settings', ...body }, route }
  },
}

/** Written here once more, so that an operation that asks for another right is noticed. */
const rightOf: Record<string, string> = {
  create_rule: 'draft',
  change_rule: 'draft',
  delete_rule: 'draft',
  activate_rule: 'activate',
  deprecate_rule: 'activate',
  deactivate_rule: 'activate',
  duplicate_rule: 'draft',
  create_exception: 'activate',
  add_condition: 'draft',
  remove_condition: 'draft',
  create_ruleset: 'policy.ruleset.manage',
  change_ruleset: 'administer',
  set_ruleset_admin: 'administer',
  remove_ruleset_admin: 'administer',
  create_dimension: 'directory.dimension.manage',
  change_dimension: 'directory.dimension.manage',
  activate_dimension: 'directory.dimension.manage',
  deactivate_dimension: 'directory.dimension.manage',
  create_attribute: 'directory.attribute.manage',
  change_attribute: 'directory.attribute.manage',
  activate_attribute: 'directory.attribute.manage',
  deactivate_attribute: 'directory.attribute.manage',
  change_settings: 'policy.ruleset.manage',
}

const needed = {
  draft: 'policy.rule.manage on draft',
  activate: 'policy.rule.manage on activate',
  administer: 'policy.ruleset.manage on administer',
  view: 'policy.rule.view on view',
}
const needsOf = (op: string): string => {
  const needs = needsOfOperations.get(op)
  assert.ok(needs, op)
  return 'right' in needs ? needed[needs.right] : needs.permission
}
const request = (as: Person, { method = 'POST', path, body }: Route) =>
  server.send(method, path, body, as)
const planned = async (operation: object, as: Person): Promise<string> =>
  (await expect(201, 'POST', '/policy/plans', { operations: [operation] }, as)).body.id
const apply = (id: string, as: Person) =>
  server.send('POST', `/policy/plans/${id}/apply`, undefined, as)

test('every operation of plans needs the right that it is meant to need', () => {
  const needs = [...needsOfOperations].map(([op, need]) => [
    op,
    'right' in need ? need.right : need.permission,
  ])
  assert.deepEqual(Object.fromEntries(needs), rightOf)
})

test('every operation of plans has a case', () => {
  assert.deepEqual(Object.keys(cases).sort(), [...needsOfOperations.keys()].sort())
})

for (const [op, prepare] of Object.entries(cases)) {
  test(`${op} asks under the lock for what it needs, and nothing else`, async () => {
    const { operation, besides = [] } = await prepare()
    const asked = new Set<string>()
    await dryRun(server.database, ({ tx }) =>
      runOperations(
        {
          tx,
          actor: testActor,
          may: () => true,
          ask: async (permission, { right } = {}) =>
            void asked.add(right === undefined ? permission : `${permission} on ${right}`),
        },
        // Each case is an operation of its kind.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        [operation as Operation],
      ),
    )
    assert.deepEqual([...asked].sort(), [needsOf(op), ...besides].sort())
  })

  test(`${op} can be planned by a reader, and is made only with its permission`, async () => {
    const [permission = ''] = needsOf(op).split(' ')
    const missing = `This needs the permission ${permission}.`
    const first = await prepare()
    const id = await planned(first.operation, reader)
    for (const refused of [await apply(id, reader), await request(reader, first.route)])
      assert.deepEqual([refused.status, refused.body.message], [403, missing])
    const holder = await makeCaller(server, [...reads, permission])
    const second = await prepare()
    assert.equal((await apply(await planned(second.operation, holder), holder)).status, 200)
    const { route } = await prepare()
    assert.ok((await request(holder, route)).status < 300, op)
  })
}

test('a role on the ruleset that gives less than an operation needs plans it, and no more', async () => {
  const roles = ['audit', 'create', 'activate', 'admin']
  const enough = { view: 'audit', draft: 'create', activate: 'activate', administer: 'admin' }
  for (const [op, prepare] of Object.entries(cases)) {
    const needs = needsOfOperations.get(op)
    if (needs === undefined || !('right' in needs)) continue
    const wanted = enough[needs.right]
    for (const role of [roles[roles.indexOf(wanted) - 1], wanted]) {
      const person = await makeCaller(server, ['directory.user.view', profiles])
      await made(`/policy/rulesets/${ruleset}/admins`, { user_id: person.id, role })
      const { operation, route } = await prepare()
      const expected = role === wanted ? 200 : 403
      const id = await planned(operation, person)
      assert.equal((await apply(id, person)).status, expected, `${op} as ${role}`)
      if (role !== wanted)
        assert.equal((await request(person, route)).status, 403, `${op} as ${role}`)
    }
  }
})

test('one 403 names every permission that a plan lacks, for reading and for applying', async () => {
  const operations = [
    (await cases['create_rule']?.())?.operation,
    (await cases['create_exception']?.())?.operation,
    (await cases['change_attribute']?.())?.operation,
    (await cases['create_ruleset']?.())?.operation,
  ]
  const blind = await makeCaller(server, ['policy.rule.view'])
  const { body } = await expect(403, 'POST', '/policy/plans', { operations }, blind)
  assert.equal(
    body.message,
    'This needs the permissions directory.identity.profile.view, directory.user.view, directory.attribute.view, directory.resource.view.',
  )
  const { id } = (await expect(201, 'POST', '/policy/plans', { operations }, reader)).body
  const refused = await apply(id, reader)
  assert.equal(
    refused.body.message,
    'This needs the permissions policy.rule.manage, directory.attribute.manage, policy.ruleset.manage.',
  )
  const token = await makeCaller(server, permissions, ['*.view', profiles])
  const scoped = await apply(
    (await expect(201, 'POST', '/policy/plans', { operations }, token)).body.id,
    token,
  )
  assert.match(scoped.body.message, /policy\.ruleset\.manage\. This token's scopes are \*\.view, /)
})
