import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { day, onProfile } from '../rules/policy-for-tests.ts'
import { activate, legal, planServer, sales, type FindingJson } from './plans-for-tests.ts'

const server = await planServer()
const { expect, groups, create, plan, apply } = server

beforeEach(server.startOver)

const inDays = (days: number) => new Date(server.now() + days * day).toISOString()

test('what is odd about a rule is found beforehand', async () => {
  const { findings } = (
    await plan([
      create(13, { ref: 'a', conditions: [sales, legal] }),
      { op: 'activate_rule', rule_id: '$a' },
      create(13, { ref: 'b', conditions: [onProfile('department', 'nobody has this')] }),
      { op: 'activate_rule', rule_id: '$b' },
      create(13, { ref: 'c', conditions: [sales] }),
      { op: 'activate_rule', rule_id: '$c' },
      create(13, { ref: 'd', conditions: [sales, onProfile('level', '7')] }),
      { op: 'activate_rule', rule_id: '$d' },
    ])
  ).body
  assert.deepEqual(
    findings.map((one: FindingJson) => [one.kind, one.operation, one.by?.operation ?? null]).sort(),
    [
      ['matches_nobody', 0, null],
      ['matches_nobody', 2, null],
      ['shadowed', 6, 4],
    ],
  )
})

test('a condition on somebody who has left is told, of the rules of the plan alone', async () => {
  const names = { first_name: 'Di', last_name: 'Day', state: 'active' }
  const person = (await expect(201, 'POST', '/directory/users', names)).body.id
  await expect(200, 'POST', `/directory/users/${person}/deactivate`)
  const isPerson = { type: 'user', resource_id: person }
  const made = (await plan([create(13, { conditions: [isPerson] }), activate])).body
  assert.deepEqual(
    made.findings.map((one: FindingJson) => [one.kind, one.conditions]),
    [
      ['person_left', [0]],
      ['matches_nobody', []],
    ],
  )
  await apply(made.id)
  const other = (await plan([create(13), activate])).body
  assert.deepEqual(other.findings, [])
  const { data } = (await expect(200, 'GET', `/policy/rulesets/${groups[13]}/rules`)).body
  for (const { id, state } of data)
    if (state === 'active') await expect(200, 'POST', `/policy/rules/${id}/deactivate`)
  await expect(204, 'DELETE', `/directory/users/${person}`)
})

test('a rule that ends sooner shadows none that goes on', async () => {
  await apply((await plan([create(12), activate])).body.id)
  const path = `/policy/rulesets/${groups[12]}/rules?filter[state]=active`
  const [before] = (await expect(200, 'GET', path)).body.data
  const ending = { op: 'deprecate_rule', rule_id: before.id }
  assert.deepEqual((await plan([ending, create(12), activate])).body.findings, [])
  const sooner = new Date(server.now() + 3_600_000).toISOString()
  const { findings } = (await plan([ending, create(12, { expires_at: sooner }), activate])).body
  assert.deepEqual(
    findings.map(({ kind }: FindingJson) => kind),
    ['shadowed'],
  )
})

test('a ruleset that becomes managed is told what is odd about the rules that it brings', async () => {
  const state = (to: string) => ({ op: 'change_ruleset', ruleset_id: groups[13], state: to })
  const all = create(13, { conditions: [onProfile('department', '', 'exists')].map(withoutValue) })
  await apply((await plan([state('monitored'), all, activate])).body.id)
  const path = `/policy/rulesets/${groups[13]}/rules?filter[state]=active`
  const [rule] = (await expect(200, 'GET', path)).body.data
  const { findings } = (await plan([state('managed')])).body
  assert.deepEqual(
    findings.map((each: FindingJson) => [each.kind, each.rule_id]),
    [['matches_everybody', rule.id]],
  )
  await apply((await plan([state('managed')])).body.id)
})

const withoutValue = ({ profile_value: _none, ...condition }: ReturnType<typeof onProfile>) =>
  condition

test('a plan beyond a limit names it to every caller, and only a caller who may approve applies it', async () => {
  await server.query('update policy_settings set addition_limit_people = 1')
  await apply(
    (await plan([create(12, { conditions: [onProfile('level', '3')] }), activate])).body.id,
  )
  server.pass(2 * day)
  const author = await makeCaller(server, [
    'policy.rule.view',
    'policy.rule.manage',
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  for (const by of [author, undefined]) {
    const made = (await plan([create(12), activate], by)).body
    assert.deepEqual(
      made.exceeds.map(({ ruleset_id, direction }: { ruleset_id: string; direction: string }) => [
        ruleset_id,
        direction,
      ]),
      [[groups[12], 'gain']],
    )
    assert.ok(made.totals.added > 0)
    if (by !== undefined) await apply(made.id, 403, by)
  }
})

test('a rule that begins later is said to, with what is odd about it then', async () => {
  await apply((await plan([create(13), activate])).body.id)
  const path = `/policy/rulesets/${groups[13]}/rules?filter[state]=active`
  const [before] = (await expect(200, 'GET', path)).body.data
  const begins = (ref: string, days: number, more = {}) => ({
    op: 'activate_rule',
    rule_id: `$${ref}`,
    at: inDays(days),
    ...more,
  })
  const { body } = await plan([
    create(13, { ref: 'never', conditions: [sales, legal] }),
    begins('never', 3),
    create(13, { ref: 'instead', conditions: [onProfile('department', '.*', 'matches')] }),
    begins('instead', 2, { replaces: before.id }),
    create(13, { ref: 'behind', conditions: [sales], expires_at: inDays(9) }),
    begins('behind', 1),
    create(13, { ref: 'after', conditions: [sales, onProfile('level', '7')] }),
    begins('after', 4),
    create(13, { ref: 'draft', conditions: [sales, legal] }),
  ])
  const told = body.findings.map((one: FindingJson) => [
    one.kind,
    one.operation,
    one.by?.operation ?? null,
  ])
  assert.deepEqual(told.sort(), [
    ['begins_later', 0, null],
    ['begins_later', 2, null],
    ['begins_later', 4, null],
    ['begins_later', 6, null],
    ['matches_everybody', 2, null],
    ['matches_nobody', 0, null],
  ])
  const message = body.findings.find(({ operation }: FindingJson) => operation === 2)?.message
  assert.equal(message, `It begins at ${inDays(2)}: until then it moves no one.`)
  assert.equal(body.totals.people, 0)
})

test('a rule that begins later is shadowed by one that is there by then and lasts as long', async () => {
  const { body } = await plan([
    create(13, { ref: 'later' }),
    { op: 'activate_rule', rule_id: '$later', at: inDays(2) },
    create(13, { ref: 'sooner', priority: 200, conditions: [sales, onProfile('level', '7')] }),
    { op: 'activate_rule', rule_id: '$sooner', at: inDays(1) },
    create(13, { ref: 'last', priority: 300 }),
    { op: 'activate_rule', rule_id: '$last', at: inDays(3) },
  ])
  assert.deepEqual(
    body.findings
      .filter(({ kind }: FindingJson) => kind === 'shadowed')
      .map((one: FindingJson) => [one.operation, one.by?.operation]),
    [[4, 0]],
  )
})
