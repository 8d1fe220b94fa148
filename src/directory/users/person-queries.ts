import { sql } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'

/** A person as their lifecycle and changes see them. Ids are uuids. */
export type Person = {
  id: string
  state: 'staged' | 'active' | 'expiring' | 'expired' | 'suspended' | 'deactivated'
  base_state: string
  expires_at: Date | null
  /** An administrator set the end; otherwise it is the last day that the source gives. */
  expires_at_is_override: boolean
  activates_at: Date | null
  deleted_at: Date | null
  provisioned_at: Date
  deprovisioned_at: Date | null
  first_name: string
  last_name: string
  email: string | null
  username: string | null
  username_is_override: boolean
  manager_id: string | null
  manager_reference: string | null
  manager_problem: string | null
  parent_user_id: string | null
  primary_identity_id: string | null
  review_reason: string | null
  metadata: Record<string, string>
  /** The handle of the primary integration that governs them, if one does. */
  governed_by: string | null
  version: number
}

/** The columns that changes of people write. `metadata` is the whole of it. */
export type PersonValues = {
  base_state?: 'staged' | 'active' | 'suspended' | 'deactivated'
  base_state_set_by?: 'administrator'
  expires_at?: Date | null
  expires_at_is_override?: true
  activates_at?: Date | null
  deleted_at?: Date | null
  first_name?: string
  last_name?: string
  email?: string | null
  username?: string | null
  username_is_override?: boolean
  manager_id?: string | null
  manager_reference?: string | null
  manager_problem?: null
  manager_integration_id?: null
  parent_user_id?: string | null
  parent_is_override?: boolean
  metadata?: Record<string, string>
}

/** The columns of a {@link Person}. `u` directory_user. */
const personColumns = sql<Person>`
  u.id, u.state, u.base_state, u.expires_at, u.expires_at_is_override, u.activates_at, u.deleted_at, u.provisioned_at, u.deprovisioned_at,
  u.first_name, u.last_name, u.email, u.username, u.username_is_override, u.manager_id, u.manager_reference,
  u.manager_problem, u.parent_user_id, u.primary_identity_id, u.review_reason, u.metadata,
  (select g.handle from identity i join integration g on g.id = i.integration_id
    where i.id = u.primary_identity_id) as governed_by, u.version`

/** The person; undefined for an id that no person has. */
export async function findPerson(tx: Transaction, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${personColumns} from directory_user u where u.id = ${id}`.execute(tx)
  return rows[0]
}

/** The people of these ids. */
export async function findPeople(db: Reader, ids: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select ${personColumns} from directory_user u where u.id = any (${uuids(ids)})`.execute(db)
  return rows
}

/** {@link findPerson} for one who is known to be there. */
export async function requirePerson(tx: Transaction, id: string): Promise<Person> {
  const person = await findPerson(tx, id)
  if (person === undefined) throw new Error(`the directory user ${id} is not there`)
  return person
}

/** Locks these people with their parents and secondary users, in id order: as far as a change of them reaches. */
export async function lockWithRelatives(tx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`
    with relative as materialized (
      select id from directory_user where id = any (${uuids(ids)}) or parent_user_id = any (${uuids(ids)})
      union
      select parent_user_id from directory_user where id = any (${uuids(ids)}) and parent_user_id is not null
    )
    -- As an array, each is looked up by the index, however many PostgreSQL expects.
    select id from directory_user where id = any (array(select id from relative))
    order by id for no key update`.execute(tx)
}

/** Locks a person who is about to be removed against imports, which may be about to give them an account. */
export async function lockForRemoval(tx: Transaction, id: string): Promise<void> {
  await sql`select from directory_user where id = ${id} for update`.execute(tx)
}

export async function insertPerson(tx: Transaction, values: PersonValues): Promise<Person> {
  const columns = columnsOf(values)
  const { rows } = await sql<Person>`
    insert into directory_user as u (${sql.join(columns.map(({ name }) => name))})
    values (${sql.join(columns.map(({ value }) => value))}) returning ${personColumns}`.execute(tx)
  return onlyPerson(rows)
}

/** @returns the person as they are then */
export async function updatePerson(
  tx: Transaction,
  id: string,
  values: PersonValues,
): Promise<Person> {
  const changes = columnsOf(values).map(({ name, value }) => sql`${name} = ${value}`)
  const { rows } = await sql<Person>`
    update directory_user u set ${sql.join(changes)} where u.id = ${id} returning ${personColumns}`.execute(
    tx,
  )
  return onlyPerson(rows)
}

/** What a person has from the account that governs them, if one does. Deleted people do not follow it. */
export async function findGovernedValues(
  tx: Transaction,
  { primary_identity_id: accountId }: Person,
): Promise<Pick<PersonValues, 'first_name' | 'last_name' | 'email'>> {
  const { rows } = await sql<{ first_name: string; last_name: string; email: string | null }>`
    select first_name, last_name, email from identity where id = ${accountId}`.execute(tx)
  return rows[0] ?? {}
}

function columnsOf({ metadata, ...values }: PersonValues) {
  const all = metadata === undefined ? values : { ...values, metadata: JSON.stringify(metadata) }
  return Object.entries(all).map(([name, value]) => ({ name: sql.ref(name), value }))
}

function onlyPerson([person]: readonly Person[]): Person {
  if (person === undefined) throw new Error('no directory user was written')
  return person
}

/** Whether `id` is `above` or manages `above` at any level; then `above` can't become the manager of `id`. */
export async function isAtOrAbove(tx: Transaction, id: string, above: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive chain as (
      select ${above}::uuid as id
      union
      select u.manager_id from chain c join directory_user u on u.id = c.id where u.manager_id is not null
    )
    select exists (select from chain where id = ${id}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** What a relation to a person needs to know about them. `is_parent`: of someone who is not deleted. */
export type Relative = { id: string; is_deleted: boolean; has_parent: boolean; is_parent: boolean }

export async function findRelative(tx: Transaction, id: string): Promise<Relative | undefined> {
  const { rows } = await sql<Relative>`
    select u.id, u.deleted_at is not null as is_deleted, u.parent_user_id is not null as has_parent,
      exists (select from directory_user s where s.parent_user_id = u.id and s.deleted_at is null) as is_parent
    from directory_user u where u.id = ${id}`.execute(tx)
  return rows[0]
}
