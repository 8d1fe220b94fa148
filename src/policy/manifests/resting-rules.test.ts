import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChains } from '../../../test/audit-chain.ts'
import { hour, incidentsWorld, omit, staff, type Feed } from '../../../test/incidents-world.ts'

const day = 24 * hour

/** A world in which l01, of Legal, is in `sellers` by an exception that lasts for 100 days. */
async function world() {
  const made = await incidentsWorld(staff)
  const { server, token, ruleset, members, feed } = made
  const call = async (status: number, method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, answer.text)
    return answer.body
  }
  const idOf = async (name: string): Promise<string> =>
    (await call(200, 'GET', `/directory/users?filter[username]=${name}&filter[trashed]=with`))
      .data[0].id
  const rulesetId = await ruleset('sellers')
  const end = new Date(server.database.now().getTime() + 100 * day).toISOString()
  const except = async (user_id: string) =>
    call(201, 'POST', `/policy/rulesets/${rulesetId}/exceptions`, {
      user_id,
      expires_at: end,
      reason: 'covers for a colleague',
    })
  const person = await idOf('l01')
  const { id: rule } = await except(person)
  return {
    ...made,
    call,
    idOf,
    except,
    person,
    rule,
    rulesetId,
    isIn: async () => (await members('sellers')).includes('l01'),
    stateOfRule: async () => (await call(200, 'GET', `/policy/rules/${rule}`)).state,
    /** How many times the person is counted as gained in the last 24 hours. */
    gains: async () =>
      (
        await server.query(
          `select from movement m join directory_user u on u.id = m.directory_user_id
           where u.username = 'l01' and m.gains and m.at > $1`,
          [new Date(server.database.now().getTime() - day)],
        )
      ).length,
    qualified: async () =>
      (await call(200, 'GET', `/directory/users/${person}`)).count.qualified_rules,
    leave: () => feed(omit(staff, ['l01'])),
    comeBack: () => feed(staff),
    step: (verb: string, body?: unknown) =>
      call(200, 'POST', `/directory/users/${person}/${verb}`, body),
  }
}

test('an exception rests while its person is gone, and the same account revives it, as a gain', async () => {
  const made = await world()
  const { leave, comeBack, isIn, stateOfRule, qualified, pass, call, person, rulesetId } = made
  assert.equal(await isIn(), true)
  assert.equal(await qualified(), 2)
  await leave()
  assert.equal(await isIn(), false)
  assert.equal(await stateOfRule(), 'expiring')
  assert.equal(await qualified(), 1)
  const path = `/directory/users/${person}/explain?ruleset=${rulesetId}`
  const explained = await call(200, 'GET', path)
  assert.match(explained.why, /^is deactivated; would qualify if /)
  const met = explained.policy_rules.map(({ is_met }: { is_met: boolean }) => is_met)
  assert.deepEqual(met, [false, false])

  pass(14 * day - 1000)
  await comeBack()
  assert.equal(await isIn(), true)
  assert.equal(await qualified(), 2)
  assert.equal(await stateOfRule(), 'expiring')
  assert.equal(await made.gains(), 1)
  pass(30 * day)
  assert.equal(await isIn(), true)
})

test('after the days of the settings it ends for good, with an audit row that names the person', async () => {
  const { leave, comeBack, isIn, stateOfRule, pass, call, rule, person, server, token } =
    await world()
  await leave()
  pass(14 * day)
  assert.equal(await stateOfRule(), 'expired')
  const { data } = await call(200, 'GET', `/audit/logs?filter[record]=${rule}&sort=-at`)
  assert.deepEqual(
    [
      data[0].event,
      data[0].related?.id,
      data[0].subject?.id ?? data[0].subject_id,
      data[0].changes.state,
    ],
    ['policy.rule.expired', person, person, { old: 'expiring', new: 'expired' }],
  )
  assert.ok(data[0].changes.expires_at.old > data[0].changes.expires_at.new)
  await comeBack()
  assert.equal(await isIn(), false)
  assert.deepEqual((await readChains(server, token)).breaks, [])
})

test('the days are a setting, which holds for rules that rest already', async () => {
  const { leave, comeBack, isIn, stateOfRule, pass, call } = await world()
  const set = (exceptions_end_after_days: number) =>
    call(200, 'PATCH', '/policy/settings', { exceptions_end_after_days })
  await leave()
  await set(90)
  pass(80 * day)
  assert.equal(await stateOfRule(), 'expiring')
  await set(20)
  assert.equal(await stateOfRule(), 'expired')
  await comeBack()
  assert.equal(await isIn(), false)
})

test('fewer days in the settings than a rule has rested end it now, and nobody was out before', async () => {
  const { leave, members, ruleset, idOf, pass, call, person, server } = await world()
  const legal = await ruleset('Legal')
  const { data: rules } = await call(200, 'GET', `/policy/rulesets/${legal}/rules`)
  const conditions = [{ type: 'user', resource_id: person }]
  const only = await call(201, 'POST', `/policy/rulesets/${legal}/rules`, {
    role: 'member',
    conditions,
  })
  await call(200, 'POST', `/policy/rules/${only.id}/activate`, { replaces: rules[0].id })
  const team = await ruleset('team')
  const { data: attributes } = await call(200, 'GET', '/directory/attributes')
  const attribute = attributes.find(({ name }: { name: string }) => name === 'Legal')
  const other = await call(201, 'POST', `/policy/rulesets/${team}/rules`, {
    role: 'member',
    conditions: [
      { type: 'attribute', resource_id: attribute.id, profile_operator: 'not_equals' },
      { type: 'user', resource_id: await idOf('deputy') },
    ],
  })
  await call(200, 'POST', `/policy/rules/${other.id}/activate`)
  await leave()
  const isIn = async () => (await members('team')).includes('deputy')
  await call(200, 'PATCH', '/policy/settings', { exceptions_end_after_days: 90 })
  pass(80 * day)
  assert.equal(await isIn(), true)
  const now = server.database.now().toISOString()
  await call(200, 'PATCH', '/policy/settings', { exceptions_end_after_days: 20 })
  assert.equal(await isIn(), false)
  assert.equal((await call(200, 'GET', `/policy/rules/${only.id}`)).timestamp.expires_at, now)
  const stays = await server.query(
    `select s.deleted_at from policy_user s join directory_user u on u.id = s.directory_user_id
     where u.username = 'deputy' and s.deleted_at is not null`,
  )
  assert.deepEqual(stays, [{ deleted_at: new Date(now) }])
})

