import type { AuditPosition } from '../../audit/record.ts'
import { sql, type RawBuilder } from 'kysely'
import { planKept } from '../../database/planning.ts'
import { factsOf, identityColumns, userColumns } from './audited-columns.ts'
import type { Transaction } from '../../database/database.ts'

type Account = { person: RawBuilder<unknown>; atVendor: RawBuilder<unknown> }

/** The state of an account, as SQL: an orphan while it belongs to no one and has not ended, else what its vendor says. */
export function stateOf({ person, atVendor }: Account): RawBuilder<unknown> {
  return sql`case when ${person} is null and ${atVendor} <> 'deactivated' then 'orphan' else ${atVendor} end`
}

/**
 * Keeps the identities that `ids` selects as they are now, before the first write of this run to each, and locks them: one
 * that is erased meanwhile is kept as it is afterwards.
 * @returns how many the run had not touched yet
 */
export async function keepIdentities(tx: Transaction, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into identity_change (identity_id, is_new, before, was_never_active)
    select i.id, false, ${factsOf(identityColumns, 'i')}, i.never_active
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
    select u.id, false, ${factsOf(userColumns, 'u')}, u.base_state_set_by, u.deprovisioned_at
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
