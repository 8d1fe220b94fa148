import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilWaiting } from './until-waiting.ts'
import { Client } from 'pg'
import { accounts, freezesWorld } from './freezes-world.ts'

const team = accounts('s', 3, { department: 'Sales', managerId: 'boss' })

test('two managers of one ruleset who are deactivated at once freeze it once', async () => {
  const world = await freezesWorld({ boss: {}, deputy: {}, ...team })
  const { server, token } = world
  const post = async (path: string, body?: object) => server.call('POST', path, { token, body })
  const person = async (name: string): Promise<string> =>
    (await server.get(`/directory/users?filter[search]=${name}%40&page[size]=5`, token)).body
      .data[0].id
  const [boss, deputy] = [await person('boss'), await person('deputy')]
  const ruleset = await world.ruleset('team')
  const rule = await post(`/policy/rulesets/${ruleset}/rules`, {
    role: 'member',
    conditions: [{ type: 'all_reports_of', resource_id: deputy }],
  })
  assert.equal(rule.status, 201, rule.text)
  assert.equal((await post(`/policy/rules/${rule.body.id}/activate`, {})).status, 200)
  await world.events()

  // Whoever has frozen it can't commit, and whoever comes next finds no freeze yet.
  const blocker = new Client({ connectionString: server.url })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select from policy_epoch for update')
  const answers = [boss, deputy].map((id) => post(`/directory/users/${id}/deactivate`))
  await untilWaiting(server, answers.length)
  await blocker.query('commit')
  await blocker.end()
  for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200, answer.text)

  assert.equal((await world.frozen('team'))?.reason, 'referent_gone')
  assert.deepEqual(await world.events(), ['policy.ruleset.freeze', 'policy.change.hold'])
  assert.deepEqual(await world.members('team'), Object.keys(team))
})
