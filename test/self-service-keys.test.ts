import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser, makeIdentity, makeIntegration, makeResource } from './people.ts'
import { makeRuleset } from './policy-records.ts'

const server = await testServer()
const { token } = await makeOwner(server)

async function act(method: string, path: string, body?: object) {
  const answer = await server.call(method, path, { token, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const chat = await makeIntegration(server, {
  handle: 'chat',
  type: 'slack',
  vendor: 'chat',
  policy_keys: ['title', 'is_admin', 'job', 'grade'],
  mapping: JSON.stringify({
    account: { profile_extra: { job: ['job', 'profile.title'], grade: ['profile.grade'] } },
  }),
})
const hr = await makeIntegration(server, { is_primary: true, policy_keys: ['title'] })
const group = await makeRuleset(server, await makeResource(server, hr, { name: 'Writers' }))

/** A draft with one condition. */
const draft = (key: string, integration = chat) =>
  act('POST', `/policy/rulesets/${group.id}/rules`, {
    role: 'member',
    conditions: [
      {
        type: 'identity',
        resource_id: integration.id,
        profile_key: key,
        profile_operator: 'equals',
        profile_value: 'Head of Sales',
      },
    ],
  })

test('of the policy keys of a source those are marked that people can write themselves, by any name', async () => {
  const path = '/workspace/integrations'
  const { self_service_keys: keys } = await act('GET', `${path}/${chat.id}`)
  assert.deepEqual(keys, ['title', 'job'])
  assert.deepEqual((await act('GET', `${path}/${hr.id}`)).self_service_keys, [])
})

const rulesetsOf = async (kinds: string) =>
  (await act('GET', `/policy/rulesets?filter[finding]=${kinds}`)).data.map(
    ({ id }: { id: string }) => id,
  )

test('a rule on such a key has a finding in lists, alone, in explain, in a plan and on Home', async () => {
  await draft('title', hr)
  await draft('grade')
  assert.deepEqual(await rulesetsOf('self_service_key,referent_gone'), [])
  for (const key of ['title', 'job']) {
    const rule = await draft(key)
    const { findings, included } = await act('GET', `/policy/rules/${rule.id}`)
    const expected = {
      kind: 'self_service_key',
      rule_id: rule.id,
      condition_id: included.policy_conditions[0].id,
      referent: null,
      message: `The rule tests ${key}, which people can write themselves at the vendor.`,
    }
    assert.deepEqual(findings, [expected])
    const rules = `/policy/rulesets/${group.id}/rules?filter[finding]=`
    const listed = await act('GET', `${rules}self_service_key`)
    assert.deepEqual(listed.data.at(-1).findings, [expected])
    assert.deepEqual((await act('GET', `${rules}referent_gone`)).data, [])
    assert.deepEqual(await rulesetsOf('self_service_key'), [group.id])
    assert.deepEqual(await rulesetsOf('referent_gone'), [])
    const summary = await act('GET', '/workspace/summary')
    assert.equal(summary.decisions.rulesets_with_findings.count, 1)

    const plan = await act('POST', '/policy/plans', {
      operations: [{ op: 'activate_rule', rule_id: rule.id }],
    })
    const said = plan.findings.filter(({ kind }: { kind: string }) => kind === 'self_service_key')
    assert.equal(said.length, 1)
    assert.equal(said[0].rule_id, rule.id)
    assert.deepEqual([said[0].conditions, said[0].message], [[0], expected.message])
    await act('POST', `/policy/rules/${rule.id}/activate`)
    const person = await makeDirectoryUser(server)
    await makeIdentity(server, chat, person, { profile: '{}' })
    const explained = await act('GET', `/directory/users/${person.id}/explain?ruleset=${group.id}`)
    const seen = explained.policy_rules.find(({ id }: { id: string }) => id === rule.id)
    assert.deepEqual(seen.findings, [expected])
    await act('POST', `/policy/rules/${rule.id}/deactivate`)
    assert.deepEqual((await act('GET', `/policy/rules/${rule.id}`)).findings, [])
  }
})
