import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { fewRowsOf, planKept } from '../../database/planning.ts'
import { isPacked } from '../../directory/identities/changed-accounts.ts'
import { isRejectedEnd } from '../../policy/shapes/incident-ref.ts'
import { managerKeys } from '../file/manager-name.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { emptyOutcome, type PeopleFindings } from './outcome.ts'

/** The findings for an administrator: among all people, and the cycles that this import would have closed. */
export async function findPeopleFindings(tx: Transaction): Promise<PeopleFindings> {
  const { rows } = await sql<PeopleFindings>`
    select
      (select count(*) from directory_user where manager_problem in ('unresolved', 'ambiguous') and deleted_at is null)
        as "managersUnresolved",
      (select count(*) from directory_user u join user_change c on c.directory_user_id = u.id
        where u.manager_problem = 'cycle' and u.deleted_at is null
          and c.before ->> 'manager_problem' is distinct from 'cycle') as "managerCycles",
      (select count(*) from (
        select from directory_user where deleted_at is null and email_key is not null
        group by email_key having count(*) > 1) shared) as "sharedEmails",
      (select count(*) from (
        select from directory_user where deleted_at is null and username is not null
        group by username_key(username) collate "C"
        having count(*) > 1 and count(distinct email_key) + count(*) filter (where email_key is null) > 1) shared)
        as "sharedUsernames",
      (select count(*) from directory_user where review_reason = 'recycled_address' and deleted_at is null)
        as "recycledAddresses",
      (select count(*) from directory_user where review_reason = 'shared_address' and deleted_at is null)
        as "addressesOfOthers",
      (select count(*) from held_account h join identity i on i.id = h.identity_id where ${isRejectedEnd})
        as "rejectedAccountEnds"`.execute(tx)
  return rows[0] ?? emptyOutcome().people
}

/**
 * Remarks on people after a run of the primary, whose manager or main account was not found, or who follow another account.
 * Without a primary, that there are no people.
 */
export async function remarkOnPeople(tx: Transaction, integration: Integration): Promise<string[]> {
  if (!integration.is_primary) return (await hasPrimary(tx)) ? [] : [describeNoPrimary(integration)]
  const remarks = await Promise.all([
    describeUnreadManagers(tx, integration),
    describeManagersByName(tx, integration),
    describeMainAccounts(tx, integration),
    describeFollowers(tx, integration),
  ])
  return remarks.filter((remark) => remark !== null)
}

async function hasPrimary(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`select from integration where is_primary limit 1`.execute(tx)
  return rows.length > 0
}

function describeNoPrimary({ handle }: Integration): string {
  return `no source is the primary one, so no account makes a person; make one the primary, such as by muster integration update ${handle} --primary`
}

/** What names no manager: a dash, a word for none, or whether someone is one. */
const saysNobody = '^\\s*([-–—.]+|n/?a|none|null|yes|no|true|false|[01])?\\s*$'

/** Accounts that name a manager only by a key that the integration does not read; null where there are none. */
async function describeUnreadManagers(
  tx: Transaction,
  { manager_profile_key: read, manager_name_profile_key: name }: Integration,
): Promise<string | null> {
  const keys = managerKeys.filter((key) => key !== read && key !== name)
  const { rows } = await sql<{ key: string; accounts: number }>`
    select k.key, count(*) as accounts
    from (${listedAccounts}) a, unnest(${keys}::text[]) k (key)
    where a.profile ?| ${keys}::text[] and profile_text(a.profile, k.key) !~* ${saysNobody}
      and not exists (select from unnest(${[read, name]}::text[]) own (key) where profile_text(a.profile, own.key) is not null)
    group by k.key order by k.key ${planKept(tx)}`.execute(tx)
  if (rows.length === 0) return null
  const named = rows.map(({ key, accounts }) => `${accounts} in ${JSON.stringify(key)}`).join(', ')
  const what = read === null ? 'no manager' : JSON.stringify(read)
  return `Managers: accounts name one where this integration does not read it: ${named}. It reads ${what}: set manager_profile_key and manager_profile_holds.`
}

/** What the import says of managers who are named only by name; null where all were found by it. */
async function describeManagersByName(
  tx: Transaction,
  { id, manager_name_profile_key: key }: Integration,
): Promise<string | null> {
  if (key === null) return null
  const { rows } = await sql<{ ambiguous: number; unknown: number }>`
    select count(*) filter (where u.manager_problem = 'ambiguous') as ambiguous,
      count(*) filter (where u.manager_problem = 'unresolved') as unknown
    ${listedPeople(id, sql<boolean>`a.profile ? ${key}`)}`.execute(tx)
  const { ambiguous = 0, unknown = 0 } = rows[0] ?? {}
  if (ambiguous + unknown === 0) return null
  return `Managers by name: ${ambiguous} with a name that several people have and ${unknown} with one that nobody has are left open. Export the number or the address of the manager to find these.`
}

/** Accounts whose main account was not found keep their own access, so they are reported; null where all have one. */
async function describeMainAccounts(
  tx: Transaction,
  { id, parent_profile_key: key }: Integration,
): Promise<string | null> {
  if (key === null) return null
  const { rows } = await sql<{ people: number }>`
    select count(*) as people
    ${listedPeople(id, sql<boolean>`profile_text(a.profile, ${key}) is not null`)}
    where u.parent_user_id is null and u.deleted_at is null`.execute(tx)
  const people = rows[0]?.people ?? 0
  if (people === 0) return null
  return `Main accounts: ${people} that accounts name in ${JSON.stringify(key)} were not found. It must hold the id of an account at this source that is not additional itself.`
}

/** An account of another kind, such as one for administration, keeps a leaver active, so this is reported; null where no one follows one. */
async function describeFollowers(tx: Transaction, { id }: Integration): Promise<string | null> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct u.id) as people from ${fewRowsOf(tx, 'identity_change')} c
    join identity p on p.id = c.identity_id and p.integration_id = ${id} and p.vendor_state = 'deactivated'
      and c.before ->> 'vendor_state' <> 'deactivated'
    join directory_user u on u.id = p.directory_user_id
    join identity i on i.id = u.primary_identity_id and i.vendor_state <> 'deactivated' and i.linked_by <> 'replaced'
    ${planKept(tx)}`.execute(tx)
  const people = rows[0]?.people ?? 0
  if (people === 0) return null
  return `Accounts that ended: ${people} of the people follow another account that they have at this source. Unlink it if it is not of the same person.`
}

/** The accounts that the run lists, as SQL: those that are packed are as their identities. */
const listedAccounts = sql`
  select vendor_id, profile from staged_account
  union all select i.vendor_id, i.profile from import_unchanged n join identity i on i.id = n.identity_id where ${isPacked}`

/** The people (`u`) whose accounts (`a`) of an integration the run lists so, as SQL. */
const listedPeople = (integrationId: string, isSo: RawBuilder<boolean>) => sql`
  from (
    with named as materialized (select a.vendor_id from (${listedAccounts}) a where ${isSo})
    select u.* from named a
    join identity i on i.integration_id = ${integrationId} and i.vendor_id = a.vendor_id
    join directory_user u on u.primary_identity_id = i.id) u`
