import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day } from './policy-for-tests.ts'
import { rulesServer, sales, seniors } from './rules-for-tests.ts'

const server = await rulesServer()
const { draft, act, end, expect, manifest } = server

const ruleOf = async (id: string) => (await expect(200, 'GET', `/policy/rules/${id}`)).body

const phasesOf = (email: string) =>
  server.query(
    `select count(distinct p.policy_user_id)::integer as stays, count(*)::integer as phases, bool_or(upper_inf(p.valid)) as is_in
     from policy_user_history p join policy_user s on s.id = p.policy_user_id
     join directory_user u on u.id = s.directory_user_id where u.email = $1`,
    [email],
  )

test('who is in both stays without a break when a rule takes over from another', async () => {
  const first = await draft({ key: 'taken-over' })
  await act(first, 'activate', {})
  server.pass(day)
  const copy = await expect(201, 'POST', `/policy/rules/${first}/duplicate`)
  assert.deepEqual([copy.body.state, copy.body.key], ['staged', null])
  await expect(201, 'POST', `/policy/rules/${copy.body.id}/conditions`, seniors)
  const [before] = await phasesOf('ada@x.example')
  const { body } = await act(copy.body.id, 'activate', { replaces: first })
  assert.equal(body.key, 'taken-over', 'a policy file finds the new one')
  assert.equal((await expect(200, 'GET', `/policy/rules/${first}`)).body.state, 'deactivated')
  assert.deepEqual(await manifest('12'), ['ada@x.example member active'])
  const [after] = await phasesOf('ada@x.example')
  assert.deepEqual(
    after,
    { ...before, phases: Number(before?.['phases']) + 1 },
    'one stay, another phase',
  )
  assert.equal((await phasesOf('bob@x.example'))[0]?.['is_in'], false)
  await end(copy.body.id)
})

test('a rule takes over only from one in force of its own ruleset', async () => {
  const rule = await draft()
  const other = await expect(
    201,
    'POST',
    `/policy/rulesets/${await server.rulesetId('13')}/rules`,
    {
      role: 'member',
      conditions: [sales],
    },
  )
  await act(other.body.id, 'activate', {})
  const ended = await draft()
  await act(ended, 'activate', {})
  await end(ended)
  for (const replaces of [rule, other.body.id, await draft(), ended]) {
    const answer = await expect(422, 'POST', `/policy/rules/${rule}/activate`, { replaces })
    assert.ok('replaces' in answer.body.errors, answer.text)
  }
  await end(other.body.id)
})

test('a rule that takes over from another is what waits for that one takes over from', async () => {
  const first = await draft()
  await act(first, 'activate', {})
  const [next, later] = [await draft({ conditions: [seniors] }), await draft()]
  const at = new Date(server.now() + 2 * day).toISOString()
  await act(next, 'activate', { at, replaces: first })
  const dated = { at: new Date(server.now() + 5 * day).toISOString(), replaces: first }
  await act(later, 'activate', dated)
  const second = (await expect(201, 'POST', `/policy/rules/${first}/duplicate`)).body.id
  await act(second, 'activate', { replaces: first })
  const described = async (id: string) => (await expect(200, 'GET', `/policy/rules/${id}`)).body
  assert.equal((await described(next)).replaces_rule_id, second)
  server.pass(3 * day)
  assert.equal((await described(second)).state, 'deactivated')
  assert.equal((await described(later)).replaces_rule_id, next, 'one that began at its date, too')
  server.pass(3 * day)
  assert.deepEqual(
    [(await described(next)).state, (await described(later)).state],
    ['deactivated', 'active'],
  )
  await end(later)
})

test('two rules may take over from one at the same date', async () => {
  const first = await draft()
  await act(first, 'activate', {})
  const both = [await draft(), await draft({ conditions: [seniors] })]
  const dated = { at: new Date(server.now() + day).toISOString(), replaces: first }
  for (const rule of both) await act(rule, 'activate', dated)
  server.pass(2 * day)
  for (const rule of both) {
    assert.equal((await expect(200, 'GET', `/policy/rules/${rule}`)).body.state, 'active')
    await end(rule)
  }
  assert.equal((await expect(200, 'GET', `/policy/rules/${first}`)).body.state, 'deactivated')
})

test('what waits for a rule that two replace together takes over from one, and nobody loses the other', async () => {
  const first = await draft()
  await act(first, 'activate', {})
  const both = [await draft({ conditions: [seniors] }), await draft()]
  const third = await draft({ conditions: [seniors] })
  const dated = (days: number) => ({
    at: new Date(server.now() + days * day).toISOString(),
    replaces: first,
  })
  for (const rule of both) await act(rule, 'activate', dated(1))
  await act(third, 'activate', dated(3))
  server.pass(2 * day)
  assert.equal((await ruleOf(third)).replaces_rule_id, both[0])
  const before = await manifest('12')
  assert.equal(before.length, 3)
  server.pass(2 * day)
  assert.equal((await ruleOf(third)).state, 'active')
  assert.deepEqual(await manifest('12'), before)
  for (const rule of [both[1] ?? '', third]) await end(rule)
})

test('a dated rule that is activated before its date takes over as it was to', async () => {
  const first = await draft()
  await act(first, 'activate', {})
  const next = await draft({ conditions: [seniors] })
  const at = new Date(server.now() + day).toISOString()
  await act(next, 'activate', { at, replaces: first })
  assert.equal((await act(next, 'activate', {})).body.state, 'active')
  assert.equal((await expect(200, 'GET', `/policy/rules/${first}`)).body.state, 'deactivated')
  await end(next)
})
