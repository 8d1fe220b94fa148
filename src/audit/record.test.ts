import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { commandActor } from './command-actor.ts'
import { record, type AuditActor, type AuditEntry } from './record.ts'

const { database, query } = await testDatabase()

/** Writes one audit row, and reads it back. */
async function written(actor: AuditActor, details: AuditEntry['details']) {
  const id = randomUUID()
  await database.transaction(({ tx }) =>
    record(tx, actor, [{ event: 'workspace.role.update', record: { kind: 'role', id }, details }]),
  )
  const [row] = await query(
    'select actor_type, via, request_id, details, changes, subject_id from audit_log where record_id = $1',
    [id],
  )
  return row
}

const system = { type: 'system', id: null, via: 'sync', requestId: null } as const

test('a row of a command says in its details who ran it, beside what the event says', async () => {
  const actor = commandActor('import', { reason: 'first import' })
  const row = await written(actor, { count: 3 })
  assert.deepEqual(row?.['details'], { count: 3, origin: actor.origin })
  assert.equal(row?.['request_id'], actor.requestId)
})

test('a row of anything else has the details of its event only', async () => {
  const row = await written(system, { count: 3 })
  assert.deepEqual(row?.['details'], { count: 3 })
  assert.equal(row?.['subject_id'], null)
})

test('nothing is written for no entries, and one row for each in their order', async () => {
  const ids = Array.from({ length: 3 }, () => randomUUID())
  const entries = ids.map((id) => ({
    event: 'workspace.role.update' as const,
    record: { kind: 'role' as const, id },
  }))
  await database.transaction(async ({ tx }) => {
    await record(tx, system, [])
    await record(tx, system, entries)
  })
  const rows = await query<{ record_id: string }>(
    'select record_id from audit_log where record_id = any ($1) order by sequence',
    [ids],
  )
  assert.deepEqual(
    rows.map((row) => row.record_id),
    ids,
  )
})
