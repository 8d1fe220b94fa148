import { sql, type RawBuilder } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import type { ChangedIdentity } from '../identities/identity-entry.ts'
import { factsOf, identityColumns } from '../identities/audited-columns.ts'

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
      select i.id, ${heldColumns('i', emptyIdentity)} as erased, ${factsOf(identityColumns, 'i')} as facts from identity i
      where i.directory_user_id = ${personId} order by i.id for no key update
    )
    update identity i set ${emptied(emptyIdentity)}, before_link = null from before
    where i.id = before.id and cardinality(before.erased) > 0
    returning i.id, i.integration_id, i.directory_user_id as subject_id, before.erased, before.facts as before,
      ${factsOf(identityColumns, 'i')} as after`.execute(tx)
  await sql`
    delete from former_number f using identity i
    where i.directory_user_id = ${personId} and f.identity_id = i.id`.execute(tx)
  await sql`delete from identity_candidate where directory_user_id = ${personId}`.execute(tx)
  await sql`
    delete from reported_account r using identity i
    where i.directory_user_id = ${personId} and r.identity_id = i.id`.execute(tx)
  return rows
}

/** How many audit rows have personal values of the person or of their accounts. */
export async function countPersonalAudit(tx: Transaction, personId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from personal_audit_of(${personId})`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Deletes the personal values that audit rows keep of a deleted person whose erasure is recorded; the rows stay. */
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
 * Deletes the rows that runs left out, or remarked on, whose reason quotes a name or an address of the person, accepted or pending.
 * A handle or a single word names others too, so these count in sources of the person alone. Called before the values are erased.
 * @returns how many
 */
export async function eraseRunRows(tx: Transaction, personId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with account as materialized (select * from identity where directory_user_id = ${personId}),
    known as materialized (
      select distinct lower(v.value) as value, ${isOnesOwn(sql`v.value`)} as is_ones_own from (
        select email as value from account union select handle from account union select full_name from account
        union select h.email from held_account h join account a on a.id = h.identity_id
        union select email from directory_user where id = ${personId}
        union select full_name from directory_user where id = ${personId}
      ) v where char_length(v.value) >= 3
    )
    delete from import_run_row w using import_run r
    where r.id = w.run_id and exists (
      select from known k where position(k.value in lower(w.reason)) > 0
        and (k.is_ones_own or r.integration_id in (select integration_id from account)))`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Whether a value is hardly a word of something else: an address, several words, or a name in a script without spaces. */
const isOnesOwn = (value: RawBuilder<unknown>) =>
  sql`(${value} ~ '[@[:space:]]' or octet_length(${value}) > 2 * char_length(${value}))`

/**
 * Deletes what plans of runs have shown of a person, also from before they existed: then the account or the address is theirs.
 * Called before these are erased. @returns how many people of plans
 */
export async function erasePlannedPeople(tx: Transaction, personId: string): Promise<number> {
  const { rows } = await sql<{ run_id: string }>`
    with account as materialized (
      select id, integration_id, vendor_id, email_key from identity where directory_user_id = ${personId}
    ),
    known as materialized (
      select email_key from account
      union select h.email_key from held_account h join account a on a.id = h.identity_id
      union select email_key from directory_user where id = ${personId}
    ),
    mine as materialized (
      select x.run_id, x.position from import_run_person x where x.directory_user_id = ${personId}
      union
      select x.run_id, x.position from account a join import_run_person x on x.vendor_id = a.vendor_id
        join import_run r on r.id = x.run_id and r.integration_id = a.integration_id
      union
      select x.run_id, x.position from known k join import_run_person x on x.email is not null and email_key(x.email) = k.email_key
    ),
    effect as (
      delete from import_run_effect e using mine m where (e.run_id, e.person) = (m.run_id, m.position)
    )
    delete from import_run_person x using mine m where (x.run_id, x.position) = (m.run_id, m.position)
    returning x.run_id`.execute(tx)
  if (rows.length > 0) await forgetNewRulesets(tx, [...new Set(rows.map(({ run_id }) => run_id))])
  return rows.length
}

/** What plans of runs would have made for an erased person alone: its name is a value of their profile. */
async function forgetNewRulesets(tx: Transaction, runIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ run_id: string; ruleset_id: string }>`
    delete from import_run_ruleset s where s.run_id = any (${runIds}::uuid[]) and s.is_new
      and not exists (select from import_run_effect e where (e.run_id, e.ruleset_id) = (s.run_id, s.ruleset_id))
    returning s.run_id, s.ruleset_id`.execute(tx)
  const gone = rows.map(({ run_id, ruleset_id: id }) => ({ run_id, key: encodeId('ruleset', id) }))
  await sql`
    with gone as (select run_id, key from json_to_recordset(${JSON.stringify(gone)}::json) as g (run_id uuid, key text))
    update import_run r set heard_at = clock_timestamp(), plan = jsonb_set(plan, '{resources}', array_to_json(array(
      select p.resource from jsonb_array_elements(plan -> 'resources') with ordinality as p (resource, n)
      where p.resource -> 'is_new' = 'false'
        or p.resource ->> 'ruleset_key' not in (select g.key from gone g where g.run_id = r.id)
      order by p.n))::jsonb)
    where r.id in (select run_id from gone)`.execute(tx)
}
