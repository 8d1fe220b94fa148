import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Declares tables that a transaction keeps its intermediate rows in. `columns`: name of the table → its columns and
 * constraints, as SQL of ours. The returned function makes them where its connection has none; they are empty at the
 * beginning of every transaction. They outlive it, because new ones would cost 14 statements, and every plan that reads them.
 */
export function temporaryTables(
  columns: Record<string, string>,
): (tx: Transaction) => Promise<void> {
  const tables = Object.entries(columns)
  const checksum = createHash('sha256').update(JSON.stringify(tables)).digest('hex').slice(0, 16)
  // A connection that a pooler keeps may have those of another version, also again after this one made its own.
  const isOther = tables.map(
    ([name]) =>
      `obj_description(to_regclass('pg_temp.${name}'), 'pg_class') is distinct from '${checksum}'`,
  )
  const definitions = tables.map(
    ([name, parts]) => `
      drop table if exists pg_temp.${name};
      create temporary table ${name} (${parts}) on commit delete rows;
      comment on table pg_temp.${name} is '${checksum}';`,
  )
  const statement = `do $$ begin
    if ${isOther.join(' or ')} then
      set local client_min_messages = warning;${definitions.join('')}
    end if;
  end $$`
  return async (tx) => {
    await sql.raw(statement).execute(tx)
  }
}

/**
 * Gathers the statistics of a temporary table that has many rows. Few rows need none, and new statistics would discard the
 * plans of every statement that reads the table.
 */
export async function analyzeIfLarge(tx: Transaction, table: string): Promise<void> {
  await sql
    .raw(
      `do $$ begin if pg_relation_size('pg_temp.${table}') > 262144 then analyze pg_temp.${table}; end if; end $$`,
    )
    .execute(tx)
}
