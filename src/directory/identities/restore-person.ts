import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { LinkedAccount } from './linked-account.ts'
import { keepUsers } from './snapshots.ts'

/** What a link changes of a person's state, unless an administrator decided about it since. */
const personStates = [
  'base_state',
  'base_state_set_by',
  'deprovisioned_at',
  'activates_at',
] as const

type PersonState = (typeof personStates)[number]

const ofSource = (column: PersonState) => sql`
  ${sql.ref(column)} = case when u.base_state_set_by = 'source' then b.${sql.ref(column)} else u.${sql.ref(column)} end`

/**
 * After a link is undone, a person that no other account governs gets back the names, address and state that they had before it. A
 * manager or parent that came with the link goes.
 */
export async function restorePerson(
  tx: Transaction,
  personId: string,
  { beforeLink }: LinkedAccount,
): Promise<void> {
  const before = beforeLink?.person
  if (before == null) return
  const free = sql`
    select id from directory_user where id = ${personId} and deleted_at is null and primary_identity_id is null`
  await keepUsers(tx, free)
  await sql`
    update directory_user u set first_name = b.first_name, last_name = b.last_name, email = b.email,
      username = case when u.username_is_override then u.username else b.username end, source_expires_at = b.source_expires_at,
      ${sql.join(personStates.map(ofSource))}
    from jsonb_to_record(${JSON.stringify(before)}::jsonb) as b (first_name text, last_name text, email text, username text,
      source_expires_at timestamptz, base_state text, base_state_set_by text, deprovisioned_at timestamptz, activates_at timestamptz)
    where u.id in (${free})`.execute(tx)
  // What was kept before links had managers says nothing of one: the present one stays.
  if ('manager_id' in before)
    await sql`
      update directory_user set manager_id = null, manager_integration_id = null,
        parent_user_id = case when parent_is_override then parent_user_id end
      where id in (${free})`.execute(tx)
}

/** They have their former manager again, unless that one is below them now or was named by a source that names none any more. */
export async function restoreManager(
  tx: Transaction,
  { personId, beforeLink }: LinkedAccount,
): Promise<void> {
  const { manager_id: manager = null, manager_integration_id: namedBy = null } =
    beforeLink?.person ?? {}
  if (manager === null) return
  await sql`
    with recursive above as (
      select ${manager}::uuid as id
      union select u.manager_id from above a join directory_user u on u.id = a.id where u.manager_id is not null
    )
    update directory_user u set manager_id = m.id, manager_integration_id = ${namedBy}::uuid
    from directory_user m
    where u.id = ${personId} and u.deleted_at is null and u.primary_identity_id is null and m.id = ${manager}::uuid
      and not exists (select from above where id = ${personId}::uuid)
      and (${namedBy}::uuid is null or exists (
        select from integration where id = ${namedBy}::uuid and manager_profile_key is not null))`.execute(
    tx,
  )
}

/** They have their former parent again, unless an administrator gave them one since, or one of the two can't have that place now. */
export async function restoreParent(
  tx: Transaction,
  { personId, beforeLink }: LinkedAccount,
): Promise<void> {
  const { parent_user_id: parent = null, parent_is_override: isOverride = false } =
    beforeLink?.person ?? {}
  if (parent === null) return
  await sql`
    update directory_user u set parent_user_id = p.id, parent_is_override = ${isOverride}::boolean
    from directory_user p
    where u.id = ${personId} and u.deleted_at is null and u.primary_identity_id is null and not u.parent_is_override
      and p.id = ${parent}::uuid and p.id <> u.id and p.parent_user_id is null
      and not exists (select from directory_user s where s.parent_user_id = u.id and s.deleted_at is null)`.execute(
    tx,
  )
}
