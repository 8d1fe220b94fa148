import { sql } from 'kysely'
import { decodeId, type IdKind } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import type { Operation } from '../operations/operation.ts'

/** What the operations of a folder create and name. */
const kinds: readonly IdKind[] = ['dimension', 'attribute', 'ruleset', 'rule', 'condition']

/** Every id in a text. */
const ids = /(?<=")[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}(?=")/g

/**
 * The operations with refs in place of the ids of records that this transaction has created, which differ from run to
 * run: `$ruleset-1` is the first created ruleset that they name.
 */
export async function withRefs(
  tx: Transaction,
  operations: readonly Operation[],
): Promise<readonly Operation[]> {
  const text = JSON.stringify(operations)
  const named = [...new Set(text.match(ids) ?? [])].flatMap((id) => {
    const kind = kinds.find((each) => decodeId(each, id) !== undefined)
    return kind === undefined ? [] : [{ id, kind, uuid: decodeId(kind, id) ?? '' }]
  })
  const created = await selectCreated(
    tx,
    named.map(({ uuid }) => uuid),
  )
  const counts = new Map<IdKind, number>()
  const refs = new Map<string, string>()
  for (const { id, kind, uuid } of named) {
    if (!created.has(uuid)) continue
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    refs.set(id, `$${kind}-${count}`)
  }
  if (refs.size === 0) return operations
  const replaced: Operation[] = JSON.parse(text.replaceAll(ids, (id) => refs.get(id) ?? id))
  return replaced
}

/** Those of these records (uuids) that this transaction has created. */
async function selectCreated(tx: Transaction, uuids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct record_id as id from audit_log
    where transaction = pg_current_xact_id() and event like '%.create'
      and record_id = any (${uuids}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
