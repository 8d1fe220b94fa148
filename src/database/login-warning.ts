import type { Pool } from 'pg'

type Owned = { login: string; owner: string; isSuperuser: boolean }

/**
 * A warning for the operator if the role that the server logged in as could become an owner of the audit log, and
 * so rewrite it. The owners of the schema and the database count: they can drop its tables. Undefined otherwise.
 */
export async function loginWarning(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<Owned>(`
    select session_user as login, o.owner::regrole::text as owner, r.rolsuper as "isSuperuser"
    from (
      select relowner from pg_class where oid in ('audit_log'::regclass, 'audit_log_personal'::regclass)
      union select nspowner from pg_namespace where nspname = 'public'
      union select datdba from pg_database where datname = current_database()
    ) as o (owner)
    join pg_roles r on r.rolname = session_user
    where pg_has_role(session_user, o.owner, 'member')
    order by owner limit 1`)
  const [found] = rows
  if (found === undefined) return undefined
  const { login, owner, isSuperuser } = found
  const reason = isSuperuser
    ? 'is a superuser'
    : login === owner
      ? 'owns the tables, the schema or the database'
      : `can become ${owner}, which owns the tables, the schema or the database`
  return `The role ${login} of MUSTER_DATABASE_URL ${reason}: a flaw in the server could rewrite the audit log. Let the server log in as a role that owns nothing, and set MUSTER_MIGRATION_DATABASE_URL for the owner (docs/operations.md, "A PostgreSQL of your own").`
}
