import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from './database.ts'
import { send } from './planning.ts'

const known = new Set<string>()

/** Empties all temporary tables of a connection, for what is another change in the same transaction. */
export function emptyTemporaryTables(tx: Transaction): void {
  const names = [...known].map((name) => `'${name}'`).join(', ')
  const emptying = sql.raw(
    `do $$ declare name name; begin
      for name in select relname from pg_class
        where relnamespace = pg_my_temp_schema() and relname in (${names}) and pg_relation_size(oid) > 0
      loop execute format('delete from pg_temp.%I', name); end loop;
    end $$`,
  )
  send(tx, emptying)
}

/**
 * Declares tables that a transaction keeps its intermediate rows in. `columns`: name of the table → its columns and
 * constraints, as SQL of ours. The returned function makes them where its connection has none; they are empty at the
 * beginning of every transaction. They outlive it, because new ones would cost 14 statements, and every plan that reads them.
 */
export function temporaryTables(
  columns: Record<string, string>,
): (tx: Transaction) => Promise<void> {
  const tables = Object.entries(columns)
  for (const [name] of tables) known.add(name)
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
  // Comparing all of them takes a millisecond, so the session keeps that they are right. Making any forgets it of the others, and another
  // version replaces the first table.
  const statement = `do $$ declare
    own text := '${checksum}:' || to_regclass('pg_temp.${tables[0]?.[0]}')::oid || ' ';
    known text := coalesce(current_setting('muster.temporary_tables', true), '');
  begin
    if own is null or position(own in known) = 0 then
      if ${isOther.join(' or ')} then
        set local client_min_messages = warning;${definitions.join('')}
        known := '';
      end if;
      own := '${checksum}:' || to_regclass('pg_temp.${tables[0]?.[0]}')::oid || ' ';
      perform set_config('muster.temporary_tables', known || own, false);
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
