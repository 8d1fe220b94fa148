import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'
import { gitlab } from '../../../test/import-world.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from '../../../test/people.ts'
import { makeRule, makeRuleset, makeStay } from '../../../test/policy-records.ts'

const server = await testServer()
const owner = await makeOwner(server)
const idp = await makeIntegration(server)
const person = await makeDirectoryUser(server)
const account = await makeIdentity(server, idp, person)

type Setting = { ruleset?: object; stays?: boolean; member?: boolean }

/** A group with a ruleset as given, in which the person is as given. */
async function makeGroup(name: string, { ruleset, stays = false, member = true }: Setting) {
  const group = await makeResource(server, idp, { name })
  if (ruleset !== undefined) {
    const made = await makeRuleset(server, group, ruleset)
    const rule = await makeRule(server, made, { state: 'active' })
    if (stays) await makeStay(server, { ruleset: made, rule, person })
  }
  if (member) await makeMember(server, group, account)
  return group
}

await makeGroup('as it should be', { ruleset: {}, stays: true })
const differs = await makeGroup('in another role', { ruleset: {}, stays: true })
await server.query(`update resource_member set role_handle = 'owner' where resource_id = $1`, [
  differs.uuid,
])
await makeGroup('extra', { ruleset: { is_authoritative: true } })
await makeGroup('of others', { ruleset: {} })
await makeGroup('without rules', {})
await makeGroup('missing', { ruleset: {}, stays: true, member: false })

type Row = {
  name: string
  drift?: string
  has: { role_handle: string } | null
  should?: { role_handle: string; role_name: string; since: string } | null
}

async function read(path: string, token = owner.token): Promise<Row[]> {
  const answer = await server.get(`/directory/users/${person.id}/${path}`, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

test('what a person has is compared with what they should have, resource by resource', async () => {
  const rows = await read('resources')
  assert.deepEqual(
    rows.map(({ name, drift, has, should }) => [
      name,
      drift,
      has?.role_handle,
      should && should.role_handle,
    ]),
    [
      ['as it should be', 'in_sync', 'member', 'member'],
      ['extra', 'extra', 'member', null],
      ['in another role', 'role_differs', 'owner', 'member'],
      ['of others', 'unmanaged', 'member', null],
      ['without rules', 'unmanaged', 'member', null],
    ],
  )
  const drift = await server.get(`/directory/resources/${differs.id}/drift`, owner.token)
  const { role_handle, role_name, since } = drift.body.data[0].should
  assert.deepEqual(rows[2]?.should, { role_handle, role_name, since })
  const extra = await read('resources?filter[drift]=extra,role_differs')
  assert.deepEqual(
    extra.map(({ name }) => name),
    ['extra', 'in another role'],
  )
})

test('it agrees with the drift of each resource', async () => {
  const { data } = (await server.get('/directory/resources', owner.token)).body
  for (const { id, name } of data) {
    const drift = (await server.get(`/directory/resources/${id}/drift`, owner.token)).body.data
    const own = (await read('resources')).find((row) => row.name === name)
    assert.equal(drift[0].status, own?.drift ?? 'missing', name)
  }
})

test('what is missing is found in the access of a person', async () => {
  const named = async (query: string) =>
    (
      await server.get(`/directory/users/${person.id}/access?filter[drift]=${query}`, owner.token)
    ).body.data.map((row: { policy_resource: Row }) => row.policy_resource.name)
  assert.deepEqual(await named('missing'), ['missing'])
  assert.deepEqual(await named('role_differs,in_sync'), ['as it should be', 'in another role'])
  const past = await server.get(
    `/directory/users/${person.id}/access?filter[drift]=missing&at=2026-01-01T00:00:00.000Z`,
    owner.token,
  )
  assert.equal(past.status, 400)
})

test('the access of a person has what they only have beside what they should have', async () => {
  const path = `/directory/users/${person.id}/access`
  const { body } = await server.get(`${path}?include=has-only&page[size]=1`, owner.token)
  assert.equal(body.data.length, 1)
  assert.deepEqual(
    body.has_only.map(({ name, drift, has }: Row) => [name, drift, has?.role_handle]),
    [
      ['extra', 'extra', 'member'],
      ['of others', 'unmanaged', 'member'],
      ['without rules', 'unmanaged', 'member'],
    ],
  )
  assert.match(body.has_only[0].has.since, /^20/)
  const next = await server.get(body.links.next.split('/api/v1')[1], owner.token)
  assert.deepEqual([next.body.data.length, 'has_only' in next.body], [1, false], 'once is enough')
  assert.equal((await server.get(path, owner.token)).body.has_only, undefined)
  const past = await server.get(`${path}?include=has-only&at=2026-01-01T00:00:00.000Z`, owner.token)
  assert.equal(past.status, 400)
  assert.match(past.body.message, /include compares what is known now/)
  const viewer = await makeCaller(server, ['directory.user.view', 'policy.rule.view'])
  assert.equal((await server.get(`${path}?include=has-only`, viewer.token)).status, 403)
})

test('the comparison takes the right to see rules', async () => {
  const viewer = await makeCaller(server, ['directory.user.view', 'directory.resource.view'])
  const rows = await read('resources', viewer.token)
  assert.deepEqual(
    rows.map((row) => 'drift' in row || 'should' in row),
    [false, false, false, false, false],
  )
  const path = `/directory/users/${person.id}/resources?filter[drift]=extra`
  assert.equal((await server.get(path, viewer.token)).status, 403)
})

test('a role is shown since when the member has been seen with it', async () => {
  const body = { handle: 'git', vendor: 'codehost', type: 'gitlab' }
  const made = await server.call('POST', '/workspace/integrations', { token: owner.token, body })
  const path = `/workspace/integrations/${made.body.id}`
  const load = (file: object[]) => importByApi(server, { token: owner.token, path, file })
  const member = { group_id: 10, user_id: 1 }
  await load([gitlab(1, 'no.one@example.com')])
  await load([{ id: 10, full_path: 'team', name: 'Team' }])
  const groups = '/directory/resources?filter[integration_id]='
  const [group] = (await server.get(groups + made.body.id, owner.token)).body.data
  const has = async () => {
    const { data } = (await server.get(`/directory/resources/${group.id}/drift`, owner.token)).body
    return data[0].accounts[0].has
  }
  await load([{ ...member, access_level: 50 }])
  const first = await has()
  assert.equal(first.role_handle, 'owner')
  await load([{ ...member, access_level: 50 }])
  assert.deepEqual(await has(), first)
  await load([{ ...member, access_level: 30 }])
  const second = await has()
  assert.equal(second.role_handle, 'developer')
  assert.ok(second.since > first.since, `${second.since} after ${first.since}`)
})
