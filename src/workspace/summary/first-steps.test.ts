import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeAttribute,
  makeDimension,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeResource,
} from '../../../test/people.ts'
import { makeRule, makeRuleset } from '../../../test/policy-records.ts'

const server = await testServer()
const owner = await makeOwner(server)
const [{ name: ownerName } = { name: '' }] = await server.query<{ name: string }>(
  'select name from workspace_user',
)

async function firstSteps(token = owner.token) {
  const answer = await server.get('/workspace/summary', token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.first_steps
}

async function done(token = owner.token): Promise<string[]> {
  const { steps } = await firstSteps(token)
  return steps.flatMap(({ step, is_done }: { step: string; is_done: boolean }) =>
    is_done ? [step] : [],
  )
}

test('the first steps of a new server are known from what is there, until all are done', async () => {
  assert.deepEqual(await firstSteps(), {
    steps: [
      ['people', ['workspace.integration.manage', 'workspace.integration.sync']],
      ['groups', ['workspace.integration.manage', 'workspace.integration.sync']],
      ['rule', ['policy.ruleset.manage', 'policy.rule.manage']],
      ['sign_in', ['workspace.user.manage']],
      ['backup', ['workspace.user.manage']],
    ].map(([step, permissions]) => ({
      step,
      is_done: false,
      may_do: true,
      permissions,
      doers: [],
    })),
    answer: null,
  })
  const person = await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Moreau' })
  assert.deepEqual(await done(), ['people'])
  const chat = await makeIntegration(server)
  const group = await makeResource(server, chat, { name: 'Backend' })
  // A group that nobody is in says nothing about access.
  assert.deepEqual(await done(), ['people'])
  const account = await makeIdentity(server, chat, person)
  await server.query(
    `insert into resource_member (resource_id, identity_id, role_handle) values ($1, $2, 'member')`,
    [group.uuid, account.uuid],
  )
  assert.deepEqual(await done(), ['people', 'groups'])
  const ruleset = await makeRuleset(server, group)
  const rule = await makeRule(server, ruleset, { state: 'staged' }, [
    { type: 'user', directory_user_id: person.uuid },
  ])
  assert.deepEqual(await done(), ['people', 'groups'])
  const activated = await server.call('POST', `/policy/rules/${rule.id}/activate`, {
    token: owner.token,
    body: {},
  })
  assert.equal(activated.status, 200, activated.text)
  assert.deepEqual(await done(), ['people', 'groups', 'rule'])
  assert.deepEqual((await firstSteps()).answer, {
    directory_user_id: person.id,
    full_name: 'Ada Moreau',
    ruleset_id: ruleset.id,
    name: 'Backend',
  })

  await makeCaller(server, [])
  assert.deepEqual(await done(), ['people', 'groups', 'rule', 'sign_in'])
  // Later, what matters is there.
  await server.query(`update workspace_user set created_at = created_at - interval '15 days'`)
  assert.equal(await firstSteps(), null)
  await server.query(`update workspace_user set created_at = created_at + interval '15 days'`)
  assert.equal((await firstSteps()).steps.length, 5)
  await server.query(`insert into schedule (name, due_at) values ('backup', now())`)
  assert.equal(await firstSteps(), null)
  await server.query(`delete from schedule where name = 'backup'`)
})

const hasRule = async () => (await done()).includes('rule')

test('without groups under rules, a rule that a person made two weeks ago is enough', async () => {
  await server.query(`update rule set state = 'deactivated' where state in ('active', 'expiring')`)
  assert.equal(await hasRule(), false)
  const dimension = await makeDimension(server, await makeIntegration(server))
  const attribute = await makeAttribute(server, dimension, 'Sales')
  const [ruleset] = await server.query<{ id: string }>(
    'select id from ruleset where attribute_id = $1',
    [attribute.uuid],
  )
  const made = await makeRule(server, { id: '', uuid: ruleset?.id ?? '' }, { state: 'active' })
  assert.equal(await hasRule(), false)
  await server.query(`update rule set created_at = created_at - interval '15 days' where id = $1`, [
    made.uuid,
  ])
  assert.equal(await hasRule(), true)
  // Those that an attribute has from its source say nothing.
  await server.query(`update rule set is_imported = true where id = $1`, [made.uuid])
  assert.equal(await hasRule(), false)
})

test('a step is shown to who may see what it counts, and names who can do it', async () => {
  const viewer = await makeCaller(server, ['directory.user.view', 'workspace.user.view'])
  const { steps, answer } = await firstSteps(viewer.token)
  assert.equal(answer, null)
  assert.deepEqual(
    steps.map(({ step, may_do, doers }: { step: string; may_do: boolean; doers: string[] }) => [
      step,
      may_do,
      doers,
    ]),
    [
      ['people', false, []],
      ['sign_in', false, []],
      ['backup', false, [ownerName]],
    ],
  )
  const nobody = await makeCaller(server, ['audit.log.view'])
  assert.equal(await firstSteps(nobody.token), null)
})
