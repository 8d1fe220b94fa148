import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day } from './policy-for-tests.ts'
import { rulesServer, sales, seniors } from './rules-for-tests.ts'

const server = await rulesServer()
const { draft, act, end, expect, manifest } = server

test('a dated rule begins at its instant, as of that instant, and takes over then', async () => {
  const first = await draft()
  await act(first, 'activate', {})
  const next = await draft({ conditions: [seniors] })
  const at = new Date(server.now() + 5 * day).toISOString()
  const dated = await act(next, 'activate', { at, replaces: first })
  assert.deepEqual(
    [dated.body.state, dated.body.timestamp.activates_at, dated.body.replaces_rule_id],
    ['staged', at, first],
  )
  for (const [method, path, body] of [
    ['PATCH', '', { role: 'owner' }],
    ['POST', '/conditions', sales],
  ] as const) {
    const answer = await expect(422, method, `/policy/rules/${next}${path}`, body)
    assert.ok('state' in answer.body.errors, answer.text)
  }
  server.pass(7 * day)
  const begun = (await expect(200, 'GET', `/policy/rules/${next}`)).body
  assert.deepEqual(
    [begun.state, begun.timestamp.activated_at, begun.timestamp.activates_at],
    ['active', at, null],
  )
  assert.deepEqual(await manifest('12'), [
    'ada@x.example member active',
    'cy@x.example member active',
  ])
  const [stay] = await server.query(
    `select iso(s.activated_at) as since from policy_user s join directory_user u on u.id = s.directory_user_id
     where u.email = 'cy@x.example' and s.deleted_at is null`,
  )
  assert.equal(stay?.['since'], at, 'nothing is back-dated, nothing is late')
  await end(next)
})

test('a date can be taken back, and must lie ahead and before the end', async () => {
  const rule = await draft({ expires_at: new Date(server.now() + 3 * day).toISOString() })
  const refused = async (at: string | null, field: string) => {
    const answer = await expect(422, 'POST', `/policy/rules/${rule}/activate`, { at })
    assert.ok(field in answer.body.errors, answer.text)
  }
  await refused(null, 'at')
  await refused(new Date(server.now()).toISOString(), 'at')
  await refused('2027-02-30T00:00:00Z', 'at')
  await refused('2027-02-28T24:00:00Z', 'at')
  await refused(new Date(server.now() + 4 * day).toISOString(), 'expires_at')
  await act(rule, 'activate', { at: new Date(server.now() + day).toISOString() })
  assert.equal((await act(rule, 'activate', { at: null })).body.timestamp.activates_at, null)
  server.pass(2 * day)
  assert.equal((await expect(200, 'GET', `/policy/rules/${rule}`)).body.state, 'staged')
  assert.equal((await act(rule, 'activate', {})).body.state, 'expiring')
  await end(rule)
})

test('a draft stays a draft when its end passes, and can be activated once the end is moved', async () => {
  const passed = new Date(server.now() + day).toISOString()
  const rule = await draft({ expires_at: passed })
  server.pass(2 * day)
  const path = `/policy/rules/${rule}`
  const { body } = await expect(200, 'GET', path)
  assert.deepEqual([body.state, body.timestamp.expires_at], ['staged', passed])
  const listed = await expect(
    200,
    'GET',
    `/policy/rulesets/${server.ruleset}/rules?filter[state]=staged`,
  )
  assert.ok(listed.body.data.some(({ id }: { id: string }) => id === rule))
  for (const asked of [{}, { at: new Date(server.now() + day).toISOString() }]) {
    const answer = await expect(422, 'POST', `${path}/activate`, asked)
    assert.deepEqual(Object.keys(answer.body.errors), ['expires_at'])
  }
  await expect(201, 'POST', `${path}/conditions`, seniors)
  await expect(200, 'PATCH', path, { role: 'owner', expires_at: passed })
  await expect(200, 'PATCH', path, { expires_at: new Date(server.now() + day).toISOString() })
  assert.equal((await act(rule, 'activate', {})).body.state, 'expiring')
  server.pass(2 * day)
  assert.equal((await expect(200, 'GET', path)).body.state, 'expired')
})

test('deprecating shows expiring until the end of the grace, and gives no second one', async () => {
  const rule = await draft()
  await act(rule, 'activate', {})
  const { body } = await act(rule, 'deprecate', {})
  const until = new Date(server.now() + 3 * day).toISOString()
  assert.deepEqual([body.state, body.timestamp.expires_at], ['expiring', until])
  assert.deepEqual(await manifest('12'), [
    'ada@x.example member expiring',
    'bob@x.example member expiring',
  ])
  server.pass(3 * day)
  assert.equal((await expect(200, 'GET', `/policy/rules/${rule}`)).body.state, 'expired')
  assert.deepEqual(await manifest('12'), [])
})

test('without grace a deprecated rule is over at once', async () => {
  const rule = await draft({ expires_after_days: 0 })
  await act(rule, 'activate', {})
  assert.equal((await act(rule, 'deprecate', {})).body.state, 'expired')
  assert.deepEqual(await manifest('12'), [])
})

test('deprecating a rule that has an end never lets it last longer than that', async () => {
  const soon = new Date(server.now() + day).toISOString()
  const rule = await draft({ expires_at: soon })
  await act(rule, 'activate', {})
  assert.equal((await act(rule, 'deprecate', {})).body.timestamp.expires_at, soon)
  const later = new Date(server.now() + 9 * day).toISOString()
  assert.equal((await act(rule, 'deprecate', { at: later })).body.timestamp.expires_at, later)
  await end(rule)
})

test('the date of a draft goes with it', async () => {
  const dues = () => server.query(`select from due_instant where kind = 'rule'`)
  const before = (await dues()).length
  const rule = await draft()
  await act(rule, 'activate', { at: new Date(server.now() + day).toISOString() })
  assert.equal((await dues()).length, before + 1)
  await expect(204, 'DELETE', `/policy/rules/${rule}`)
  assert.equal((await dues()).length, before)
})
