import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testActor } from '../../../test/people-fixture.ts'
import { incidentsWorld, staff } from '../../../test/incidents-world.ts'
import { connectVendor } from '../../connectors/import/connect-vendor.ts'
import { describeIncident } from './describe-incident.ts'

test('an incident counts and lists the accounts that belong to no one', async () => {
  const world = await incidentsWorld(staff)
  const { database } = world.server
  await connectVendor(database, testActor, { handle: 'chat', vendor: 'idp', type: 'okta' })
  const strangers = Object.fromEntries(
    ['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8'].map((id) => [id, { firstName: `No ${id}` }]),
  )
  const into = { integrationHandle: 'chat' }
  assert.equal((await world.feed({ ...strangers, keep: {} }, into)).accounts.orphaned, 9)
  const own = await world.server.query<{ id: string }>(
    `update identity set directory_user_id = (select id from directory_user where username = 's01'),
       state = 'active', linked_by = 'administrator', linked_at = now()
     where vendor_id = 'x8' returning id`,
  )
  assert.equal(own.length, 1)
  const { incident: held } = await world.feed({ keep: {} }, into)
  assert.deepEqual([held?.people, held?.accounts], [1, 8])

  const ask = async (path: string) => (await world.server.get(path, world.token)).body
  const [listed] = (await ask('/policy/incidents')).data
  assert.deepEqual([listed.people, listed.accounts_without_person], [1, 7])
  const path = `/directory/identities?filter[incident]=${listed.id}&filter[without_person]`
  const ofNoOne = (await ask(`${path}=true&sort=full_name`)).data
  assert.deepEqual(
    ofNoOne.map((account: { vendor_id: string }) => account.vendor_id),
    ['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7'],
  )
  assert.equal((await ask(`${path}=false`)).data.length, 1)

  const incident = await ask(`/policy/incidents/${listed.id}`)
  const effects = { data: [], meta: (await ask(`/policy/incidents/${listed.id}/effects`)).meta }
  const text = describeIncident(incident, effects, undefined)
  assert.match(text, /^If the source is wrong, correct it and import its complete list again\. If/m)
  await world.server.query(
    `update integration set connection = '{"url": "https://chat.okta.com"}' where handle = 'chat'`,
  )
  const { correction } = await ask(`/policy/incidents/${listed.id}`)
  assert.equal(correction, 'correct it and sync it again: muster integration sync chat')
  assert.match(text, /^held +1 person: .*$/m)
  assert.match(text, /^of no one +7 accounts: No x1 \w+, No x2 .*No x7 \w+ \(muster identity list/m)
})
