import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '../src/contract/ids.ts'
import { onProfile } from '../src/policy/rules/policy-for-tests.ts'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import { connectOkta } from './connect-okta.ts'
import { makeOwner, testServer } from './harness.ts'
import { allPages, importByApi } from './import-by-api.ts'
import { okta } from './import-world.ts'
import { testActor } from './people-fixture.ts'
import { makeResource } from './people.ts'
import { policyOfGroups } from './policy-text.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const uuid = await connectOkta(server.database, ['department'])
const integration = encodeId('integration', uuid)
const made = { id: integration, uuid }
for (const vendorId of ['sellers', 'lawyers', 'more'])
  await makeResource(server, made, { vendor_id: vendorId, name: namesOf()[vendorId] })
const by = (department: string) =>
  `{ type: identity, profile_key: department, operator: equals, value: ${department} }`
const rule = (department: string) =>
  `key: ${department.toLowerCase()}, role: member, conditions: [${by(department)}]`
const policy = policyOfGroups('idp_group', {
  sellers: [rule('Sales')],
  lawyers: [rule('Sales'), rule('Legal')],
  more: [rule('Nobody')],
})
await importPolicy(server.database, policy, { actor: testActor })
const path = `/workspace/integrations/${integration}`

function namesOf(): Record<string, string> {
  return { sellers: 'EMEA Sellers', lawyers: 'Sellers', more: 'More' }
}

/** Abo Last comes before Bo Last in every order, and contains the name. */
const people = (department: string) =>
  ['Abo', 'Bo', 'Cy'].map((firstName) =>
    okta(firstName.toLowerCase(), { profile: { department, firstName, lastName: 'Last' } }),
  )
const exactThenOthers = ['Bo Last', 'Abo Last']

async function send(method: string, to: string, body?: unknown) {
  const answer = await server.call(method, to, { token, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

// oxlint-disable-next-line typescript/no-explicit-any -- rows of several lists
const nameOf = (row: any): string =>
  row.directory_user?.full_name ?? row.included?.directory_user.full_name

/** Whose rows a search of the list finds, each once: page by page there, and row by row. */
async function found(list: string, text = 'bo last'): Promise<string[]> {
  const searched = `${list}?filter[search]=${encodeURIComponent(text)}`
  const names = (await allPages(server, searched, token)).map(nameOf)
  assert.deepEqual((await allPages(server, `${searched}&page[size]=1`, token)).map(nameOf), names)
  return names.filter((name, index) => names[index - 1] !== name)
}

const rulesetOf = async (vendorId: string) => {
  const { data } = await send('GET', '/policy/rulesets')
  const one = data.find(
    (each: { policy_resource: { name: string } }) =>
      each.policy_resource.name === namesOf()[vendorId],
  )
  return one.id
}

test('the plan of a run shows who is called exactly so first, also of people who do not exist yet', async () => {
  const file = people('Sales')
  const plan = () => importByApi(server, { token, path, file, query: '?plan=true&complete=true' })
  const first = await plan()
  for (const list of ['people', 'effects'])
    assert.deepEqual(await found(`${path}/runs/${first.id}/${list}`), exactThenOthers)
  assert.deepEqual(
    await found(`${path}/runs/${first.id}/people`, 'bo@example.com'),
    exactThenOthers,
  )
  await importByApi(server, { token, path, file })
  const second = await importByApi(server, {
    token,
    path,
    file: people('Legal'),
    query: '?plan=true&complete=true',
  })
  assert.deepEqual(await found(`${path}/runs/${second.id}/effects`), exactThenOthers)
})

test('so do the effects of a plan, and the people who are staged', async () => {
  const ruleset = await rulesetOf('more')
  const staged = await send('POST', `/policy/rulesets/${ruleset}/rules`, {
    role: 'member',
    conditions: [onProfile('department', 'Sales')],
  })
  assert.deepEqual(await found(`/policy/rulesets/${ruleset}/staged-users`), exactThenOthers)
  const plan = await send('POST', '/policy/plans', {
    operations: [{ op: 'activate_rule', rule_id: staged.id }],
  })
  assert.deepEqual(await found(`/policy/plans/${plan.id}/effects`), exactThenOthers)
})

test('so do the effects of an incident', async () => {
  await server.query(
    'update policy_settings set removal_limit_percent = 0, removal_limit_people = 0',
  )
  await importByApi(server, { token, path, file: people('Legal'), query: '?complete=true' })
  const { data } = await send('GET', '/policy/incidents?filter[state]=open')
  assert.equal(data.length, 1)
  assert.deepEqual(await found(`/policy/incidents/${data[0].id}/effects`), exactThenOthers)
})

test('what a person has access to begins with what is called exactly so', async () => {
  const { data } = await send('GET', '/directory/users?filter[full_name]=Cy Last')
  const list = `/directory/users/${data[0].id}/access?filter[search]=sellers`
  const access = await allPages(server, `${list}&page[size]=1`, token)
  assert.deepEqual(
    access.map(({ policy_resource: { name } }) => name),
    ['Sellers', 'EMEA Sellers'],
  )
})
