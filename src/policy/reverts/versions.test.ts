import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { activate, legal, planServer } from '../plans/plans-for-tests.ts'

const server = await planServer()
const { expect, manifest, groups, create, plan, apply, owner } = server

type Version = {
  id: string
  state: string
  came_from: { rule_id: string; how: string } | null
  changes: object[]
  steps: { event: string; actor_id: string | null; plan_id: string | null }[]
}
const versionsOf = async (as = owner): Promise<Version[]> =>
  (await expect(200, 'GET', `/policy/rulesets/${groups[12]}/versions`, undefined, as)).body.data

const made = (await plan([create(12, { key: 'people', priority: 7 }), activate])).body.id
await apply(made)
const [first] = await versionsOf()
const firstId = first?.id ?? ''
const second = (await expect(201, 'POST', `/policy/rules/${firstId}/duplicate`)).body.id
await expect(201, 'POST', `/policy/rules/${second}/conditions`, legal)
await expect(200, 'PATCH', `/policy/rules/${second}`, { priority: 9, reason: 'Audit' })
const draft = (await expect(201, 'POST', `/policy/rules/${firstId}/duplicate`)).body.id
await expect(200, 'POST', `/policy/rules/${second}/activate`, { replaces: firstId })

test('a ruleset shows which rule came from which, how they differ, who did it, and by which plan', async () => {
  const versions = await versionsOf()
  assert.deepEqual(
    versions.map(({ id, state, came_from: from }) => [id, state, from]),
    [
      [draft, 'staged', { rule_id: firstId, how: 'copied' }],
      [second, 'active', { rule_id: firstId, how: 'replaced' }],
      [firstId, 'deactivated', null],
    ],
  )
  const [copy, next, origin] = versions
  assert.deepEqual(copy?.changes, [])
  assert.deepEqual(next?.changes, [
    { field: 'priority', before: '7', after: '9' },
    { field: 'reason', before: null, after: 'Audit' },
    { field: 'condition', before: null, after: 'idp’s department is legal' },
  ])
  assert.deepEqual(
    origin?.steps.map(({ event, actor_id, plan_id }) => [event, actor_id, plan_id]),
    [
      ['policy.rule.deactivate', owner.id, null],
      ['policy.rule.activate', owner.id, made],
      ['policy.rule.create', owner.id, made],
    ],
  )
})

test('whoever sees neither profiles nor the audit log sees no values of the one, and no names of the other', async () => {
  const reader = await makeCaller(server, ['policy.rule.view'])
  const [, next, origin] = await versionsOf(reader)
  assert.ok(!JSON.stringify(next?.changes).includes('legal'), JSON.stringify(next))
  assert.deepEqual(new Set(origin?.steps.map(({ actor_id: id }) => id)), new Set([null]))
  const stranger = await makeCaller(server, ['directory.user.view'])
  await expect(403, 'GET', `/policy/rulesets/${groups[12]}/versions`, undefined, stranger)
})

test('a former version is put back by a plan, in place of the one that is in force', async () => {
  await expect(422, 'POST', `/policy/rules/${second}/put-back`)
  await expect(422, 'POST', `/policy/rules/${draft}/put-back`)
  assert.deepEqual(await manifest('12'), [])
  const { body } = await expect(201, 'POST', `/policy/rules/${firstId}/put-back`)
  assert.deepEqual(
    body.operations.map(({ op }: { op: string }) => op),
    ['duplicate_rule', 'activate_rule'],
  )
  assert.equal(body.operations[1].replaces, second)
  await apply(body.id)
  assert.deepEqual(await manifest('12'), [
    'ada@x.example developer active',
    'bo@x.example developer active',
  ])
  const [back] = await versionsOf()
  const rule = (await expect(200, 'GET', `/policy/rules/${back?.id}`)).body
  assert.deepEqual([rule.key, rule.priority, rule.state], ['people', 7, 'active'])
  assert.equal((await expect(200, 'GET', `/policy/rules/${second}`)).body.state, 'deactivated')
})
