import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeResource,
} from '../../../test/people.ts'
import { makeIncident, makeRule, makeRuleset } from '../../../test/policy-records.ts'

const server = await testServer()
const owner = await makeOwner(server)
const [{ name: ownerName } = { name: '' }] = await server.query<{ name: string }>(
  'select name from workspace_user',
)

async function waiting(token = owner.token) {
  const answer = await server.get('/workspace/summary', token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.waiting
}

type Item = { kind: string; id: string | null }
const kindsOf = (items: Item[]) => items.map(({ kind }) => kind)

test('what moves access comes first, the largest before the smaller, and each says how much it is', async () => {
  const [hr, chat] = [
    await makeIntegration(server, { name: 'HR' }),
    await makeIntegration(server, { name: 'Chat' }),
  ]
  const rulesets = [
    await makeRuleset(server, await makeResource(server, chat)),
    await makeRuleset(server, await makeResource(server, chat)),
  ]
  const [small, large] = [await makeIncident(server, hr), await makeIncident(server, chat)]
  const people = [await makeDirectoryUser(server), await makeDirectoryUser(server)]
  for (const person of people) {
    const account = await makeIdentity(server, chat, person)
    await server.query(
      `insert into held_account (identity_id, integration_id, incident_id, first_name, last_name, full_name, state, is_new, profile)
       select id, integration_id, $2, first_name, last_name, full_name, 'deactivated', false, profile from identity where id = $1`,
      [account.uuid, large.uuid],
    )
    for (const ruleset of rulesets)
      await server.query(
        `insert into incident_movement (incident_id, ruleset_id, directory_user_id, is_held, loses, gains, changes_role)
         values ($1, $2, $3, true, true, false, false)`,
        [large.uuid, ruleset.uuid, person.uuid],
      )
  }
  // An account of no one has memberships at its vendor.
  const orphan = await makeIdentity(server, chat, null)
  await server.query(
    `insert into resource_member (resource_id, identity_id, role_handle) select resource_id, $1, 'member' from ruleset
     where id = any ($2)`,
    [orphan.uuid, rulesets.map(({ uuid }) => uuid)],
  )

  const found = await waiting()
  assert.deepEqual(kindsOf(found), ['incidents', 'incidents', 'orphans'])
  const [first, second, third] = found
  const { since, ...incident } = first
  assert.ok(Date.parse(since) <= Date.now())
  const yours = { author: null, may_decide: true, deciders: [] }
  assert.deepEqual(incident, {
    kind: 'incidents',
    level: 'access',
    id: large.id,
    count: 1,
    people: 2,
    memberships: 4,
    sources: [{ id: chat.id, name: 'Chat' }],
    permissions: ['policy.change.approve', 'policy.rule.view', 'directory.user.view'],
    ...yours,
  })
  assert.deepEqual(
    [second.id, second.people, second.memberships, second.sources],
    [small.id, 0, 0, [{ id: hr.id, name: 'HR' }]],
  )
  const { since: orphanSince, ...ofOrphans } = third
  assert.ok(Date.parse(orphanSince) <= Date.now())
  assert.deepEqual(ofOrphans, {
    kind: 'orphans',
    level: 'upkeep',
    id: null,
    count: 1,
    people: null,
    memberships: 2,
    sources: [{ id: chat.id, name: 'Chat' }],
    permissions: ['directory.identity.link'],
    ...yours,
  })
})

test('a caller who may not decide is told who may, and sees no more than their lists show', async () => {
  const reader = await makeCaller(server, ['policy.rule.view', 'directory.identity.view'])
  const found = await waiting(reader.token)
  assert.deepEqual(kindsOf(found), ['incidents', 'incidents', 'orphans'])
  const [incident, , orphans] = found
  assert.equal(incident.may_decide, false)
  assert.deepEqual(incident.deciders, [ownerName])
  assert.deepEqual([orphans.may_decide, orphans.deciders], [false, [ownerName]])
  const handles = await server.query<{ handle: string }>(
    `select handle from integration where name = 'Chat'`,
  )
  assert.deepEqual(
    incident.sources.map(({ name }: { name: string }) => name),
    handles.map(({ handle }) => handle),
  )
  // Members of resources take a permission of their own.
  assert.equal(orphans.memberships, null)

  // Where every account that it holds has another profile, deciding takes the right to see profiles.
  await server.query(`update held_account set profile = '{"team": "Blue"}'`)
  const [profiles, plain] = await waiting()
  assert.ok(profiles.permissions.includes('directory.identity.profile.view'))
  assert.ok(!plain.permissions.includes('directory.identity.profile.view'))
  const decider = await makeCaller(server, incident.permissions)
  assert.equal((await waiting(decider.token))[0].may_decide, false)

  const linker = await makeCaller(server, ['directory.identity.view', 'directory.identity.link'])
  const [own] = await waiting(linker.token)
  assert.deepEqual([own.may_decide, own.deciders], [true, []])
})

test('a plan says whose it is, and comes before an incident that moves less', async () => {
  const integration = await makeIntegration(server)
  const ruleset = await makeRuleset(server, await makeResource(server, integration))
  const rule = await makeRule(server, ruleset, {}, [])
  const operations = [{ op: 'change_rule', rule_id: rule.id, priority: 7 }]
  const plan = await server.call('POST', '/policy/plans', {
    token: owner.token,
    body: { operations },
  })
  assert.equal(plan.status, 201, plan.text)
  await server.query(
    `update plan set exceeds = '[{"rulesetId": null}]',
       totals = '{"people": 7, "added": 1, "removed": 6, "role_changed": 2, "grace_started": 3, "grace_ended": 0, "end_changed": 9}'`,
  )
  const [first, second] = await waiting()
  assert.deepEqual(
    [first.kind, first.id, first.author, first.people, first.memberships],
    ['plans', plan.body.id, ownerName, 7, 12],
  )
  assert.deepEqual([second.kind, second.memberships], ['incidents', 4])
  const reader = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
  const [seen] = await waiting(reader.token)
  assert.deepEqual([seen.id, seen.author], [plan.body.id, null])
})

test('where a plan takes two people, its author does not decide it and is not named', async () => {
  const [{ id } = { id: '' }] = await server.query<{ id: string }>(
    `select id from plan where state = 'ready'`,
  )
  const planOf = async (token: string) =>
    (await waiting(token)).find(({ kind }: Item) => kind === 'plans')
  const [{ may_decide: alone }] = await waiting()
  assert.equal(alone, true)
  const approver = await makeCaller(server, [
    'policy.rule.view',
    'directory.user.view',
    'policy.change.approve',
  ])
  const reader = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
  assert.ok((await planOf(reader.token)).deciders.includes(ownerName))
  await server.query('update policy_settings set requires_second_approval = true')
  const own = await planOf(owner.token)
  assert.equal(own.may_decide, false)
  assert.ok(own.deciders.length > 0)
  assert.ok(!own.deciders.includes(ownerName))
  assert.deepEqual(own.permissions, ['policy.change.approve', 'directory.user.view'])
  assert.deepEqual((await planOf(reader.token)).deciders, own.deciders)
  const others = await planOf(approver.token)
  assert.deepEqual([others.may_decide, others.deciders], [true, []])
  // Who has approved it has decided: the author can apply it now.
  await server.query(
    `insert into plan_approval (plan_id, workspace_user_id, digest) select id, $2, digest from plan where id = $1`,
    [id, approver.uuid],
  )
  assert.equal((await planOf(owner.token)).may_decide, true)
  await server.query('delete from plan_approval')
  await server.query('update policy_settings set requires_second_approval = false')
})

test('an admin of a service that waits decides about it, and no other role or service does', async () => {
  for (const handle of ['left-alone', 'answered-for']) {
    const body = { name: handle, handle }
    const made = await server.call('POST', '/workspace/services', { token: owner.token, body })
    assert.equal(made.status, 201, made.text)
  }
  await server.query(`update service set sponsor_id = $1 where handle = 'answered-for'`, [
    (await makeDirectoryUser(server)).uuid,
  ])
  const mayDecide = async (handle: string, role: string) => {
    const person = await makeCaller(server, ['workspace.service.view'])
    await server.query(
      `insert into service_admin (service_id, workspace_user_id, admin_role) select id, $2, $3 from service where handle = $1`,
      [handle, person.uuid, role],
    )
    const found = await waiting(person.token)
    return found.find(({ kind }: Item) => kind === 'unsponsored_services').may_decide
  }
  assert.equal(await mayDecide('left-alone', 'audit'), false)
  assert.equal(await mayDecide('left-alone', 'token'), false)
  assert.equal(await mayDecide('answered-for', 'admin'), false)
  assert.equal(await mayDecide('left-alone', 'admin'), true)
})

test('findings count who is in their rulesets, and a failing source whose accounts it has', async () => {
  const broken = await makeIntegration(server, { name: 'Broken feed' })
  const person = await makeDirectoryUser(server)
  await makeIdentity(server, broken, person)
  // Another account of the same person, one that has ended, and one of no one.
  await makeIdentity(server, broken, person)
  const ended = await makeIdentity(server, broken, await makeDirectoryUser(server))
  await server.query(
    `update identity set state = 'deactivated', vendor_state = 'deactivated' where id = $1`,
    [ended.uuid],
  )
  await makeIdentity(server, broken, null)
  for (const [state, day] of [
    ['failed', '01'],
    ['succeeded', '02'],
    ['failed', '03'],
    ['interrupted', '04'],
  ])
    await server.query(
      `insert into import_run (integration_id, source, state, failure, finished_at) values ($1, 'ldap', $2, $3, $4)`,
      [
        broken.uuid,
        state,
        state === 'failed' ? 'Its address does not answer.' : null,
        `2026-01-${day}T03:04:05Z`,
      ],
    )
  // Of many sources the first are named.
  for (const name of ['Zulu', 'Yankee', 'X-ray'])
    await makeIdentity(server, await makeIntegration(server, { name }), null)
  const found = await waiting()
  const orphans = found.find(({ kind }: Item) => kind === 'orphans')
  assert.deepEqual(
    orphans.sources.map(({ name }: { name: string }) => name),
    ['Broken feed', 'Chat', 'X-ray'],
  )
  const failing = found.find(({ kind }: Item) => kind === 'failing_sources')
  assert.deepEqual(
    [failing.level, failing.people, failing.since, failing.sources],
    ['doubt', 1, '2026-01-03T03:04:05.000Z', [{ id: broken.id, name: 'Broken feed' }]],
  )
  const levels = found.map(({ level }: { level: string }) => level)
  assert.deepEqual(levels, levels.toSorted())
})
