import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { activate, legal, planServer, sales } from './plans-for-tests.ts'

const server = await planServer()
const { expect, groups, plan, apply, read } = server
const inADay = () => new Date(server.now() + 86_400_000).toISOString()
const delegate = await makeCaller(server, ['directory.identity.profile.view'])
await server.giveRole(delegate, 12, 'create')

beforeEach(server.startOver)

/** A draft that lets the lawyers in. */
async function draft(more: object = {}): Promise<{ id: string; conditionId: string }> {
  const rule = { role: 'developer', conditions: [legal], ...more }
  const { body } = await expect(201, 'POST', `/policy/rulesets/${groups[12]}/rules`, rule)
  const conditions = await expect(200, 'GET', `/policy/rules/${body.id}/conditions`)
  return { id: body.id, conditionId: conditions.body.data[0].id }
}

const patch = (id: string, body: object) =>
  expect(200, 'PATCH', `/policy/rules/${id}`, body, delegate)
const addCondition = (id: string, condition: object) =>
  expect(201, 'POST', `/policy/rules/${id}/conditions`, condition, delegate)

const changes: Record<string, (rule: Awaited<ReturnType<typeof draft>>) => Promise<unknown>> = {
  'other conditions': async ({ id, conditionId }) => {
    await addCondition(id, sales)
    await expect(204, 'DELETE', `/policy/conditions/${conditionId}`, undefined, delegate)
  },
  'another role': ({ id }) => patch(id, { role: 'owner' }),
  'another end': ({ id }) => patch(id, { expires_at: new Date(server.now() + 9e9).toISOString() }),
  'another grace': ({ id }) => patch(id, { expires_after_days: 300 }),
  'everyone else': ({ id }) => patch(id, { everyone_else: true }),
  'another reason': ({ id }) => patch(id, { reason: 'For the audit' }),
  'another priority': ({ id }) => patch(id, { priority: 1 }),
}

for (const [what, change] of Object.entries(changes)) {
  test(`a plan with a date is not applied to a draft that got ${what} meanwhile`, async () => {
    const rule = await draft()
    const dated = [{ op: 'activate_rule', rule_id: rule.id, at: inADay() }]
    const { id } = (await plan(dated)).body
    await change(rule)
    const refused = await apply(id, 409)
    assert.match(refused.body.message, /another effect/)
    const next = (await read(id)).replaced_by_id
    assert.equal((await expect(200, 'GET', `/policy/rules/${rule.id}`)).body.state, 'staged')
    await apply(next, 200)
  })
}

test('a plan is not applied to a draft whose conditions admit the same people today only', async () => {
  const nobody = { ...legal, profile_value: 'Nobody' }
  const rule = await draft({ conditions: [nobody] })
  const { id } = (await plan([{ op: 'activate_rule', rule_id: rule.id }])).body
  await addCondition(rule.id, { ...legal, profile_value: 'Nobody there' })
  await expect(204, 'DELETE', `/policy/conditions/${rule.conditionId}`, undefined, delegate)
  await apply(id, 409)
})

test('a plan that copies a rule is not applied to one that says something else now', async () => {
  const rule = await draft()
  const copy = { op: 'duplicate_rule', ref: 'new', rule_id: rule.id }
  const { id } = (await plan([copy, { ...activate, at: inADay() }])).body
  await patch(rule.id, { role: 'owner' })
  await apply(id, 409)
})

test('a plan with a date is not applied once other people would come in then', async () => {
  const rule = await draft()
  const { id } = (await plan([{ op: 'activate_rule', rule_id: rule.id, at: inADay() }])).body
  const move = (department: string) =>
    server.query(
      `update identity set profile = profile || jsonb_build_object('department', $1::text)
       where directory_user_id = (select id from directory_user where email = 'bo@x.example')`,
      [department],
    )
  await move('Legal')
  const { status } = await server.send('POST', `/policy/plans/${id}/apply`)
  await move('Sales')
  assert.equal(status, 409)
})

test('a plan is applied to a draft whose words alone have changed', async () => {
  const rule = await draft()
  const { id } = (await plan([{ op: 'activate_rule', rule_id: rule.id, at: inADay() }])).body
  await patch(rule.id, { description: 'Lawyers', key: 'lawyers' })
  await apply(id, 200)
})
