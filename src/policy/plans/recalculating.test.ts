import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { storeIntegrations, storePeople } from '../../../test/people-fixture.ts'
import { encodeId } from '../../contract/ids.ts'
import { onProfile } from '../rules/policy-for-tests.ts'

/** More than are compared with what is stored at a time. */
const groups = 250

const server = await testServer({ rowsAtOnce: 2 })
await storeIntegrations(server.database)
await storePeople(
  server.database,
  ['ada', 'bo', 'cy'].map((name) => ({
    email: `${name}@x.example`,
    profile: { department: 'Sales' },
  })),
)
const owner = await makeOwner(server)

async function post(status: number, path: string, body: object, { token } = owner) {
  const answer = await server.call('POST', path, { token, body })
  assert.equal(answer.status, status, answer.text)
  return answer.body
}

/** An attribute that no person has yet, and groups that admit its holders. */
async function crewAndItsGroups(): Promise<string> {
  const { id: dimension_id } = await post(201, '/directory/dimensions', {
    handle: 'crew',
    name: 'Crew',
    profile_key: 'department',
  })
  await post(201, '/directory/attributes', { dimension_id, profile_value: 'Crew' })
  await server.query(
    `with o as (
       insert into resource (integration_id, type, vendor_id, name)
       select id, 'codehost_group', 'g' || number, 'Group ' || number
       from integration, generate_series(1, ${groups}) as number where handle = 'codehost' returning id, type
     ), s as (
       insert into ruleset (type, resource_id, state) select type, id, 'managed' from o returning id
     ), r as (
       insert into rule (ruleset_id, state, policy_role_id, activated_at)
       select s.id, 'active', p.id, now() from s, policy_role p
       where p.resource_type = 'codehost_group' and p.handle = 'developer' returning id
     )
     insert into condition (rule_id, type, attribute_id) select r.id, 'attribute', a.id from r, attribute a`,
  )
  const [crew] = await server.query<{ id: string }>(
    `select id from ruleset where type = 'directory_attribute'`,
  )
  return encodeId('ruleset', crew?.id ?? '')
}

test('every ruleset that a job will move says so as soon as the job is accepted', async () => {
  const crew = await crewAndItsGroups()
  const { id: rule } = await post(201, `/policy/rulesets/${crew}/rules`, {
    role: 'member',
    conditions: [onProfile('department', 'sales')],
  })
  // No server takes the job, so that what is said meanwhile can be read.
  await server.query(`alter table job alter column run_at set default 'infinity'`)
  // A caller who may approve passes the limits, and nothing is counted before it is written.
  for (const caller of [
    await makeCaller(server, ['policy.rule.view', 'policy.rule.manage']),
    owner,
  ]) {
    await post(202, `/policy/rules/${rule}/activate`, {}, caller)
    const [{ said } = { said: 0 }] = await server.query<{ said: number }>(
      'select count(*)::int as said from plan_ruleset',
    )
    assert.equal(said, groups + 1)
    const listed = await server.get(`/policy/rulesets?page[size]=${groups + 50}`, owner.token)
    const saying = listed.body.data.filter((one: { recalculating: boolean }) => one.recalculating)
    assert.equal(saying.length, groups + 1)
    await server.query(`delete from plan where state = 'applying'`)
  }
})
