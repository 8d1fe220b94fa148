import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { testServer, type TestServer } from '../../../test/harness.ts'
import type { Transaction } from '../../database/database.ts'
import { scimEndpoint, type ScimEndpoint } from './scim-for-tests.ts'

const others = 6000

test('pushes read few rows, also on a connection that has served pushes since the directory was empty', async () => {
  const whole = await testServer()
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
async function fill(server: TestServer, { path, token }: ScimEndpoint): Promise<void> {
  const users = Array.from({ length: others }, (_, at) => ({
    id: `n${at}`,
    userName: `n${at}`,
    active: true,
    emails: [{ value: `n${at}@acme.example`, primary: true }],
  }))
  const begun = await server.call('POST', `${path}/imports`, {
    token,
    raw: users.map((user) => JSON.stringify(user)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  assert.equal(begun.status, 202, begun.text)
  for (;;) {
    const { body } = await server.get(`${path}/runs/${begun.body.id}`, token)
    if (body.state === 'succeeded') break
    assert.ok(['queued', 'waiting', 'running'].includes(body.state), JSON.stringify(body))
    await sleep(50)
  }
}

/** Counts the rows that transactions of a server read from now on. */
function countRows({ database }: TestServer): () => number {
  const { transaction } = database
  let total = 0
  database.transaction = (work, options) =>
    transaction(async (context) => {
      const before = await rowsReadIn(context.tx)
      const result = await work(context)
      total += (await rowsReadIn(context.tx)) - before
      return result
    }, options)
  return () => total
}

/** The rows that the session of a transaction has read of late. */
async function rowsReadIn(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::bigint as read from pg_stat_xact_user_tables`.execute(
    tx,
  )
  return rows[0]?.read ?? 0
}
