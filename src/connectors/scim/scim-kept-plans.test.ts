import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows } from '../../../test/count-rows.ts'
import { testServer, type TestServer } from '../../../test/harness.ts'
import { importLines } from '../../../test/import-lines.ts'
import { scimEndpoint, type ScimEndpoint } from './scim-for-tests.ts'

const others = 6000

test('pushes read few rows, also on a connection that has served pushes since the directory was empty', async () => {
  // With a size of its own it is no kept database, which has statistics of earlier tests.
  const whole = await testServer({ poolSize: 10 })
  const server = await testServer({ over: whole, poolSize: 1 })
  const scim = await scimEndpoint(server)
  const { body: boss } = await scim.user('boss')
  await pushEach(scim, 'first', boss.id)
  await fill(whole, scim)

  const rowsRead = countRows(server)
  await pushEach(scim, 'second', boss.id)
  const unknown = rowsRead()
  // Without statistics some statements read everybody once, but none joins everybody with everybody.
  assert.ok(unknown < 30 * others, `${unknown} rows were read`)

  await whole.query('analyze')
  await pushEach(scim, 'third', boss.id)
  const known = rowsRead() - unknown
  assert.ok(known > 0 && known < 1000, `${known} rows were read`)
})

/** A creation below a manager, a change and an end. */
async function pushEach(scim: ScimEndpoint, name: string, manager: string): Promise<void> {
  const more = {
    emails: [{ value: `${name}@acme.example`, primary: true }],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: manager } },
  }
  const made = await scim.user(name, more)
  assert.equal(made.status, 201)
  const path = `/Users/${made.body.id}`
  await scim.patch(path, { op: 'replace', path: 'title', value: 'Smith' })
  const { body } = await scim.patch(path, { op: 'replace', path: 'active', value: false })
  assert.equal(body.active, false)
}

/** By a file of the same source, so that what a push reads of its own source is a large part of everything. */
async function fill(server: TestServer, endpoint: ScimEndpoint): Promise<void> {
  const users = Array.from({ length: others }, (_, at) => ({
    id: `n${at}`,
    userName: `n${at}`,
    active: true,
    emails: [{ value: `n${at}@acme.example`, primary: true }],
  }))
  await importLines(server, endpoint, users)
}
