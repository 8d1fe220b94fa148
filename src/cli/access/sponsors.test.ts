import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { makeDirectoryUser } from '../../../test/people.ts'
import { runCli } from '../../../test/run-cli.ts'
import { makeService } from '../../workspace/services/service-for-tests.ts'

const server = await testServer()
const owner = await makeOwner(server)
const ada = await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Doe' })
const admin = await makeCaller(server, [])
/** May name themselves as sponsor, and nobody else. */
const manager = await makeCaller(server, ['workspace.service.manage', 'workspace.service.view'])
const bo = await makeDirectoryUser(server, { first_name: 'Bo', last_name: 'Doe' })
for (const [{ uuid }, person] of [
  [admin, ada],
  [manager, bo],
] as const)
  await server.query('update workspace_user set directory_user_id = $2 where id = $1', [
    uuid,
    person.uuid,
  ])
const service = await makeService(server, { admin: [owner, admin] })
const other = await makeService(server, { admin: [manager] })
/** Whole, because another service's may begin with it. */
const nameOf = async (id: string): Promise<Record<'name' | 'handle', string>> =>
  (await server.get(`/workspace/services/${id}`, owner.token)).body
const [{ name, handle }, { name: otherName }] = [await nameOf(service.id), await nameOf(other.id)]

const run = (token: string, ...args: string[]) =>
  runCli(['service', ...args], { MUSTER_TOKEN: token, MUSTER_URL: server.origin })

test('services without a sponsor get whom their admins suggest, once someone says so', async () => {
  const shown = await run(owner.token, 'sponsors')
  assert.match(shown.stdout, new RegExp(`${handle} .*Ada Doe`), shown.stderr)
  const unasked = await run(owner.token, 'sponsors', '--apply')
  assert.equal(unasked.code, 1, unasked.stdout)
  const some = await run(manager.token, 'sponsors', '--apply', '--yes')
  assert.equal(some.code, 1, some.stderr)
  assert.match(some.stderr, new RegExp(`${name} is left: sponsor_id names no directory user`))
  assert.match(some.stderr, new RegExp(`answers for ${otherName}\\.`))
  const set = await run(owner.token, 'sponsors', '--apply', '--yes')
  assert.match(set.stderr, new RegExp(`Ada Doe answers for ${name}\\.`))
  assert.match((await run(owner.token, 'show', handle)).stdout, /sponsor id +Ada Doe/)
  assert.match((await run(owner.token, 'sponsors')).stdout, /^No suggestions/)
})

test('the sponsor confirms by the id of the service, although they may not see it', async () => {
  await server.query('delete from service_admin where workspace_user_id = $1', [admin.uuid])
  assert.equal((await run(admin.token, 'show', service.id)).code, 1)
  const confirmed = await run(admin.token, 'confirm', service.id)
  assert.deepEqual([confirmed.code, confirmed.stderr], [0, ''])
  assert.match(confirmed.stdout, /is confirmed\.$/m)
  const needless = await run(owner.token, 'confirm', handle)
  assert.match(needless.stderr, /reason/)
  const kept = await run(owner.token, 'confirm', handle, '--reason', 'Payroll runs on it')
  assert.equal(kept.code, 0, kept.stderr)
})
