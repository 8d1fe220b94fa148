import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../test/harness.ts'
import { record, type AuditEntry } from '../audit/record.ts'
import type { Transaction } from './database.ts'
import { charactersPerPiece, jsonPieces } from './json-pieces.ts'

const { database, query } = await testDatabase({ writesBeside: true })

test('rows are cut into pieces in their order, and a long row is alone', () => {
  const pieces = [...jsonPieces([1, 22, 'a long one', 3], 5)]
  assert.deepEqual(pieces, ['[1,22]', '["a long one"]', '[3]'])
  assert.deepEqual([...jsonPieces([], 5)], [])
})

test('no piece of long rows is beyond the limit', () => {
  const profile = 'x'.repeat(1_000_000)
  const pieces = [...jsonPieces(Array.from({ length: 40 }, () => ({ profile })))]
  assert.equal(pieces.length, 3)
  for (const piece of pieces) assert.ok(piece.length <= charactersPerPiece + 2)
})

test('a piece is within what PostgreSQL takes, whatever it holds', async () => {
  const rows: unknown[] = [1, 'é', '', null, true, [], {}, { a: 1 }, 0.5, 1e300, '日本']
  for (const row of rows) {
    const text = JSON.stringify(Array.from({ length: 10_000 }, () => row))
    const { rows: found } = await sql<{ bytes: number }>`
      select pg_column_size(${text}::jsonb) as bytes`.execute(database.read)
    const ratio = (found[0]?.bytes ?? Infinity) / text.length
    assert.ok(ratio * charactersPerPiece < 2 ** 28, `${JSON.stringify(row)}: ${ratio}`)
  }
})

/** The same transaction, whose statements that call a function are counted. */
function counting(tx: Transaction, counts: { audited: number }): Transaction {
  return tx.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('write_audit(')) counts.audited += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

test('audit rows with long values are written in several statements, in their order', async () => {
  const { rows } = await sql<{ id: string }>`
    select new_id() as id from generate_series(1, 2)`.execute(database.read)
  const entries = rows.map(({ id }): AuditEntry => ({
    event: 'directory.user.change',
    record: { kind: 'directoryUser', id },
    details: { note: 'x'.repeat(charactersPerPiece / 2) },
  }))
  const counts = { audited: 0 }
  const system = { type: 'system', id: null, via: 'sync', requestId: null } as const
  await database.transaction(({ tx }) => record(counting(tx, counts), system, entries))
  assert.equal(counts.audited, 2)
  const written = await query<{ id: string }>(
    `select record_id as id from audit_log order by sequence`,
  )
  assert.deepEqual(written, rows)
})
