import type { TestDatabase } from './harness.ts'

/**
 * Everything that a database holds: table → a hash of its rows, and how many audit rows there are. Left out are the
 * lease, what a process notes by the way, tables of `except` and audit rows whose event is like one of `ownEvents`.
 */
export async function contentsOf(
  { query }: Pick<TestDatabase, 'query'>,
  {
    except = [],
    ownEvents = [],
  }: { except?: readonly string[]; ownEvents?: readonly string[] } = {},
): Promise<Record<string, unknown>> {
  const tables = await query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [
      [
        'cache_lease',
        'commit_receipt',
        'schedule',
        'work_lease',
        'webhook_attempt',
        'webhook_progress',
        'token_permission',
        'notice',
        'notice_digest',
        'notice_told',
        'confirmed_hierarchy',
        'directory_user_tally',
        'audit_log',
        'audit_log_personal',
        ...except,
      ],
    ],
  )
  const hashes = tables.map(
    ({ name }) =>
      `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from "${name}" t) as "${name}"`,
  )
  const [all] = await query(
    `select ${hashes.join(', ')}, (select count(*) from audit_log where event not like all ($1)) as audit`,
    [ownEvents],
  )
  return all ?? {}
}
