import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accounts,
  applyPlan,
  incidentsWorld,
  names,
  omit,
  sellers,
  staff,
  type IncidentsWorld,
} from './incidents-world.ts'
import { makeCaller } from './harness.ts'

async function personId({ server, token }: IncidentsWorld, handle: string): Promise<string> {
  const found = await server.get(
    `/directory/users?filter[search]=${handle}%40&filter[trashed]=with`,
    token,
  )
  return found.body.data[0].id
}

async function act(world: IncidentsWorld, method: string, path: string, body?: object) {
  const answer = await world.server.call(method, path, { token: world.token, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

test('a ruleset follows the manager edges when the manager has left', async () => {
  const world = await incidentsWorld(staff)
  await world.feed(omit(staff, ['boss']))
  assert.deepEqual(await world.members('team'), names(sellers))
  await world.feed(omit({ ...staff, s01: { department: 'Sales', managerId: 'deputy' } }, ['boss']))
  assert.deepEqual(await world.members('team'), names(omit(sellers, ['s01'])))
  assert.deepEqual((await world.server.get('/policy/incidents', world.token)).body.data, [])
})

for (const verb of ['deactivate', 'delete'] as const)
  test(`nobody leaves because an administrator ${verb}s the manager, nor with the next import`, async () => {
    const world = await incidentsWorld(staff)
    const boss = `/directory/users/${await personId(world, 'boss')}`
    if (verb === 'delete') await act(world, 'DELETE', boss)
    else await act(world, 'POST', `${boss}/deactivate`)
    assert.deepEqual(await world.members('team'), names(sellers))
    await world.feed({ ...staff, s20: { department: 'Legal', managerId: 'boss' } })
    assert.deepEqual(await world.members('team'), names(sellers))
    assert.deepEqual((await world.server.get('/policy/incidents', world.token)).body.data, [])
  })

test('a new manager of everybody moves them, whatever the state of the former one', async () => {
  const world = await incidentsWorld(accountsOf(5))
  await world.feed(
    omit({ ...accountsOf(5), ...accounts('s', 5, { department: 'Sales', managerId: 'deputy' }) }, [
      'boss',
    ]),
  )
  assert.deepEqual(await world.members('team'), [])
})

const accountsOf = (count: number) => ({
  boss: {},
  deputy: {},
  ...accounts('s', count, { department: 'Sales', managerId: 'boss' }),
})

test('an administrator finds which rules name something that is gone, and what', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const find = async (filter = '?filter[finding]=referent_gone') =>
    (await server.get(`/policy/rulesets${filter}`, token)).body.data.flatMap(
      ({ policy_resource, findings }: Ruleset) =>
        findings.map(({ kind, referent }) => [
          policy_resource.name,
          kind,
          referent.type,
          referent.id,
          referent.state,
        ]),
    )
  assert.deepEqual(await find(''), [])
  const boss = await personId(world, 'boss')
  const team = await world.ruleset('team')
  const path = `/policy/rulesets/${team}`
  const etag = async () => (await server.get(path, token)).headers.get('etag')
  const before = await etag()

  await act(world, 'POST', `/directory/users/${boss}/deactivate`)
  assert.notEqual(await etag(), before)
  assert.deepEqual(await find(), [['team', 'referent_gone', 'directory_user', boss, 'deactivated']])
  const listed = await server.get(`${path}/rules?filter[finding]=referent_gone`, token)
  const [rule] = listed.body.data
  const [condition] = (await server.get(`/policy/rules/${rule.id}`, token)).body.included
    .policy_conditions
  assert.deepEqual(rule.findings, [
    {
      kind: 'referent_gone',
      rule_id: rule.id,
      condition_id: condition.id,
      referent: { type: 'directory_user', id: boss, state: 'deactivated' },
      message: 'The rule names First boss Last, who is deactivated.',
    },
  ])
  const { token: blind } = await makeCaller(server, ['policy.rule.view'])
  const unseen = (await server.get(`/policy/rules/${rule.id}`, blind)).body.findings
  assert.equal(unseen[0].message, `The rule names ${boss}, who is deactivated.`)

  const seller = await personId(world, 's01')
  const explained = await server.get(`/directory/users/${seller}/explain?ruleset=${team}`, token)
  assert.equal(explained.body.verdict, 'in')
  assert.deepEqual(explained.body.policy_rules[0].findings, rule.findings)

  await act(world, 'DELETE', `/directory/users/${boss}`)
  assert.deepEqual(await find(), [['team', 'referent_gone', 'directory_user', boss, 'deleted']])
  await applyPlan(world, { op: 'deactivate_rule', rule_id: rule.id })
  assert.deepEqual(await find(), [], 'a rule that has ended names nothing')
})

test('a gone resource, integration, attribute and dimension are found, and manifests stay', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const found = async () =>
    (await server.get('/policy/rulesets?filter[finding]=referent_gone', token)).body.data.map(
      ({ policy_resource, findings }: Ruleset) =>
        `${policy_resource.name}: ${findings.map(({ referent }) => referent.type).join()}`,
    )
  await server.query(`update resource set state = 'deactivated' where name = 'sellers'`)
  assert.deepEqual(await found(), ['sellers: directory_resource'])
  assert.deepEqual(await world.members('sellers'), names(sellers))
  await server.query(`update resource set state = 'active' where name = 'sellers'`)

  const attributes = (await server.get('/directory/attributes', token)).body.data
  const sales = attributes.find(({ name }: { name: string }) => name === 'Sales')
  await applyPlan(world, { op: 'deactivate_attribute', attribute_id: sales.id })
  assert.deepEqual(await found(), ['sellers: directory_attribute'])
  await applyPlan(world, { op: 'activate_attribute', attribute_id: sales.id })
  await applyPlan(world, { op: 'deactivate_dimension', dimension_id: sales.parent })
  assert.deepEqual(await found(), ['sellers: directory_dimension'])
  await applyPlan(world, { op: 'activate_dimension', dimension_id: sales.parent })

  await server.query(`update integration set state = 'deactivated'`)
  assert.deepEqual(await found(), ['Legal: integration', 'Sales: integration'])
})

test('a plan says what its rules name that is gone, and what it takes away', async () => {
  const world = await incidentsWorld(staff)
  const { server, token } = world
  const boss = await personId(world, 'boss')
  await act(world, 'POST', `/directory/users/${boss}/deactivate`)
  const findings = async (...operations: object[]) => {
    const plan = await act(world, 'POST', '/policy/plans', { operations })
    return plan.findings.map(({ kind, message }: { kind: string; message: string }) => [
      kind,
      message,
    ])
  }
  const ruleset_id = await world.ruleset('sellers')
  const conditions = [{ type: 'direct_reports_of', resource_id: boss }]
  const create = {
    op: 'create_rule',
    ref: 'new',
    ruleset_id,
    role: 'member',
    priority: 200,
    conditions,
  }
  assert.deepEqual(await findings(create, { op: 'activate_rule', rule_id: '$new' }), [
    ['referent_gone', `The rule names ${boss}, who is deactivated.`],
  ])
  const attributes = (await server.get('/directory/attributes', token)).body.data
  const sales = attributes.find(({ name }: { name: string }) => name === 'Sales')
  const told = await findings({ op: 'deactivate_attribute', attribute_id: sales.id })
  assert.deepEqual(
    told.filter(([kind]: string[]) => kind === 'referent_gone'),
    [['referent_gone', 'The rule names the attribute department Sales, which is deactivated.']],
  )
})

type Ruleset = {
  policy_resource: { name: string }
  findings: { kind: string; referent: { type: string; id: string; state: string } }[]
}

test('a rule that names someone who is deleted is duplicated, replaced and ended; the copy has the finding', async () => {
  const world = await incidentsWorld(staff)
  const gone = await personId(world, 'l01')
  const boss = await personId(world, 'boss')
  const rules = `/policy/rulesets/${await world.ruleset('sellers')}/rules`
  const conditions = [
    { type: 'direct_reports_of', resource_id: boss },
    { type: 'user', resource_id: gone, profile_operator: 'not_equals' },
  ]
  const rule = await act(world, 'POST', rules, { role: 'member', conditions })
  await act(world, 'POST', `/policy/rules/${rule.id}/activate`)
  await act(world, 'DELETE', `/directory/users/${gone}`)

  const copy = await act(world, 'POST', `/policy/rules/${rule.id}/duplicate`)
  assert.deepEqual(
    copy.findings.map(({ kind, referent }: { kind: string; referent: { id: string } }) => [
      kind,
      referent.id,
    ]),
    [['referent_gone', gone]],
  )
  const alone = await world.server.call('POST', `/policy/rules/${copy.id}/activate`, {
    token: world.token,
    body: {},
  })
  assert.equal(alone.status, 422)
  await act(world, 'POST', `/policy/rules/${copy.id}/activate`, { replaces: rule.id })
  assert.deepEqual(await world.members('sellers'), names(sellers))

  const second = await act(world, 'POST', `/policy/rules/${copy.id}/duplicate`)
  const named = second.included.policy_conditions.find(
    ({ type }: { type: string }) => type === 'user',
  )
  await act(world, 'DELETE', `/policy/conditions/${named.id}`)
  await act(world, 'POST', `/policy/rules/${second.id}/activate`, { replaces: copy.id })
  assert.deepEqual((await act(world, 'GET', `/policy/rules/${second.id}`)).findings, [])
  await act(world, 'POST', `/policy/rules/${second.id}/deactivate`)
  const other = await world.server.call('POST', rules, {
    token: world.token,
    body: { role: 'member', conditions: [{ type: 'user', resource_id: gone }] },
  })
  assert.equal(other.status, 422)
})

const folder = (description: string, named: string) => [
  {
    path: 'sellers.yaml',
    text: [
      'resource: { type: idp_group, integration: okta, vendor_id: sellers }',
      'state: managed',
      'rules:',
      '  - key: sellers',
      '    role: member',
      '    state: active',
      `    description: ${description}`,
      '    conditions:',
      '      - { type: attribute, dimension: department, value: Sales }',
      `      - { type: user, operator: not_equals, ${named} }`,
      '',
    ].join('\n'),
  },
]

test('a folder changes a rule that names someone who is deleted, by address or by id', async () => {
  const world = await incidentsWorld(staff)
  const gone = await personId(world, 'l01')
  const apply = async (files: object) => {
    const plan = await act(world, 'POST', '/policy/plans', { files })
    return plan.has_changes === false || plan.operations?.length === 0
      ? plan
      : act(world, 'POST', `/policy/plans/${plan.id}/apply`)
  }
  await apply(folder('Sales', 'email: l01@example.com'))
  await act(world, 'DELETE', `/directory/users/${gone}`)
  await apply(folder('Sellers', 'email: l01@example.com'))
  await apply(folder('The sellers', `id: ${gone}`))
  assert.deepEqual(await world.members('sellers'), names(sellers))
})

test('an address of a folder whose rule names someone deleted does not come to mean who has it next', async () => {
  const world = await incidentsWorld(staff)
  const gone = await personId(world, 'l01')
  const files = folder('Sales', 'email: l01@example.com')
  const plan = await act(world, 'POST', '/policy/plans', { files })
  await act(world, 'POST', `/policy/plans/${plan.id}/apply`)
  await act(world, 'DELETE', `/directory/users/${gone}`)
  assert.deepEqual((await act(world, 'POST', '/policy/plans', { files })).operations, [])
  await act(world, 'POST', '/directory/users', {
    first_name: 'Someone',
    last_name: 'Else',
    email: 'l01@example.com',
  })
  const body = { files }
  const refused = await world.server.call('POST', '/policy/plans', { token: world.token, body })
  assert.equal(refused.status, 422, refused.text)
  assert.match(
    refused.text,
    /2 people have this address, one of them deleted; name the one meant by id/,
  )
  const named = folder('Sales', `id: ${gone}`)
  assert.deepEqual((await act(world, 'POST', '/policy/plans', { files: named })).operations, [])
})

test('exceptions of a ruleset are listed, and a folder without any leaves them alone', async () => {
  const world = await incidentsWorld(staff)
  const ruleset = `/policy/rulesets/${await world.ruleset('sellers')}`
  const { files } = await act(world, 'POST', '/policy/export', {}).catch(() => ({ files: null }))
  const exception = {
    user_id: await personId(world, 'l01'),
    expires_at: '2998-12-31T00:00:00Z',
    reason: 'covers',
  }
  const { id } = await act(world, 'POST', `${ruleset}/exceptions`, exception)
  const listed = (await act(world, 'GET', `${ruleset}/exceptions`)).data
  assert.deepEqual(
    listed.map((each: { id: string }) => each.id),
    [id],
  )
  assert.equal((await act(world, 'GET', `${ruleset}/rules`)).data.length, 2)
  assert.ok(files !== null)
  const plan = await act(world, 'POST', '/policy/plans', { files })
  assert.deepEqual(plan.operations, [])
  assert.equal((await act(world, 'GET', `/policy/rules/${id}`)).state, 'expiring')

  // Written since, beside those that the files have.
  const exported = await act(world, 'POST', '/policy/export', {})
  const other = { ...exception, user_id: await personId(world, 'l02') }
  const { id: later } = await act(world, 'POST', `${ruleset}/exceptions`, other)
  const unchanged = { files: exported.files }
  assert.deepEqual((await act(world, 'POST', '/policy/plans', unchanged)).operations, [])
  assert.equal((await act(world, 'GET', `/policy/rules/${later}`)).state, 'expiring')
})

const exceptionLine = (person: string) =>
  `  - { key: for-${person}, role: member, state: active, reason: covers, expires_at: 2998-12-31T00:00:00Z, conditions: [{ type: user, email: ${person}@example.com }] }\n`

test('a folder that lists its exceptions ends the one that it no longer lists', async () => {
  const world = await incidentsWorld(staff)
  const [file] = folder('Sales', 'email: l01@example.com')
  assert.ok(file !== undefined)
  const applied = async (...people: string[]) => {
    const files = [{ ...file, text: file.text + people.map(exceptionLine).join('') }]
    const plan = await act(world, 'POST', '/policy/plans', { files })
    await act(world, 'POST', `/policy/plans/${plan.id}/apply`)
    return plan.operations.map(({ op }: { op: string }) => op)
  }
  await applied('l01', 'l02')
  assert.deepEqual(await applied('l01'), ['deprecate_rule'])
})
