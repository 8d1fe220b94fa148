/**
 * SQL that deletes every row of these tables and of those that refer to them, for the owner of the schema. Unlike
 * `truncate` it makes no new files, and what sessions have cached and prepared stays valid: a tenth of the time where the
 * tables are small.
 */
export function emptyTables(tables: readonly string[]): string {
  const names = tables.map((name) => `'${name}'::regclass`).join(', ')
  return `do $$
    declare emptied regclass;
    begin
      -- Neither foreign keys nor triggers: the audit log lets nobody delete.
      set local session_replication_role = replica;
      for emptied in
        with recursive found(id) as (
          select unnest(array[${names}])
          union select conrelid::regclass from pg_constraint, found where contype = 'f' and confrelid = found.id
        ) select id from found
      loop
        execute format('delete from %s', emptied);
      end loop;
    end $$`
}
