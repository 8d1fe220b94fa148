import { sql, type RawBuilder } from 'kysely'
import { vendorFacts } from '../../contract/gen/vendors.ts'
import { planKept } from '../../database/planning.ts'
import type { SourceRun } from './integration-facts.ts'

/** Vendors where people can write their names themselves, so that these are no evidence. Mappings can say it too. */
const withOwnNames = Object.entries(vendorFacts).flatMap(([name, { hasOwnNames: has }]) =>
  has ? [name] : [],
)

/** Whether people write the names of the accounts of an integration (`g`) themselves, as SQL. */
export const hasOwnNames = sql<boolean>`
  (g.type = any (${withOwnNames}::text[]) or g.scim_profile = any (${withOwnNames}::text[])
    or coalesce(g.mapping #> '{account,own_names}' = 'true', false))`

/** The name of an account (`alias`) that says whose it is, as the set of its words, as SQL; null without one. */
export function nameOf(alias: 'a' | 'i'): RawBuilder<string | null> {
  const of = sql.id(alias)
  return sql`name_evidence(${of}.first_name, ${of}.last_name, ${of}.full_name, concat_ws(' ', ${of}.handle, ${of}.vendor_id), ${of}.email)`
}

/**
 * What matching reads of accounts of an integration (`g`), as SQL. `number_key`: where it has employee numbers, if they say whose an
 * account is.
 */
export function matchedBy(integrationId: string): RawBuilder<unknown> {
  return sql`(
    select case when g.is_primary or g.trusts_employee_id then g.employee_id_profile_key end as number_key,
      case when g.is_primary then g.parent_profile_key end as parent_key,
      ${hasOwnNames} as has_own_names, g.is_primary or g.trusts_email as is_trusted,
      array(
        select lower(btrim(listed)) from jsonb_array_elements_text(
          case jsonb_typeof(g.mapping #> '{account,placeholder_numbers}') when 'array'
            then g.mapping #> '{account,placeholder_numbers}' else '[]' end) listed) as placeholders
    from integration g where g.id = ${integrationId}::uuid) g`
}

/** The employee number of an account (`alias`) that says whose it is, as SQL; null without one. Needs {@link matchedBy}. */
export function numberOf(alias: 'a' | 'i'): RawBuilder<string | null> {
  const account = sql.id(alias)
  return sql`number_evidence(profile_text(${account}.profile, g.number_key), ${account}.vendor_id, g.placeholders)`
}

/** Whether an account (`alias`) names a main account, as SQL. Needs {@link matchedBy}. */
function isBeside(alias: 'a' | 'i'): RawBuilder<boolean> {
  return sql`(nullif(btrim(profile_text(${sql.id(alias)}.profile, g.parent_key)), '') is not null)`
}

/** Whether an account (`alias`) is of a bot or a service: it is no person's, unless an administrator says whose. */
const isMachine = (alias: 'a' | 'i') =>
  sql`coalesce(${sql.id(alias)}.profile ->> 'account_kind' in ('bot', 'service'), false)`

