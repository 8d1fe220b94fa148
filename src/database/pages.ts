import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from './database.ts'
import { isAboutFew } from './planning.ts'

/**
 * The rows of a query in its order, in pages, from the snapshot of its beginning. A page by `where n > … limit`
 * would join everything again for each; a cursor is computed once, and few rows need none. `cursor`: a name unique to the caller.
 */
export async function* pages<Row>(
  tx: Transaction,
  { cursor, rows: query, size }: { cursor: string; rows: RawBuilder<Row>; size: number },
): AsyncGenerator<Row[]> {
  if (isAboutFew(tx)) {
    const { rows } = await query.execute(tx)
    if (rows.length > 0) yield rows
    return
  }
  const name = sql.id(cursor)
  await sql`declare ${name} no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from ${name}`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await sql`close ${name}`.execute(tx)
}
