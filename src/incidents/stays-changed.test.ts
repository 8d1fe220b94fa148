import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeIncident } from '../cli/policy/describe-incident.ts'
import { makeOwner, testServer } from '../../test/harness.ts'
import { importByApi } from '../../test/import-by-api.ts'
import { okta } from '../../test/import-world.ts'

const people = Array.from({ length: 40 }, (_, at) => `p${at}`)

async function world() {
  const server = await testServer()
  const { token } = await makeOwner(server)
  const body = { handle: 'okta', vendor: 'idp', type: 'okta', is_primary: true }
  const made = await server.call('POST', '/workspace/integrations', { token, body })
  const path = `/workspace/integrations/${made.body.id}`
  const load = async (file: readonly object[]) => {
    const run = await importByApi(server, { token, path, file, query: '?complete=true' })
    assert.equal(run.failure, null)
    return run
  }
  const incident = async (id: string) => {
    const { status, body: found, text } = await server.get(`/policy/incidents/${id}`, token)
    assert.equal(status, 200, text)
    return found
  }
  return { server, token, load, incident }
}

test('an incident says what the runs that it holds people of changed for all others, also after a rejection', async () => {
  const { server, token, load, incident } = await world()
  await load(people.map((id) => okta(id)))
  const clerk = { profile: { firstName: 'Clerk', title: 'Clerk' } }
  const others = [okta('p0', clerk), okta('p1', clerk), okta('new')]
  const kept = people.slice(2, 20).map((id) => okta(id))
  const { incident: held, count, ...run } = await load([...others, ...kept])
  assert.equal(held.accounts, 20)
  const expected = {
    run_ids: [run.id],
    runs: 1,
    accounts_created: 1,
    accounts_changed: 2,
    accounts_deactivated: 0,
    people_created: 1,
    people_changed: 2,
    people_deactivated: 0,
    manifests_entered: count.manifests_entered,
    manifests_changed: 0,
    manifests_ended: 0,
  }
  const found = await incident(held.id)
  assert.deepEqual(found.stays_changed, expected)
  const rejected = await server.call('POST', `/policy/incidents/${held.id}/reject`, {
    token,
    body: { digest: found.effect.digest, reason: 'the source is wrong' },
  })
  assert.equal(rejected.status, 200, rejected.text)
  assert.deepEqual(rejected.body.stays_changed, expected)
  assert.equal(rejected.body.closed_as, 'rejected')
  const { body: effects } = await server.get(`/policy/incidents/${held.id}/effects`, token)
  const text = describeIncident(rejected.body, effects, undefined)
  assert.match(text, /^stays changed +by 1 run: 1 accounts created, 2 accounts changed, 1 people/m)
  assert.doesNotMatch(describeIncident(found, effects, undefined), /stays changed/)
  // A later run holds nobody in it.
  await load([...others, ...kept, okta('later')])
  assert.deepEqual((await incident(held.id)).stays_changed, expected)
})
