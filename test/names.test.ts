import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeService } from '../src/workspace/services/service-for-tests.ts'
import { makeCaller, makeOwner, testServer, type Person } from './harness.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from './people.ts'
import { makeRuleset } from './policy-records.ts'

// Every answer with names of people needs the permission on people or identities.
const server = await testServer()
const owner = await makeOwner(server)
const integration = await makeIntegration(server, { is_primary: true })

const get = (path: string, { token }: Person) => server.get(path, token)

test('members of a resource are named to callers who may see identities, or the people who have them', async () => {
  const resource = await makeResource(server, integration)
  const person = await makeDirectoryUser(server)
  const linked = await makeIdentity(server, integration, person)
  const orphan = await makeIdentity(server, integration, null)
  for (const identity of [linked, orphan]) await makeMember(server, resource, identity)
  const path = `/directory/resources/${resource.id}/members`
  const withheld = async (permissions: string[], scopes?: string[]) => {
    const caller = await makeCaller(server, ['directory.resource.view', ...permissions], scopes)
    const { status, body, text } = await get(path, caller)
    assert.equal(status, 200, text)
    const [first, second] = body.data
    assert.deepEqual([first.id, second.id], [linked.id, orphan.id])
    for (const row of body.data.filter((each: { withheld: string[] }) => each.withheld.length > 0))
      assert.deepEqual([row.vendor_id, row.full_name, row.email, row.org], [null, '', null, {}])
    return body.data.map((row: { withheld: string[] }) => row.withheld.length)
  }
  assert.deepEqual(await withheld([]), [4, 4])
  assert.deepEqual(await withheld(['directory.user.view']), [0, 4])
  assert.deepEqual(await withheld(['directory.identity.view']), [0, 0])
  assert.deepEqual(await withheld(['directory.identity.view'], ['directory.resource.view']), [4, 4])
})

test('the other admins of a service and of a ruleset are named to callers who may see workspace users', async () => {
  const [one, other] = [await makeCaller(server, []), await makeCaller(server, [])]
  const viewer = await makeCaller(server, ['workspace.user.view'])
  const service = await makeService(server, { admin: [owner, one], audit: [other, viewer] })
  const ruleset = await makeRuleset(server, await makeResource(server, integration))
  const rulesetPath = `/policy/rulesets/${ruleset.id}`
  for (const { id } of [one, other, viewer]) {
    const body = { user_id: id, role: 'audit' }
    const given = await server.call('POST', `${rulesetPath}/admins`, { token: owner.token, body })
    assert.equal(given.status, 201, given.text)
  }
  for (const path of [`${service.path}/admins`, `${rulesetPath}/admins`]) {
    const names = async (caller: Person) => {
      const { status, body, text } = await get(path, caller)
      assert.equal(status, 200, text)
      const shown = body.data.filter((row: { name: string | null }) => row.name !== null)
      return shown.map((row: { workspace_user_id: string }) => row.workspace_user_id).sort()
    }
    const all = (await get(path, owner)).body.data
    const ids = all.map((row: { workspace_user_id: string }) => row.workspace_user_id).sort()
    assert.deepEqual(await names(one), [one.id])
    assert.deepEqual(await names(viewer), ids)
    const { status, body } = await get(`${path}?sort=-name`, one)
    assert.equal(status, 403)
    assert.match(body.message, /workspace\.user\.view/)
    const open = await get(`${path}/${other.id}`, viewer)
    const closed = await get(`${path}/${other.id}`, one)
    assert.notEqual(open.headers.get('etag'), closed.headers.get('etag'))
    assert.equal(closed.body.name, null)
    assert.ok(!closed.text.includes(open.body.name), closed.text)
  }
  const { included } = (await get(`${service.path}/admins/${other.id}`, one)).body
  const { id, state, provider, ...rest } = included.workspace_user
  assert.deepEqual([id, state, provider], [other.id, 'active', 'test'])
  assert.deepEqual(rest, { provider_id: null, name: null, handle: null, email: null })
})

test('an answer that named somebody is not repeated to a token that may not see them', async () => {
  const admin = await makeCaller(server, ['workspace.user.view'])
  const narrow = await server.call('POST', '/workspace/tokens', {
    token: admin.token,
    body: { name: 'narrow', scopes: ['workspace.service.*'] },
  })
  assert.equal(narrow.status, 201, narrow.text)
  const service = await makeService(server, { admin: [owner, admin] })
  const body = { user_id: (await makeCaller(server, [])).id, admin_role: 'audit' }
  const add = (token: string) =>
    server.call('POST', `${service.path}/admins`, {
      token,
      body,
      headers: { 'idempotency-key': 'add' },
    })
  assert.equal(typeof (await add(admin.token)).body.name, 'string')
  assert.equal((await add(narrow.body.token)).status, 403)
})

test('the audit rows of a person do not reveal who exists to callers who may not see people', async () => {
  const person = await makeDirectoryUser(server)
  const auditor = await makeCaller(server, ['audit.log.view'])
  const unknown = 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'
  for (const position of ['parent', 'record', 'related', 'subject']) {
    const answers = await Promise.all(
      [person.id, unknown].map((id) =>
        get(`/directory/users/${id}/audit-logs/${position}`, auditor),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403],
    )
    assert.equal(answers[0]?.text, answers[1]?.text)
  }
})

test('erasing a person takes a permission of its own', async () => {
  const person = await makeDirectoryUser(server)
  await deleteDirectoryUser(server, person)
  const erase = (caller: Person) =>
    server.call('POST', `/directory/users/${person.id}/erase`, { token: caller.token })
  const clerk = await makeCaller(server, ['directory.user.view', 'directory.user.manage'])
  const refused = await erase(clerk)
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /directory\.user\.erase/)
  const eraser = await makeCaller(server, ['directory.user.erase'])
  assert.equal((await erase(eraser)).status, 200)
  assert.equal(
    (await get('/auth/test', owner)).body.permissions.includes('directory.user.erase'),
    true,
  )
})
