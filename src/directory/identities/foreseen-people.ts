import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { People } from '../../policy/model/people-facts.ts'

/**
 * Keeps which people a run evaluates, with the versions that their facts have, and all managers. To be called before the facts
 * are read.
 */
export async function keepEvaluated(tx: Transaction, people: People): Promise<void> {
  const which =
    people === 'all' ? sql`` : sql`where directory_user_id = any (${uuids(people)}::uuid[])`
  await sql`
    insert into import_evaluated (directory_user_id, version)
    select directory_user_id, version from directory_user_version ${which}`.execute(tx)
  await sql`
    insert into import_evaluated_manager (directory_user_id, manager_id, version)
    select m.id, m.manager_id, m.version from directory_user m
    where m.id in (select manager_id from directory_user)`.execute(tx)
}

/**
 * The people that the transaction has changed before it merges, by settling due items. Null when these are too many
 * to list.
 */
export async function peopleTouchedSoFar(tx: Transaction): Promise<string[] | null> {
  const { rows } = await sql<{ people: string[] | null }>`
    select people_touched_so_far()::text[] as people`.execute(tx)
  return rows[0]?.people ?? null
}

/** `accountsDiffer`: some account is not what the run foresaw. */
export type Unforeseen = { people: string[]; accountsDiffer: boolean }

/**
 * The people whose evaluation was wrong once the run has merged: another transaction has changed them since
 * (`touched` included), they or one of their accounts were merged differently, or they were not evaluated although
 * they are `affected`. So are their secondary users, and all people below a person whose manager differs from the
 * foreseen one or was changed meanwhile.
 */
export async function findUnforeseen(
  tx: Transaction,
  { touched, affected }: { touched: readonly string[]; affected: People },
): Promise<Unforeseen> {
  const { rows } = await sql<{ people: string[]; accounts_differ: boolean }>`
    with recursive written_identity as materialized (
      select * from import_written_identity where run_id = current_import_run()
    ), written_user as materialized (
      select * from import_written_user where run_id = current_import_run()
    ), evaluated as materialized (
      select * from import_evaluated where run_id = current_import_run()
    ), account as materialized (
      select i.directory_user_id as person, w.directory_user_id as foreseen_person
      from (select identity_id as id from identity_change union select id from written_identity) c
      left join identity i on i.id = c.id left join written_identity w on w.id = c.id
      where (i.integration_id, i.directory_user_id, i.state, i.profile)
        is distinct from (w.integration_id, w.directory_user_id, w.state, w.profile)
    ), person as materialized (
      select c.id, (u.id, u.manager_id) is distinct from (w.id, w.manager_id) as has_moved
      from (select directory_user_id as id from user_change union select id from written_user) c
      left join directory_user u on u.id = c.id left join written_user w on w.id = c.id
      where (u.id, u.base_state, u.expires_at, u.deleted_at, u.manager_id, u.parent_user_id, u.org, u.primary_identity_id)
        is distinct from (w.id, w.base_state, w.expires_at, w.deleted_at, w.manager_id, w.parent_user_id, w.org, w.primary_identity_id)
    ), moved_manager as materialized (
      select m.directory_user_id as id from import_evaluated_manager m
      left join directory_user u on u.id = m.directory_user_id
      where m.run_id = current_import_run()
        and not exists (select from written_user w where w.id = m.directory_user_id)
        and (u.manager_id is distinct from m.manager_id
          or u.version <> m.version and u.xmin::text <> (pg_current_xact_id()::xid)::text)
    ), below as (
      select id from person where has_moved
      union
      select id from moved_manager
      union
      select u.id from below b join directory_user u on u.manager_id = b.id
    ), other as materialized (
      select person as id from account
      union select foreseen_person from account
      union select id from person
      union select id from below
      union select id from unnest(${uuids(touched)}) as t (id)
      union
      select e.directory_user_id from evaluated e
      left join directory_user_version v on v.directory_user_id = e.directory_user_id
      where v.version is distinct from e.version
      union
      select n.id from (${idsOf(affected)}) n left join evaluated e on e.directory_user_id = n.id
      where e.directory_user_id is null
    )
    select exists (select from account) as accounts_differ, array(
      select id::text from other where id is not null
      union select u.id::text from other o join directory_user u on u.parent_user_id = o.id) as people`.execute(
    tx,
  )
  return { people: rows[0]?.people ?? [], accountsDiffer: rows[0]?.accounts_differ ?? true }
}

function idsOf(people: People) {
  return people === 'all'
    ? sql`select id from directory_user`
    : sql`select id from unnest(${uuids(people)}) as a (id)`
}
