import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { permissions } from '../../contract/permissions.ts'

const server = await testServer()
const owner = await makeOwner(server)
const keeper = await makeCaller(server, [
  'workspace.role.view',
  'workspace.role.manage',
  'audit.log.view',
])
const call = (method: string, path: string, body?: object, caller = keeper) =>
  server.call(method, `/workspace/roles${path}`, { token: caller.token, body })

test('every permission is listed with what it is for', async () => {
  const answer = await server.get('/workspace/permissions', keeper.token)
  assert.deepEqual(
    answer.body.data.map((row: { name: string }) => row.name),
    permissions,
  )
})

test('a role is made, changed and deleted by who holds what it holds', async () => {
  const made = await call('POST', '', { name: 'auditing', permissions: ['audit.log.view'] })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    (await call('POST', '', { name: 'auditing', permissions: ['audit.log.view'] })).body.errors,
    { name: ['is the name of another role'] },
  )
  assert.equal(
    (await call('POST', '', { name: 'more', permissions: ['audit.log.export'] })).status,
    403,
  )
  assert.equal(
    (
      await call('PATCH', `/${made.body.id}`, {
        permissions: ['audit.log.view', 'audit.log.export'],
      })
    ).status,
    403,
  )
  const wider = await call(
    'PATCH',
    `/${made.body.id}`,
    { permissions: ['audit.log.view', 'audit.log.export'] },
    owner,
  )
  assert.deepEqual(wider.body.permissions, ['audit.log.export', 'audit.log.view'])
  assert.equal(
    (await call('PATCH', `/${made.body.id}`, { description: 'Keeps what was held' })).status,
    200,
  )

  const person = await makeCaller(server, [])
  await server.call('PATCH', `/workspace/users/${person.id}`, {
    token: owner.token,
    body: { roles: ['auditing'] },
  })
  assert.equal((await server.get('/audit/logs', person.token)).status, 200)
  assert.equal((await call('DELETE', `/${made.body.id}`)).status, 409)
  await server.call('PATCH', `/workspace/users/${person.id}`, {
    token: owner.token,
    body: { roles: [] },
  })
  assert.equal((await server.get('/audit/logs', person.token)).status, 403)
  assert.equal((await call('DELETE', `/${made.body.id}`)).status, 204)
  assert.equal((await call('DELETE', `/${made.body.id}`)).status, 404)
})

test('a role is described to who may see roles', async () => {
  const made = await call('POST', '', { name: 'described', permissions: ['audit.log.view'] })
  const path = `/workspace/roles/${made.body.id}`
  const described = await server.get(path, keeper.token)
  assert.deepEqual(described.body, made.body)
  const etag = described.headers.get('etag') ?? ''
  assert.equal((await server.get(path, keeper.token, { 'if-none-match': etag })).status, 304)
  await call('PATCH', `/${made.body.id}`, { name: 'described.anew' })
  const renamed = await server.get(path, keeper.token, { 'if-none-match': etag })
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'described.anew'])
  const stranger = await makeCaller(server, [])
  assert.equal((await server.get(path, stranger.token)).status, 403)
})

test('another name for a role needs every permission that it has', async () => {
  const permissions = ['audit.log.export', 'audit.log.view']
  const wide = await call('POST', '', { name: 'wide', permissions }, owner)
  const rename = (id: string, name: string, caller = keeper) =>
    call('PATCH', `/${id}`, { name }, caller)
  const refused = await rename(wide.body.id, 'team')
  assert.equal(refused.status, 403, refused.text)
  assert.match(refused.body.message, /audit\.log\.export.*every permission that it has/)
  // The same name, and another description, give nobody anything.
  assert.equal((await rename(wide.body.id, 'wide')).status, 200)
  const exporter = await makeCaller(server, ['workspace.role.manage', 'audit.log.export'])
  assert.equal((await rename(wide.body.id, 'team', exporter)).status, 403)
  const holder = await makeCaller(server, ['workspace.role.manage', ...permissions])
  assert.equal((await rename(wide.body.id, 'team', holder)).body.name, 'team')
  const own = await call('POST', '', { name: 'narrow', permissions: ['audit.log.view'] })
  assert.equal((await rename(own.body.id, 'narrower')).status, 200)
})

test('the roles of the system stay as they are', async () => {
  const list = await server.get('/workspace/roles', keeper.token)
  const auditor = list.body.data.find((row: { name: string }) => row.name === 'workspace.auditor')
  assert.equal(auditor.is_system, true)
  for (const answer of [
    await call('PATCH', `/${auditor.id}`, { description: 'x' }, owner),
    await call('DELETE', `/${auditor.id}`, undefined, owner),
  ]) {
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['is_system']])
  }
})

test('a role that is deleted while it is given is not there: 422', async () => {
  await call('POST', '', { name: 'going', permissions: ['audit.log.view'] })
  const person = await makeCaller(server, [])
  const path = `/workspace/users/${person.id}`
  const { giving } = await server.database.transaction(async ({ tx }) => {
    await tx.deleteFrom('role').where('name', '=', 'going').execute()
    const given = server.call('PATCH', path, { token: owner.token, body: { roles: ['going'] } })
    await untilWaiting(server)
    return { giving: given }
  })
  const answer = await giving
  assert.equal(answer.status, 422, answer.text)
  assert.deepEqual(answer.body.errors, { roles: ['names no role going'] })
})
