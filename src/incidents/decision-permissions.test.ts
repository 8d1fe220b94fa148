import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller } from '../../test/harness.ts'
import {
  accounts,
  incidentsWorld,
  sellers,
  staff,
  type Feed,
  type IncidentsWorld,
} from '../../test/incidents-world.ts'

const lawyers: Feed = { ...staff, ...accounts('s', 20, { department: 'Legal', managerId: 'boss' }) }
const suspended: Feed = {
  ...staff,
  ...accounts('s', 20, { ...sellers['s01'], status: 'SUSPENDED' }),
}
const toDecide = ['policy.change.approve', 'policy.rule.view', 'directory.user.view']
const ofProfiles = [...toDecide, 'directory.identity.profile.view']

async function incidentOf({ server, token }: IncidentsWorld) {
  const { data } = (await server.get('/policy/incidents', token)).body
  const { body } = await server.get(`/policy/incidents/${data[0].id}`, token)
  return { id: body.id, digest: body.effect.digest, permissions: body.decision_permissions }
}

type Decision = { id: string; digest: string }

async function decide(
  { server }: IncidentsWorld,
  verb: 'approve' | 'reject',
  { id, digest }: Decision,
  token: string,
) {
  const body = { digest, reason: 'Someone looked at it' }
  return server.call('POST', `/policy/incidents/${id}/${verb}`, { token, body })
}

async function reject(world: IncidentsWorld) {
  const { status, text } = await decide(world, 'reject', await incidentOf(world), world.token)
  assert.equal(status, 200, text)
}

/** As if its values had found no room among the attributes so far. */
async function addDimension({ server }: IncidentsWorld) {
  await server.query(
    `insert into dimension (integration_id, profile_key, handle, name, attributes_enabled, state)
     select integration_id, profile_key, 'later', 'Later', true, state from dimension`,
  )
}

const cases: {
  what: string
  feed: Feed
  before?: (world: IncidentsWorld) => Promise<void>
  needs: readonly string[]
}[] = [
  { what: 'accounts that end', feed: suspended, needs: toDecide },
  { what: 'profiles that change', feed: lawyers, needs: ofProfiles },
  { what: 'rejected ends of accounts', feed: suspended, before: reject, needs: toDecide },
  { what: 'rejected values of profiles', feed: lawyers, before: reject, needs: ofProfiles },
  { what: 'ends that make attributes', feed: suspended, before: addDimension, needs: ofProfiles },
]

for (const { what, feed, before, needs } of cases) {
  test(`decision_permissions of ${what} are exactly what an approval asks for`, async () => {
    const world = await incidentsWorld(staff)
    await world.feed(feed)
    await before?.(world)
    const { permissions, ...decision } = await incidentOf(world)
    assert.deepEqual(permissions, needs)
    const { data } = (await world.server.get('/policy/incidents', world.token)).body
    assert.deepEqual(data[0].decision_permissions, permissions)
    for (const missing of permissions) {
      const others = permissions.filter((each: string) => each !== missing)
      const { token } = await makeCaller(world.server, others)
      const refused = await decide(world, 'approve', decision, token)
      assert.equal(refused.status, 403, `without ${missing}: ${refused.text}`)
    }
    for (const verb of ['approve', 'reject'] as const) {
      const { token: anyone } = await makeCaller(world.server, ['workspace.role.view'])
      const { body } = await decide(world, verb, decision, anyone)
      for (const each of permissions) assert.ok(body.message.includes(each), body.message)
      assert.equal(body.message.includes('profile'), permissions.length > toDecide.length)
    }
    const { token } = await makeCaller(world.server, permissions)
    const approved = await decide(world, 'approve', decision, token)
    assert.equal(approved.status, 200, approved.text)
  })
}
