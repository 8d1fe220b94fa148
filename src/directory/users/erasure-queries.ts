import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import type { ChangedIdentity } from '../identities/account-audit.ts'
import { identityFacts } from '../identities/snapshots.ts'

/** A record of which something was erased: the columns that held it. */
export type Erased = { id: string; erased: string[] }
export type ErasedIdentity = Erased & ChangedIdentity

/** The names of those columns of `alias` that hold something. Names and alias are ours. */
function heldColumns(alias: string, empty: Record<string, string>) {
  const held = Object.entries(empty).map(
    ([name, value]) =>
      sql`case when ${sql.id(alias, name)} is distinct from ${sql.raw(value)} then ${sql.lit(name)} end`,
  )
  return sql<string[]>`array_remove(array[${sql.join(held)}], null)`
}

function emptied(empty: Record<string, string>) {
  return sql.join(
    Object.entries(empty).map(([name, value]) => sql`${sql.id(name)} = ${sql.raw(value)}`),
  )
}

const emptyPerson = {
  first_name: `''`,
  last_name: `''`,
  email: 'null',
  username: 'null',
  metadata: `'{}'::jsonb`,
  manager_reference: 'null',
}
const emptyIdentity = {
  handle: 'null',
  first_name: `''`,
  last_name: `''`,
  full_name: `''`,
  email: 'null',
  profile: `'{}'::jsonb`,
  link_evidence: 'null',
}

/** Empties a person's own columns. @returns which held something */
export async function erasePerson(tx: Transaction, id: string): Promise<string[]> {
  const { rows } = await sql<Erased>`
    with before as materialized (
      select u.id, ${heldColumns('u', emptyPerson)} as erased from directory_user u where u.id = ${id}
    )
    update directory_user u set ${emptied(emptyPerson)}, username_is_override = false, manager_problem = null
    from before where u.id = before.id returning u.id, before.erased`.execute(tx)
  return rows[0]?.erased ?? []
}

/** Empties the identities of a person, but for the vendor's id and state. @returns those that held something */
export async function eraseIdentities(
  tx: Transaction,
  personId: string,
): Promise<ErasedIdentity[]> {
  const { rows } = await sql<ErasedIdentity>`
    with before as materialized (
      select i.id, ${heldColumns('i', emptyIdentity)} as erased, ${identityFacts('i')} as facts from identity i
      where i.directory_user_id = ${personId} order by i.id for no key update
    )
    update identity i set ${emptied(emptyIdentity)} from before
    where i.id = before.id and cardinality(before.erased) > 0
    returning i.id, i.integration_id, i.directory_user_id as subject_id, before.erased, before.facts as before,
      ${identityFacts('i')} as after`.execute(tx)
  return rows
}

/** How many audit rows have personal values about the person. */
export async function countPersonalAudit(tx: Transaction, personId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_log_personal where subject_id = ${personId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Deletes the personal values of the audit rows about a deleted person whose erasure is recorded; the rows stay. */
export async function erasePersonalAudit(tx: Transaction, personId: string): Promise<void> {
  await sql`select erase_personal_audit(${personId})`.execute(tx)
}

/**
 * Empties the stored idempotent responses that name the person. The response of an erasure no longer names a
 * person, and is kept for concurrent repeats.
 */
export async function eraseKeptAnswers(tx: Transaction, personId: string): Promise<void> {
  const id = encodeId('directoryUser', personId)
  await sql`
    update idempotency_key set body = null
    where position(${id} in body) > 0 and path not like '%/erase'`.execute(tx)
}

/** Deletes what was pushed by SCIM about the accounts of the person. @returns how many */
export async function erasePushedUsers(tx: Transaction, personId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from scim_resource r using identity i
    where i.directory_user_id = ${personId} and r.integration_id = i.integration_id and r.id = i.vendor_id`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/**
 * Deletes the rows that runs of a person's sources left out, or remarked on, whose reason quotes a name or an address of the person,
 * accepted or pending. Called before these are erased. @returns how many
 */
export async function eraseRunRows(tx: Transaction, personId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with account as materialized (select * from identity where directory_user_id = ${personId}),
    known as materialized (
      select distinct lower(v.value) as value from (
        select email as value from account union select handle from account union select full_name from account
        union select h.email from held_account h join account a on a.id = h.identity_id
        union select email from directory_user where id = ${personId}
        union select full_name from directory_user where id = ${personId}
      ) v where char_length(v.value) >= 3
    )
    delete from import_run_row w using import_run r
    where r.id = w.run_id and r.integration_id in (select integration_id from account)
      and exists (select from known k where position(k.value in lower(w.reason)) > 0)`.execute(tx)
  return Number(numAffectedRows)
}
