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
    { field: 'condition', before: null, after: 'department is legal' },
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

test('a copy that became a rule of its own is not replaced by the rule that it was copied from', async () => {
  const made = (
    await plan([create(13), activate, { op: 'change_rule', rule_id: '$new', key: 'origin' }])
  ).body
  await apply(made.id)
  const rules = `/policy/rulesets/${groups[13]}/rules?filter[state]=active`
  const origin = (await expect(200, 'GET', rules)).body.data[0].id
  const copy = (await expect(201, 'POST', `/policy/rules/${origin}/duplicate`)).body.id
  await expect(201, 'POST', `/policy/rules/${copy}/conditions`, legal)
  await expect(200, 'POST', `/policy/rules/${copy}/activate`)
  await expect(200, 'POST', `/policy/rules/${origin}/deactivate`)
  const putBack = async (rule: string) =>
    (await expect(201, 'POST', `/policy/rules/${rule}/put-back`)).body
  const back = await putBack(origin)
  assert.equal(back.operations[1].replaces, undefined)
  await apply(back.id)
  const { data } = (await expect(200, 'GET', rules)).body
  assert.equal(data.length, 2)
  const again = data.find(({ id }: { id: string }) => id !== copy)
  // The rule that was put back is a version of it, wherever that has come to.
  assert.equal((await putBack(origin)).operations[1].replaces, again.id)
  await expect(200, 'POST', `/policy/rules/${copy}/deactivate`)
  assert.equal((await putBack(copy)).operations[1].replaces, undefined)
})
