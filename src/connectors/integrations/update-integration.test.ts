import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '../../contract/ids.ts'
import { makeCaller } from '../../../test/harness.ts'
import { incidentsWorld, staff } from '../../../test/incidents-world.ts'

const world = await incidentsWorld(staff)
const { server, token } = world
const path = `/workspace/integrations/${encodeId('integration', world.integration)}`
const patch = (body: object, caller = token, headers = {}) =>
  server.call('PATCH', path, { token: caller, body, headers })
const suspended = (name: string) => ({
  ...staff,
  [name]: { ...staff[name], status: 'SUSPENDED' },
})

test('a source with limits of its own is judged by them, and null goes back to those of the workspace', async () => {
  const strict = await patch({ account_limit_percent: 0, account_limit_people: 0 })
  assert.equal(strict.status, 200, strict.text)
  const { account_limit_people, overall_limit_people } = strict.body
  assert.deepEqual([account_limit_people, overall_limit_people], [0, null])
  const held = await world.feed(suspended('s01'))
  assert.deepEqual([held.incident?.accountEnds, held.incident?.reasons[0]?.least], [1, 0])
  const back = await patch({ account_limit_percent: null, account_limit_people: null })
  assert.equal(back.body.account_limit_people, null)
  assert.equal((await world.feed(suspended('s01'))).incident?.closedAs, 'applied')
})

test('tightening takes workspace.integration.manage, loosening policy.change.approve as well', async () => {
  const rights = ['workspace.integration.view', 'workspace.integration.manage'] as const
  const manager = await makeCaller(server, rights)
  const viewer = await makeCaller(server, ['workspace.integration.view', 'policy.change.approve'])
  assert.equal((await patch({ overall_limit_people: 20 }, viewer.token)).status, 403)
  assert.equal((await patch({ overall_limit_people: 20 }, manager.token)).status, 200)
  const back = await patch({ overall_limit_people: null }, manager.token)
  assert.equal(back.status, 403)
  assert.match(back.body.message, /policy\.change\.approve/)
  const approver = await makeCaller(server, [...rights, 'policy.change.approve'])
  assert.equal((await patch({ overall_limit_people: 30 }, approver.token)).status, 200)
})

test('a change leaves one audit row, the same again none, and a stale version is 412', async () => {
  const before = (await server.get(path, token)).headers.get('etag') ?? ''
  const body = { account_limit_percent: 20 }
  assert.equal((await patch(body, token, { 'if-match': before })).status, 200)
  assert.equal((await patch(body)).status, 200)
  assert.equal((await patch(body, token, { 'if-match': before })).status, 412)
  const query = `filter[event]=workspace.integration.update&sort=-at&page[size]=1`
  const [row] = (await server.get(`/audit/logs?${query}`, token)).body.data
  assert.deepEqual(row.changes, { account_limit_percent: { old: null, new: 20 } })
})

test('values beyond what a limit may be are refused by name', async () => {
  const answer = await patch({ account_limit_percent: 101, vendor: 'chat' })
  assert.equal(answer.status, 422)
  assert.deepEqual(Object.keys(answer.body.errors).sort(), ['account_limit_percent', 'vendor'])
})

test('a plan of no change is refused', async () => {
  const answer = await patch({ plan: true })
  assert.equal(answer.status, 422, answer.text)
  assert.match(answer.body.errors.plan[0], /needs a change/)
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  assert.equal((await patch({ plan: true }, viewer.token)).status, 403)
  assert.equal((await patch({})).status, 200)
})
