import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { policyServer } from '../rules/policy-for-tests.ts'

const names = ['ada', 'bob', 'cyd', 'dan']
const departments = ['Sales', 'Revenue', 'Legal', 'Legal']
const world = async () => {
  const server = await policyServer(
    names.map((name, at) => ({
      email: `${name}@x.example`,
      profile: { department: departments[at] },
    })),
  )
  const { expect } = server
  const dimension = await expect(201, 'POST', '/directory/dimensions', {
    handle: 'department',
    name: 'Department',
    profile_key: 'department',
    attributes_enabled: true,
  })
  const attributes = new Map<string, string>(
    (
      await expect(200, 'GET', `/directory/attributes?filter[dimension]=${dimension.body.id}`)
    ).body.data.map(({ name, id }: { name: string; id: string }) => [name, id]),
  )
  const attribute = (name: string) => attributes.get(name) ?? ''
  const path = (name: string) => `/directory/attributes/${attribute(name)}`
  const rulesetOf = async (name: string): Promise<string> =>
    (await expect(200, 'GET', path(name))).body.ruleset_id
  const draft = async (of: string, conditions: object[], rest: object = {}): Promise<string> =>
    (
      await expect(201, 'POST', `/policy/rulesets/${of}/rules`, {
        role: 'member',
        conditions,
        ...rest,
      })
    ).body.id
  const rule = async (...drafted: Parameters<typeof draft>): Promise<string> => {
    const id = await draft(...drafted)
    await expect(200, 'POST', `/policy/rules/${id}/activate`, {})
    return id
  }
  const holds = (name: string, profile_operator?: string) => ({
    type: 'attribute',
    resource_id: attribute(name),
    ...(profile_operator === undefined ? {} : { profile_operator }),
  })
  const rename = (name: string, profile_value: string) => ({
    op: 'change_attribute',
    attribute_id: attribute(name),
    profile_value,
  })
  const apply = async (...operations: object[]) => {
    const plan = (await expect(201, 'POST', '/policy/plans', { operations })).body
    await expect(200, 'POST', `/policy/plans/${plan.id}/apply`)
    return plan
  }
  const shown = async (id: string) => (await expect(200, 'GET', `/policy/rules/${id}`)).body
  const members = async (name: string) =>
    (await server.manifest(name)).map((line) => line.split('@')[0])
  const stays = () =>
    server.query(
      `select u.id from policy_user u join ruleset s on s.id = u.ruleset_id
       where u.deleted_at is null and s.resource_id is not null order by u.id`,
    )
  return {
    ...server,
    attribute,
    path,
    rulesetOf,
    draft,
    rule,
    holds,
    rename,
    apply,
    shown,
    members,
    stays,
  }
}

