import assert from 'node:assert/strict'
import type { TestServer } from './harness.ts'

/** An audit row whole, as the API tells it, but for what differs at each run: its id, instant, request and link. */
export type WholeRow = {
  event: string
  actor: string | null
  via: string
  record: string
  parent: string | null
  related: string | null
  subject: string | null
  changes: Record<string, { old: unknown; new: unknown }>
  details: Record<string, unknown>
}

/**
 * The audit rows of a filter (`filter[record]=…`), oldest first, to be compared whole. The token must see personal
 * data: a row that withholds a value fails.
 */
export async function wholeRows(
  server: TestServer,
  token: string,
  filter: string,
): Promise<WholeRow[]> {
  const { status, text, body } = await server.get(
    `/audit/logs?sort=at&page[size]=500&${filter}`,
    token,
  )
  assert.equal(status, 200, text)
  assert.equal(body.links.next, null, 'more rows than one page')
  const rows: WholeRow[] = []
  for (const row of body.data) {
    assert.deepEqual([row.withheld, row.altered, row.is_erased], [[], [], false], row.id)
    const { event, actor, record, parent, related, changes, details } = row
    rows.push({
      event,
      actor: actor.id,
      via: actor.via,
      record: record.id,
      parent: parent?.id ?? null,
      related: related?.id ?? null,
      subject: row.subject_id,
      changes,
      details,
    })
  }
  return rows
}