/** Adds staged accounts without a person to `pending_link`. `condition`: about the account (`a`) and its identity (`i`), if it has one. */
export async function addStaged(
  { tx, integration }: SourceRun,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into pending_link (identity_id, integration_id, vendor_id, email_key, state, is_new, number, is_beside, is_machine, decided_as, party)
    select id, ${integration.id}::uuid, vendor_id, email_key, state, is_new, case when not is_machine then number end, is_beside,
      is_machine, decided_as, id
    from (
      select coalesce(i.id, new_id()) as id, a.vendor_id, email_key(a.email) as email_key, a.state, i.id is null as is_new,
        ${numberOf('a')} as number, ${isBeside('a')} as is_beside,
        ${isMachine('a')} as is_machine, i.decided_as
      from staged_account a
      cross join ${matchedBy(integration.id)}
      left join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
      where ${condition}
      order by a.line) a ${planKept(tx)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Adds accounts (`i`) of no one that are stored to `pending_link`. An account that an administrator took from a person waits for one. */
export async function addStored(
  { tx, integration }: SourceRun,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into pending_link (identity_id, integration_id, vendor_id, email_key, state, is_new, number, is_beside, is_machine, decided_as, party)
    select i.id, i.integration_id, i.vendor_id, i.email_key, i.vendor_state, false,
      case when not ${isMachine('i')} then ${numberOf('i')} end, ${isBeside('i')}, ${isMachine('i')}, i.decided_as, i.id
    from identity i cross join ${matchedBy(integration.id)}
    where i.integration_id = ${integration.id} and i.directory_user_id is null and i.link_evidence is null
      and (not ${integration.isPrimary} or i.vendor_state <> 'deactivated' and (not ${isMachine('i')} or i.decided_as is not null
        or exists (select from identity_candidate c where c.identity_id = i.id))) and ${condition}
    order by i.vendor_id ${planKept(tx)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Where the names of pending accounts are: in the stage for all, or only for new ones. */
export type Names = { areStaged: boolean }

const repeated = (column: 'email_key' | 'number') => sql`
  select ${sql.ref(column)} from pending_link where ${sql.ref(column)} is not null
  group by ${sql.ref(column)} having count(*) > 1`

/** The names of pending accounts that have an address or a number which others have too: of all others they say nothing. */
export async function readNames(
  { tx, integration }: SourceRun,
  { areStaged }: Names,
): Promise<void> {
  const matters = sql`not g.has_own_names and (
    p.email_key in (select email_key from address_holder) or p.number in (select number from number_holder)
    or p.identity_id in (select identity_id from returned_account)
    or p.email_key in (${repeated('email_key')}) or p.number in (${repeated('number')}))`
  await sql`
    update pending_link p set words = ${nameOf('a')}
    from staged_account a cross join ${matchedBy(integration.id)}
    where a.vendor_id = p.vendor_id and (p.is_new or ${areStaged}) and ${matters} ${planKept(tx)}`.execute(
    tx,
  )
  if (areStaged) return
  await sql`
    update pending_link p set words = ${nameOf('i')}
    from identity i cross join ${matchedBy(integration.id)}
    where i.id = p.identity_id and not p.is_new and ${matters} ${planKept(tx)}`.execute(tx)
}

type PendingRow = {
  id: string
  isLive: boolean
  isBeside: boolean
  number: string | null
  bare: string | null
  email: string | null
  words: string | null
}

/**
 * Pending accounts that are one person's, because two of number, address and name are the same, become one party. A number that
 * another one of them has, of another name and address, is none. To be called once they have names.
 */
export async function findParties({ tx }: Pick<SourceRun, 'tx'>): Promise<void> {
  await dropNumbersOfOthers({ tx })
  const { rows } = await sql<PendingRow>`
    select identity_id as id, state <> 'deactivated' as "isLive", is_beside as "isBeside", number,
      bare_number(number) as bare, email_key as email, words
    from pending_link p
    where not is_machine and ((email_key, words) in (
        select email_key, words from pending_link where email_key is not null and words is not null
        group by email_key, words having count(*) > 1)
      or (number, words) in (
        select number, words from pending_link where number is not null and words is not null
        group by number, words having count(*) > 1)
      or (number, email_key) in (
        select number, email_key from pending_link where number is not null and email_key is not null
        group by number, email_key having count(*) > 1))
    order by vendor_id ${planKept(tx)}`.execute(tx)
  const joined = joinAlike(rows)
  if (joined.length === 0) return
  await sql`
    update pending_link p set party = r.party
    from json_to_recordset(${JSON.stringify(joined)}::json) as r (id uuid, party uuid)
    where p.identity_id = r.id ${planKept(tx)}`.execute(tx)
}

/** Of accounts that have one number, each needs the name or the address of all others. */
async function dropNumbersOfOthers({ tx }: Pick<SourceRun, 'tx'>): Promise<void> {
  await sql`
    update pending_link p set number = null
    from (
      select identity_id, count(*) over (partition by number) as total,
        case when words is null then 0 else count(*) over (partition by number, words) end
          + case when email_key is null then 0 else count(*) over (partition by number, email_key) end
          - case when words is null or email_key is null then 0 else count(*) over (partition by number, words, email_key) end as alike
      from pending_link where number in (${repeated('number')})) n
    where n.identity_id = p.identity_id and greatest(n.alike, 1) < n.total ${planKept(tx)}`.execute(
    tx,
  )
}

/** @returns which account is in the party of which other one */
function joinAlike(rows: readonly PendingRow[]): { id: string; party: string }[] {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    if (root !== id) parents.set(id, root)
    return root
  }
  const join = (group: readonly PendingRow[]) => {
    const [first, ...others] = group
    for (const other of others) {
      const [one, two] = [rootOf(first?.id ?? other.id), rootOf(other.id)].sort()
      if (one !== undefined && two !== undefined && one !== two) parents.set(two, one)
    }
  }
  const keyed = (key: (row: PendingRow) => readonly (string | null)[]) =>
    Map.groupBy(
      rows.filter((row) => !key(row).includes(null)),
      (row) => JSON.stringify([row.isBeside, ...key(row)]),
    ).values()
  for (const group of keyed(({ number, words }) => [number, words])) join(group)
  for (const group of keyed(({ number, email }) => [number, email])) join(group)
  for (const group of keyed(({ email, words }) => [email, words]))
    for (const alike of withoutFormer(group)) join(alike)
  return rows.map(({ id }) => ({ id, party: rootOf(id) })).filter(({ id, party }) => id !== party)
}

/** Of accounts with one address and name, those that have ended are a person of their own where their number is another one. */
function withoutFormer(group: readonly PendingRow[]): PendingRow[][] {
  const live = group.filter(({ isLive }) => isLive)
  const counted = live.length > 0 ? live : group
  const numbers = new Set(counted.flatMap(({ bare }) => bare ?? []))
  if (live.length === 0 && numbers.size > 1)
    return [...Map.groupBy(group, ({ bare }) => bare).values()]
  const isTheirs = ({ isLive, bare }: PendingRow) =>
    isLive || bare === null || numbers.size === 0 || numbers.has(bare)
  const others = group.filter((row) => !isTheirs(row))
  return [group.filter(isTheirs), ...Map.groupBy(others, ({ bare }) => bare).values()]
}