test('a rename onto the value of another attribute absorbs it, and nobody who is in either leaves', async () => {
  const { expect, path, rulesetOf, rule, draft, holds, rename, apply, ...rest } = await world()
  const { attribute, shown, members, stays, personId, rulesetId, query } = rest
  const [twelve, thirteen] = [await rulesetId('12'), await rulesetId('13')]
  const sold = await rule(twelve, [holds('Sales')])
  const earned = await rule(thirteen, [holds('Revenue')])
  const written = await rule(await rulesetOf('Revenue'), [
    { type: 'user', resource_id: await personId('cyd@x.example') },
  ])
  const delegate = await makeCaller(rest, [])
  const admins = `/policy/rulesets/${await rulesetOf('Revenue')}/admins`
  await expect(201, 'POST', admins, { user_id: delegate.id, role: 'activate' })
  const planned = await draft(twelve, [holds('Revenue'), holds('Sales')])
  const before = await stays()
  assert.deepEqual([await members('12'), await members('13')], [['ada'], ['bob', 'cyd']])

  const refused = await expect(409, 'PATCH', path('Sales'), { profile_value: 'REVENUE' })
  assert.match(refused.body.message, /popln_/)
  assert.ok(refused.body.message.includes(attribute('Revenue')), refused.text)
  assert.equal((await expect(200, 'GET', path('Revenue'))).body.state, 'active')
  const keeper = await makeCaller(rest, [
    'directory.attribute.view',
    'directory.attribute.manage',
    'directory.identity.profile.view',
  ])
  const planless = await expect(409, 'POST', `${path('Sales')}/deactivate`, {}, keeper)
  assert.match(planless.body.message, /You also need policy\.rule\.view to apply it/)

  const plan = await apply(rename('Sales', 'Revenue'))
  const { people, removed } = plan.totals
  assert.deepEqual([people, removed], [3, 2], 'two leave the manifest of what is absorbed')
  assert.deepEqual(await members('12'), ['ada', 'bob', 'cyd'])
  assert.deepEqual(await members('13'), ['ada', 'bob', 'cyd'])
  const after = await stays()
  assert.deepEqual(
    after.filter((one) => before.some((each) => each['id'] === one['id'])),
    before,
  )

  const kept = (await expect(200, 'GET', path('Sales'))).body
  assert.deepEqual([kept.profile_value, kept.name, kept.state], ['Revenue', 'Revenue', 'active'])
  assert.deepEqual([kept.handle, kept.absorbed_by_id], ['sales', null])
  const gone = (await expect(200, 'GET', path('Revenue'))).body
  assert.deepEqual([gone.state, gone.absorbed_by_id], ['deactivated', attribute('Sales')])
  assert.equal((await shown(sold)).description, 'department is Revenue')
  const moved = (await shown(earned)).included.policy_conditions[0]
  assert.deepEqual(
    [moved.resource_id, moved.description],
    [attribute('Sales'), 'department is Revenue'],
  )
  assert.equal((await shown(written)).ruleset_id, await rulesetOf('Sales'))
  assert.equal((await shown(planned)).included.policy_conditions.length, 1, 'both are one now')
  const admin = (await expect(200, 'GET', admins)).body.data.map((each: { id: string }) => each.id)
  const inherited = `/policy/rulesets/${await rulesetOf('Sales')}/admins`
  assert.equal(admin.length, 1)
  assert.deepEqual((await expect(200, 'GET', inherited)).body.data, [])
  for (const verb of ['activate', 'deactivate'])
    assert.ok('state' in (await expect(422, 'POST', `${path('Revenue')}/${verb}`)).body.errors)
  assert.deepEqual(
    (await expect(200, 'GET', '/policy/rulesets?filter[finding]=referent_gone')).body.data,
    [],
  )

  const tested = async () => {
    const list = await expect(200, 'GET', `/policy/rulesets/${await rulesetOf('Sales')}/rules`)
    const imported = list.body.data.find((one: { is_imported: boolean }) => one.is_imported)
    return (await shown(imported.id)).included.policy_conditions[0].profile_value
  }
  assert.equal(await tested(), '["Sales","Revenue"]')
  await query(
    `update identity set profile = '{"department": "Revenue"}' where vendor_id = 'ada@x.example'`,
  )
  await apply(rename('Sales', 'Income'))
  assert.equal(await tested(), '["Revenue","Income"]', 'nobody has Sales')
  await apply(rename('Sales', 'Revenue'))
  assert.equal(await tested(), 'Revenue')
  assert.deepEqual(await members('12'), ['ada', 'bob', 'cyd'])
})

test('a rule by which one attribute includes the other ends, because the other is part of it now', async () => {
  const { rulesetOf, rule, draft, holds, rename, apply, shown, members, rulesetId, send } =
    await world()
  await rule(await rulesetId('12'), [holds('Sales')])
  const included = await rule(await rulesetOf('Sales'), [holds('Revenue')])
  const drafted = await draft(await rulesetOf('Sales'), [holds('Revenue')])
  assert.deepEqual(await members('12'), ['ada', 'bob'])
  await apply(rename('Sales', 'Revenue'))
  assert.deepEqual(await members('12'), ['ada', 'bob'])
  assert.equal((await shown(included)).state, 'deactivated')
  assert.equal((await send('GET', `/policy/rules/${drafted}`)).status, 404)
})