for (const [verb, body] of [
  ['deactivate', undefined],
  ['expire', { at: 'soon' }],
  ['delete', undefined],
] as const)
  test(`it ends at once where an administrator ends the person (${verb})`, async () => {
    const { step, isIn, stateOfRule, pass, call, person, server, comeBack } = await world()
    if (verb === 'delete') await call(204, 'DELETE', `/directory/users/${person}`)
    else if (body === undefined) await step(verb)
    else {
      await step(verb, { at: new Date(server.database.now().getTime() + hour).toISOString() })
      assert.equal(await stateOfRule(), 'expiring')
      pass(hour)
    }
    assert.equal(await stateOfRule(), 'expired')
    if (verb === 'delete') await step('restore')
    await step('activate')
    await comeBack()
    assert.equal(await isIn(), false)
  })

test('it ends where an administrator ends a person who has left already', async () => {
  const { leave, stateOfRule, call, person } = await world()
  await leave()
  assert.equal(await stateOfRule(), 'expiring')
  await call(204, 'DELETE', `/directory/users/${person}`)
  assert.equal(await stateOfRule(), 'expired')
})

test('it ends where another account brings the person back, before they are let in', async () => {
  const { leave, feed, isIn, stateOfRule, call, person, pass, gains } = await world()
  await leave()
  pass(2 * day)
  await feed({ ...omit(staff, ['l01']), x01: { department: 'Legal', email: 'x01@example.com' } })
  const { data } = await call(200, 'GET', '/directory/identities?filter[vendor_id]=x01')
  const link = { directory_user_id: person, reason: 'a new contract' }
  await call(200, 'POST', `/directory/identities/${data[0].id}/link`, link)
  assert.equal((await call(200, 'GET', `/directory/users/${person}`)).state, 'active')
  assert.equal(await stateOfRule(), 'expired')
  assert.equal(await isIn(), false)
  const { data: stays } = await call(200, 'GET', `/directory/users/${person}/access`)
  assert.deepEqual(
    stays.map(({ type }: { type: string }) => type),
    ['directory_attribute'],
  )
  assert.equal(await gains(), 0)
})

test('it is revived by the account that led while the person was here, whatever account leads while they are away', async () => {
  for (const former of [
    { first: '2019-01-01', last: '2020-01-01' },
    { first: '2019-01-01', status: 'DEPROVISIONED' },
  ]) {
    const { server, feed, pass, isIn, stateOfRule, person } = await world()
    await server.query(
      `update integration set mapping = jsonb_set(jsonb_set(mapping, '{account,state,ended_at}', '["profile.last"]'),
         '{account,state,first_day}', '["profile.first"]')`,
    )
    const contract = { department: 'Legal', email: 'l01@example.com', firstName: 'First l01' }
    const all: Feed = { ...staff, 'l01-old': { ...contract, ...former } }
    await feed(all)
    const owner = async (vendorId: string) =>
      (
        await server.query('select directory_user_id as id from identity where vendor_id = $1', [
          vendorId,
        ])
      )[0]
    assert.deepEqual(await owner('l01-old'), await owner('l01'))
    assert.equal(await isIn(), true)
    await feed({ ...all, l01: { ...all['l01'], status: 'DEPROVISIONED' } })
    assert.equal(await isIn(), false, person)
    pass(day)
    await feed(all)
    assert.equal(await isIn(), true)
    assert.equal(await stateOfRule(), 'expiring')
  }
})

test('a person who is only suspended keeps it', async () => {
  const { feed, comeBack, isIn, stateOfRule, pass, qualified } = await world()
  await feed({ ...staff, l01: { ...staff['l01'], status: 'SUSPENDED' } })
  assert.equal(await isIn(), false)
  assert.equal(await qualified(), 2)
  pass(20 * day)
  assert.equal(await stateOfRule(), 'expiring')
  await comeBack()
  assert.equal(await isIn(), true)
})

test('an exception that is given to a person who is away rests from then', async () => {
  const { leave, comeBack, isIn, pass, call, except, person } = await world()
  await leave()
  pass(20 * day)
  const { id } = await except(person)
  pass(13 * day)
  assert.equal((await call(200, 'GET', `/policy/rules/${id}`)).state, 'expiring')
  await comeBack()
  assert.equal(await isIn(), true)
})

test('a rule that excludes the person goes on', async () => {
  const { step, call, rulesetId, person, members, idOf } = await world()
  const { id } = await call(201, 'POST', `/policy/rulesets/${rulesetId}/rules`, {
    role: 'member',
    conditions: [
      { type: 'user', resource_id: person, profile_operator: 'not_equals' },
      { type: 'direct_reports_of', resource_id: await idOf('boss') },
    ],
  })
  await call(200, 'POST', `/policy/rules/${id}/activate`)
  await step('deactivate')
  assert.equal((await call(200, 'GET', `/policy/rules/${id}`)).state, 'active')
  assert.equal((await members('sellers')).length, 20)
})
