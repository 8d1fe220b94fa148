/** References that the trigger require_referents checks, as SQL. */
const checkedByTriggers = [
  ['directory_user', ['identity', 'policy_user', 'qualification', 'directory_user_version']],
  ['integration', ['identity', 'directory_user']],
  ['rule', ['policy_user', 'qualification']],
  ['ruleset', ['policy_user']],
]
  .flatMap(([referred, referring = []]) =>
    [referring].flat().map((name) => `('${name}'::regclass, '${String(referred)}'::regclass)`),
  )
  .join(', ')

/**
 * SQL that deletes every row of these tables and of those that refer to them, for the owner of the schema. Unlike
 * `truncate` it creates no new files, and cached and prepared statements stay valid: a tenth of the time for small
 * tables.
 */
export function emptyTables(tables: readonly string[]): string {
  const names = tables.map((name) => `'${name}'::regclass`).join(', ')
  return `do $$
    declare emptied regclass;
    begin
      -- Disables foreign keys and triggers, because the audit log refuses deletes.
      set local session_replication_role = replica;
      for emptied in
        with recursive found(id) as (
          select unnest(array[${names}])
          union select r.referring from found join (
            select conrelid::regclass, confrelid::regclass from pg_constraint where contype = 'f'
            union all values ${checkedByTriggers}
          ) r (referring, referred) on r.referred = found.id
        ) select id from found
      loop
        execute format('delete from %s', emptied);
      end loop;
    end $$`
}