test('a merger is refused where people would lose the attribute', async () => {
  const { expect, attribute, path, rulesetOf, rule, holds, rename } = await world()
  const refused = async (...operations: object[]) =>
    (await expect(422, 'POST', '/policy/plans', { operations })).body.errors
  const exclusion = await rule(await rulesetOf('Legal'), [holds('Sales', 'not_equals')], {
    everyone_else: true,
  })
  const errors = await refused(rename('Legal', 'Sales'))
  assert.ok(errors['operations.0.profile_value'][0].includes(exclusion), JSON.stringify(errors))
  const between = await rule(await rulesetOf('Revenue'), [holds('Sales')])
  await expect(200, 'POST', `/policy/rules/${exclusion}/deactivate`)
  await rule(await rulesetOf('Legal'), [holds('Revenue')])
  assert.match(
    (await refused(rename('Sales', 'Legal')))['operations.0.profile_value'][0],
    /depend on one another/,
  )
  await expect(200, 'POST', `/policy/rules/${between}/deactivate`)
  await expect(200, 'POST', `${path('Sales')}/deactivate`)
  const inactive = await refused(rename('Sales', 'Legal'))
  assert.ok(inactive['operations.0.state'][0].includes(attribute('Legal')))
})

test('rules move only for a caller who may put rules in force in both rulesets', async () => {
  const { expect, rulesetOf, rule, rename, personId, ...rest } = await world()
  const caller = await makeCaller(rest, [
    'policy.rule.view',
    'directory.attribute.view',
    'directory.attribute.manage',
    'directory.identity.profile.view',
  ])
  const operations = [rename('Sales', 'Revenue')]
  await expect(201, 'POST', '/policy/plans', { operations }, caller)
  const person = { type: 'user', resource_id: await personId('cyd@x.example') }
  await rule(await rulesetOf('Revenue'), [person])
  const plan = (await expect(201, 'POST', '/policy/plans', { operations }, caller)).body.id
  const { body } = await expect(403, 'POST', `/policy/plans/${plan}/apply`, undefined, caller)
  assert.match(body.message, /policy\.rule\.manage/)
})

test('who gains by another value takes the right to give exceptions where they gain', async () => {
  const { expect, rulesetId, rule, holds, rename, members, ...rest } = await world()
  const group = await rulesetId('12')
  await rule(group, [holds('Sales')])
  const rights = [
    'policy.rule.view',
    'directory.user.view',
    'directory.attribute.view',
    'directory.attribute.manage',
    'directory.identity.profile.view',
  ]
  const clerk = await makeCaller(rest, rights)
  const delegate = await makeCaller(rest, rights)
  await expect(201, 'POST', `/policy/rulesets/${group}/admins`, {
    user_id: delegate.id,
    role: 'admin',
  })
  const operations = [rename('Sales', 'Revenue')]
  const plan = (await expect(201, 'POST', '/policy/plans', { operations }, clerk)).body.id
  const { body } = await expect(403, 'POST', `/policy/plans/${plan}/apply`, undefined, clerk)
  assert.match(body.message, /policy\.rule\.manage/)
  const before = await members('12')
  await expect(200, 'POST', `/policy/plans/${plan}/apply`, undefined, delegate)
  assert.ok((await members('12')).length > before.length)
})

test('the value of an absorbed attribute becomes an attribute again once it is free', async () => {
  const { expect, rename, apply, query, members, rulesetId, rule, holds } = await world()
  await rule(await rulesetId('12'), [holds('Sales')])
  await apply(rename('Sales', 'Revenue'))
  await query(
    `update identity set profile = '{"department": "Sales"}' where vendor_id = 'bob@x.example'`,
  )
  await apply(rename('Sales', 'Sales'))
  assert.deepEqual(await members('12'), ['ada', 'bob'])
  const dimension = (await expect(200, 'GET', '/directory/dimensions')).body.data[0].id
  await expect(201, 'POST', '/directory/attributes', {
    dimension_id: dimension,
    profile_value: 'Revenue',
  })
})
