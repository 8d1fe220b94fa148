import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, onProfile, policyServer } from '../src/policy/rules/policy-for-tests.ts'

const server = await policyServer([
  { email: 'ada@x.example', profile: { department: 'Sales' } },
  { email: 'bo@x.example', profile: { department: 'Sales' } },
])
const path = `/policy/rulesets/${await server.rulesetId('12')}`
const { id: rule } = (
  await server.expect(201, 'POST', `${path}/rules`, {
    role: 'developer',
    conditions: [onProfile('department', 'sales')],
  })
).body
await server.expect(200, 'POST', `/policy/rules/${rule}/activate`, {})

async function expire(email: string, days: number) {
  const at = new Date(server.now() + days * day).toISOString()
  await server.expect(200, 'POST', `/directory/users/${await server.personId(email)}/expire`, {
    at,
  })
}

const addresses = async (query = '') => {
  const { body } = await server.expect(200, 'GET', `${path}/manifest-users${query}`)
  return body.data.map(
    (stay: { included: { directory_user: { email: string } } }) =>
      stay.included.directory_user.email,
  )
}

test('reads show what is due as ended while the rows that settling needs are locked', async () => {
  await expire('ada@x.example', 1)
  await expire('bo@x.example', 2)
  let then = ''
  await server.database.transaction(async ({ tx }) => {
    await tx.selectFrom('directory_user').select('id').forUpdate().execute()
    server.pass(day)
    assert.deepEqual(await addresses(), ['bo@x.example'])
    server.pass(day)
    then = new Date(server.now()).toISOString()
    assert.deepEqual(await Promise.all([addresses(), addresses(`?at=${then}`)]), [[], []])
  })
  assert.deepEqual(await addresses(), [])
  assert.deepEqual(await addresses(`?at=${then}`), [], 'and so it stays')
})
