import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '../../contract/ids.ts'
import { makeCaller, testServer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeWorkspaceUserOf,
} from '../../../test/people.ts'

const server = await testServer()
const viewer = await makeCaller(server, [
  'directory.user.view',
  'directory.resource.view',
  'audit.log.view',
])
const primary = await makeIntegration(server, { is_primary: true })
const chat = await makeIntegration(server, { vendor: 'chat', type: 'slack' })

async function describe(id: string) {
  const answer = await server.get(`/directory/users/${id}`, viewer.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

function follow(link: string) {
  assert.ok(link.startsWith('https://muster.example/api/v1/'), link)
  return server.get(link.slice('https://muster.example/api/v1'.length), viewer.token)
}

async function idsAt(link: string): Promise<string[]> {
  const answer = await follow(link)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((row: { id: string }) => row.id)
}

test('every link of a described user answers with the relation that it names', async () => {
  const person = await makeDirectoryUser(server)
  const account = await makeIdentity(server, primary, person, { primary: true })
  const chatAccount = await makeIdentity(server, chat, person)
  const workspaceUser = await makeWorkspaceUserOf(server, person)
  const second = await makeDirectoryUser(server, { parent_user_id: person.uuid })
  const forgotten = await makeDirectoryUser(server, { parent_user_id: person.uuid })
  await deleteDirectoryUser(server, forgotten)
  const report = await makeDirectoryUser(server, { manager_id: person.uuid })
  const joiner = await makeDirectoryUser(server, { manager_id: person.uuid, base_state: 'staged' })
  await makeDirectoryUser(server, { manager_id: person.uuid, base_state: 'deactivated' })
  await makeDirectoryUser(server, { manager_id: person.uuid, expires_at: new Date(0) })

  const { links, count, included } = await describe(person.id)
  assert.deepEqual((await follow(links.self)).body.id, person.id)
  assert.deepEqual((await follow(links.workspace_user)).body, included.workspace_user)
  assert.equal(included.workspace_user.id, workspaceUser.id)
  assert.deepEqual((await follow(links.integration)).body, {
    id: primary.id,
    vendor: 'idp',
    is_primary: true,
  })
  assert.deepEqual(await idsAt(links.secondary_users), [second.id])
  assert.deepEqual(await idsAt(links.direct_report_users), [report.id, joiner.id])
  assert.deepEqual(
    included.direct_report_users.map((row: { id: string }) => row.id),
    [report.id, joiner.id],
  )
  assert.deepEqual(await idsAt(links.directory_identities), [account.id, chatAccount.id])
  for (const relation of ['secondary_users', 'direct_report_users', 'directory_identities']) {
    assert.equal((await idsAt(links[relation])).length, count[relation], relation)
  }
  for (const position of ['parent', 'record', 'related', 'subject'])
    assert.deepEqual(await idsAt(links[`audit_logs_${position}`]), [])
})

test('a to-one relation that is null is 404, and so is every relation of nobody', async () => {
  const person = await makeDirectoryUser(server)
  const { links } = await describe(person.id)
  for (const relation of ['workspace_user', 'integration']) {
    const answer = await follow(links[relation])
    assert.equal(answer.status, 404)
    assert.ok(answer.body.message.includes(person.id), answer.body.message)
  }
  const nobody = encodeId('directoryUser', viewer.uuid)
  for (const link of Object.values<string>(links)) {
    assert.equal((await follow(link.replace(person.id, nobody))).status, 404, link)
    assert.equal((await follow(link.replace(person.id, chat.id))).status, 404, link)
  }
})

test('the relations of a deleted person still answer', async () => {
  const person = await makeDirectoryUser(server)
  const account = await makeIdentity(server, chat, person)
  await deleteDirectoryUser(server, person)
  const { links } = await describe(person.id)
  assert.deepEqual(await idsAt(links.directory_identities), [account.id])
  assert.deepEqual(await idsAt(links.secondary_users), [])
})

test('another workspace user at the same address has another ETag, even at the same version', async () => {
  const person = await makeDirectoryUser(server)
  const first = await makeWorkspaceUserOf(server, person)
  const path = `/directory/users/${person.id}/workspace-user`
  const etag = (await server.get(path, viewer.token)).headers.get('etag') ?? ''
  await server.query('update workspace_user set directory_user_id = null where id = $1', [
    first.uuid,
  ])
  const second = await makeWorkspaceUserOf(server, person)
  const answer = await server.get(path, viewer.token, { 'if-none-match': etag })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.id, second.id)
})

test('what names a workspace user is shown to callers who may see workspace users', async () => {
  const person = await makeDirectoryUser(server)
  const account = await makeWorkspaceUserOf(server, person)
  const admin = await makeCaller(server, ['directory.user.view', 'workspace.user.view'])
  const path = `/directory/users/${person.id}`
  const shown = { name: 'Workspace person', provider: 'https://idp.acme.example' }
  const hidden = { name: '', provider_id: '', handle: null, email: null }
  // Twice each: the second answers come from memory.
  for (const round of ['built', 'ready']) {
    const [open, closed] = [
      await server.get(path, admin.token),
      await server.get(path, viewer.token),
    ]
    assert.notEqual(open.headers.get('etag'), closed.headers.get('etag'), round)
    const seen = open.body.included.workspace_user
    assert.deepEqual({ ...seen, ...shown }, seen, round)
    const withheld = closed.body.included.workspace_user
    assert.deepEqual({ ...withheld, ...hidden, id: account.id, state: 'active' }, withheld, round)
    assert.deepEqual((await server.get(`${path}/workspace-user`, admin.token)).body, seen)
    const reference = await server.get(`${path}/workspace-user`, viewer.token)
    assert.deepEqual(reference.body, withheld)
  }
})
