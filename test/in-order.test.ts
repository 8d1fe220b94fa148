import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeId } from '../src/contract/ids.ts'
import { onProfile } from '../src/policy/rules/policy-for-tests.ts'
import { makeOwner, testServer } from './harness.ts'
import { untilWaiting } from './until-waiting.ts'
import { storeIntegrations, storePeople } from './people-fixture.ts'

const server = await testServer()
const { query, database } = server
const owner = await makeOwner(server)
await storeIntegrations(database)
const sells = { department: 'Sales' }
await storePeople(database, [
  { email: 'first@x.example', profile: {} },
  { email: 'parent@x.example', profile: {} },
  { email: 'second@x.example', profile: sells, parent: 'parent@x.example', baseState: 'suspended' },
])
await query(`update directory_user set primary_identity_id = null,
  parent_user_id = case when email <> 'parent@x.example' then (select id from directory_user where email = 'parent@x.example') end`)

async function send(method: string, path: string, body: object = {}) {
  const sent = method === 'GET' ? {} : { body }
  const answer = await server.call(method, path, { token: owner.token, ...sent })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
async function pathOf(email: string): Promise<string> {
  const [row] = await query<{ id: string }>('select id from directory_user where email = $1', [
    email,
  ])
  return `/directory/users/${encodeId('directoryUser', row?.id ?? '')}`
}

test('a change that waits for another happens after it, so that who came between is in the history', async () => {
  const [row] = await query<{ id: string }>(
    `insert into ruleset (type, resource_id, state) select type, id, 'managed' from resource where vendor_id = '12' returning id`,
  )
  const ruleset = `/policy/rulesets/${encodeId('ruleset', row?.id ?? '')}`
  const rule = { role: 'developer', conditions: [onProfile('department', 'sales')] }
  const { id } = await send('POST', `${ruleset}/rules`, rule)
  await send('POST', `/policy/rules/${id}/activate`)

  const parent = await pathOf('parent@x.example')
  let leaves: Promise<unknown> = Promise.resolve()
  await database.transaction(async ({ tx }) => {
    await tx
      .selectFrom('directory_user')
      .select('id')
      .where('email', '=', 'first@x.example')
      .forNoKeyUpdate()
      .execute()
    leaves = send('POST', `${parent}/deactivate`)
    await untilWaiting(server)
    await sleep(20)
    await send('POST', `${await pathOf('second@x.example')}/activate`)
  })
  await leaves
  const [between] = await query<{ since: string; until: string }>(
    'select iso(activated_at) as since, iso(deleted_at) as until from policy_user',
  )
  assert.ok(between)
  assert.ok(between.since < between.until, `${between.since} to ${between.until}`)
  const then = (await send('GET', `${ruleset}/manifest-users?at=${between.since}`)).data
  assert.equal(then.length, 1)
})
