import type { AuditPosition } from '../../audit/record.ts'
import { sql, type RawBuilder } from 'kysely'
import { planKept } from '../../database/planning.ts'
import type { Transaction } from '../../database/database.ts'

/** The columns of an identity that its audit rows show. The alias is ours, never input. */
export function identityFacts(alias: string): RawBuilder<unknown> {
  const i = sql.id(alias)
  return sql`jsonb_build_object('state', ${i}.state, 'vendor_state', ${i}.vendor_state, 'handle', ${i}.handle,
    'first_name', ${i}.first_name, 'last_name', ${i}.last_name, 'full_name', ${i}.full_name, 'email', ${i}.email,
    'profile', ${i}.profile, 'days', ${i}.days, 'vendor_created_at', iso(${i}.vendor_created_at),
    'directory_user_id', ${i}.directory_user_id, 'suggested_directory_user_id', ${i}.suggested_directory_user_id,
    'linked_by', ${i}.linked_by, 'link_evidence', ${i}.link_evidence)`
}

type Account = { person: RawBuilder<unknown>; atVendor: RawBuilder<unknown> }

/** The state of an account, as SQL: an orphan while it belongs to no one and has not ended, else what its vendor says. */
export function stateOf({ person, atVendor }: Account): RawBuilder<unknown> {
  return sql`case when ${person} is null and ${atVendor} <> 'deactivated' then 'orphan' else ${atVendor} end`
}

/** The columns of a directory user that its audit rows have, as in users/person-audit.ts. */
export function userFacts(alias: string): RawBuilder<unknown> {
  const u = sql.id(alias)
  return sql`jsonb_build_object('state', ${u}.state, 'base_state', ${u}.base_state, 'expires_at', iso(${u}.expires_at),
    'source_expires_at', iso(${u}.source_expires_at), 'deleted_at', iso(${u}.deleted_at), 'first_name', ${u}.first_name,
    'last_name', ${u}.last_name, 'email', ${u}.email, 'username', ${u}.username, 'manager_id', ${u}.manager_id,
    'manager_reference', ${u}.manager_reference, 'manager_problem', ${u}.manager_problem,
    'parent_user_id', ${u}.parent_user_id, 'primary_identity_id', ${u}.primary_identity_id,
    'review_reason', ${u}.review_reason, 'provisioned_at', iso(${u}.provisioned_at),
    'deprovisioned_at', iso(${u}.deprovisioned_at), 'activates_at', iso(${u}.activates_at))`
}

/**
 * Keeps the identities that `ids` selects as they are now, before the first write of this run to each, and locks them: one
 * that is erased meanwhile is kept as it is afterwards.
 * @returns how many the run had not touched yet
 */
export async function keepIdentities(tx: Transaction, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into identity_change (identity_id, is_new, before, was_never_active)
    select i.id, false, ${identityFacts('i')}, i.never_active
    from (select * from identity where id in (${ids}) order by id for no key update) i
    where not exists (select from identity_change c where c.identity_id = i.id) ${planKept(tx)}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** As {@link keepIdentities}, for directory users. */
export async function keepUsers(tx: Transaction, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into user_change (directory_user_id, is_new, before, base_state_set_by, deprovisioned_at)
    select u.id, false, ${userFacts('u')}, u.base_state_set_by, u.deprovisioned_at
    from (select * from directory_user where id in (${ids}) order by id for no key update) u
    where not exists (select from user_change c where c.directory_user_id = u.id) ${planKept(tx)}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

type Relatives = { manager_id?: unknown; parent_user_id?: unknown }

/**
 * The other person (uuid) of an audit row: the manager if that changed (the former one if there is none now), else
 * the parent of a secondary user, also of a former one.
 */
export function relatedPerson(
  before: Relatives | null | undefined,
  after: Relatives,
): AuditPosition | undefined {
  const hasMoved = (before?.manager_id ?? null) !== (after.manager_id ?? null)
  const id =
    (hasMoved ? (after.manager_id ?? before?.manager_id) : null) ??
    after.parent_user_id ??
    before?.parent_user_id
  return typeof id === 'string' ? { kind: 'directoryUser', id } : undefined
}
