import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import {
  activate,
  planServer,
  type EffectJson,
  type FindingJson,
  type PlannedRulesetJson,
} from './plans-for-tests.ts'

const server = await planServer()
const { expect, groups, create, plan, apply, read, effects, dimension, giveRole } = server

beforeEach(server.startOver)

test('a plan is read by its author and by callers who may read all that it names, and by no one else', async () => {
  const profiles = 'directory.identity.profile.view'
  const author = await makeCaller(server, ['policy.rule.view', 'policy.rule.manage', profiles])
  const { id } = (await plan([create(12), activate], author)).body
  const viewer = await makeCaller(server, ['policy.rule.view', 'directory.user.view', profiles])
  const delegated = await makeCaller(server, ['directory.user.view', profiles])
  const elsewhere = await makeCaller(server, ['directory.user.view', profiles])
  await giveRole(delegated, 12)
  await giveRole(elsewhere, 13)
  for (const reader of [author, viewer, delegated]) {
    assert.equal((await read(id, reader)).operations[0].conditions[0].profile_value, 'sales')
  }
  const withoutPeople = await makeCaller(server, ['policy.rule.view', profiles])
  const withoutProfiles = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
  const stranger = await makeCaller(server, ['directory.user.view'])
  for (const path of ['', '/effects']) {
    const at = `/policy/plans/${id}${path}`
    for (const person of [elsewhere, withoutPeople, withoutProfiles]) {
      await expect(404, 'GET', at, undefined, person)
    }
    await expect(403, 'GET', at, undefined, stranger)
  }
  await expect(403, 'GET', `/policy/plans/${id}/effects`, undefined, author)
  const { body } = await expect(200, 'GET', `/policy/plans/${id}/effects`, undefined, viewer)
  assert.deepEqual(body.data.map((row: EffectJson) => row.directory_user.email).sort(), [
    'ada@x.example',
    'bo@x.example',
  ])
  await apply(id, 403, viewer)
  await apply(id, 404, withoutPeople)
  await apply(id, 200, author)
})

test('a plan names what it deletes, also to callers who may see that', async () => {
  const [kept, gone] = await Promise.all(
    [12, 13].map(async (group) => {
      const body = { role: 'developer', conditions: [] }
      const path = `/policy/rulesets/${group === 12 ? groups[12] : groups[13]}/rules`
      return (await expect(201, 'POST', path, body)).body.id
    }),
  )
  const { body } = await plan([
    { op: 'change_rule', rule_id: kept, description: 'Other' },
    { op: 'delete_rule', rule_id: gone },
  ])
  assert.deepEqual(
    body.rulesets.map((one: PlannedRulesetJson) => one.ruleset_id),
    [groups[12], groups[13]],
  )
  const reader = await makeCaller(server, ['directory.user.view'])
  await giveRole(reader, 12)
  await expect(404, 'GET', `/policy/plans/${body.id}`, undefined, reader)
  await giveRole(reader, 13)
  await read(body.id, reader)
})

test('its author sees of a plan only the rulesets that they may see, and how much it is in all', async () => {
  const { id: attribute } = (
    await expect(201, 'POST', '/directory/attributes', {
      dimension_id: await dimension(),
      profile_value: 'Crew',
    })
  ).body
  const crew = await server.rulesetId('Crew')
  const byCrew = create(13, { conditions: [{ type: 'attribute', resource_id: attribute }] })
  await apply((await plan([byCrew, activate])).body.id)
  const author = await makeCaller(server, [
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  const role = { user_id: author.id, role: 'activate' }
  await expect(201, 'POST', `/policy/rulesets/${crew}/admins`, role)
  const operations = [{ ...create(12), ruleset_id: crew, role: 'member' }, activate]
  const made = (await plan(operations, author)).body
  assert.deepEqual(
    made.rulesets.map((one: PlannedRulesetJson) => [one.ruleset_id, one.totals.added]),
    [[crew, 2]],
  )
  assert.deepEqual([made.totals.people, made.totals.added], [2, 4])
  const seen = await expect(200, 'GET', `/policy/plans/${made.id}/effects`, undefined, author)
  assert.deepEqual(
    seen.body.data.map((row: { ruleset_id: string }) => row.ruleset_id),
    [crew, crew],
  )
  assert.equal((await effects(made.id)).length, 4)
  assert.equal((await read(made.id)).rulesets.length, 2)
})

test('its author is told nothing odd about rules that they may not see', async () => {
  const { id: attribute } = (
    await expect(201, 'POST', '/directory/attributes', {
      dimension_id: await dimension(),
      profile_value: 'Gone soon',
    })
  ).body
  const rule = create(13, { conditions: [{ type: 'attribute', resource_id: attribute }] })
  await apply((await plan([rule, activate])).body.id)
  const author = await makeCaller(server, ['directory.attribute.manage', 'directory.user.view'])
  await giveRole(author, 12)
  const operations = [{ op: 'deactivate_attribute', attribute_id: attribute }]
  const made = (await plan(operations, author)).body
  assert.deepEqual(made.findings, [])
  const kinds = (await read(made.id)).findings.map((one: FindingJson) => one.kind)
  assert.ok(kinds.includes('referent_gone'), JSON.stringify(kinds))
})

test('a caller who may change nothing plans, and is refused to apply, without waiting for anybody', async () => {
  const profiles = 'directory.identity.profile.view'
  const viewer = await makeCaller(server, ['policy.rule.view', profiles])
  const auditor = await makeCaller(server, [profiles])
  await giveRole(auditor, 12, 'audit')
  const needs = 'This needs the permission policy.rule.manage.'
  await server.database.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    for (const caller of [viewer, auditor]) {
      const { id } = (await plan([create(12), activate], caller)).body
      assert.equal((await apply(id, 403, caller)).body.message, needs)
    }
  })
  const reading = await makeCaller(
    server,
    ['policy.rule.view', 'policy.rule.manage', profiles],
    ['*.view', profiles],
  )
  const { id } = (await plan([create(12), activate], reading)).body
  const { message } = (await apply(id, 403, reading)).body
  assert.equal(message, `${needs} This token's scopes are *.view, ${profiles}.`)
  const drafter = await makeCaller(server, [profiles])
  await giveRole(drafter, 12, 'create')
  await apply((await plan([create(12)], drafter)).body.id, 200, drafter)
})
