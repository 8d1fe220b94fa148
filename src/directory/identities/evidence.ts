import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { fewRowsOf, planKept } from '../../database/planning.ts'
import { oppositeId } from '../../database/uuids.ts'
import { analyzeIfLarge } from '../../database/temporary-tables.ts'
import { deletedThere } from './held-selection.ts'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'
import {
  findParties,
  hasOwnNames,
  matchedBy,
  nameOf,
  readNames,
  type Names,
} from './pending-accounts.ts'

/** Of the people with one address or number, more are not compared one by one: it says nothing then. */
const few = 20

/**
 * Compares the accounts of `pending_link` with the people who have their address or number, and with one another, into `evidence`
 * and `address_fact`. A run compares with what its source now says of the accounts that it had.
 */
export async function weighEvidence(run: SourceRun, names: Names): Promise<void> {
  const { tx } = run
  await sql`
    with addresses as (delete from address_holder), numbers as (delete from number_holder), people as (delete from met_person),
      names as (delete from address_name), returned as (delete from returned_account), facts as (delete from address_fact)
    delete from evidence`.execute(tx)
  await findHolders(tx)
  await findNumbers(run)
  await findReturned(run)
  await keepHolders(run)
  await readNames(run, names)
  await findParties(run)
  await describePeople(run)
  await describeAddresses(run)
  await comparePairs(run)
}

/** Who has one of the addresses: as their own, or at the primary in an account that has not ended. */
async function findHolders(tx: Transaction): Promise<void> {
  const pending = sql`select p.email_key from ${fewRowsOf(tx, 'pending_link')} p where p.email_key is not null`
  await sql`
    insert into address_holder (email_key, person_id)
    select u.email_key, u.id from directory_user u where u.email_key in (${pending}) and u.deleted_at is null
    union select u.email_key, u.id from directory_user u where u.email_key in (${pending}) and u.deleted_at is not null
    union select i.email_key, i.directory_user_id from identity i
    where i.email_key in (${pending}) and i.integration_id = (select id from integration where is_primary)
      and i.directory_user_id is not null and i.vendor_state <> 'deactivated' ${planKept(tx)}`.execute(
    tx,
  )
  await analyzeIfLarge(tx, 'address_holder')
}

/** Accounts of the primary and of sources marked `trusts_employee_id` have employee numbers that say whose they are. */
const trustsNumbers = sql`
  (g.is_primary or g.trusts_employee_id) and g.deleted_at is null and g.employee_id_profile_key is not null`

/** Accounts that have one of the numbers, and those of the same source that had it. */
async function findNumbers({ tx, integration }: SourceRun): Promise<void> {
  const numbers = sql`select number from pending_link where number is not null`
  await sql`
    insert into number_holder (number, identity_id, person_id, integration_id, email_key, words, is_current)
    select number, id, directory_user_id, integration_id, email_key,
      case when directory_user_id is null then ${nameOf('i')} end, is_current
    from (
      select h.*, row_number() over (partition by number order by is_current desc, id) as nth
      from (
        select n.value as number, true as is_current, b.*
        from account_number n join identity b on b.id = n.identity_id
        join integration g on g.id = b.integration_id and ${trustsNumbers}
        where n.value in (${numbers}) and btrim(profile_text(b.profile, g.employee_id_profile_key)) = n.value
        union all
        select n.number, false, b.* from former_number n join identity b on b.id = n.identity_id
        where n.number in (${numbers}) and b.integration_id = ${integration.id}) h) i
    where nth <= ${2 * few} ${planKept(tx)}`.execute(tx)
  await analyzeIfLarge(tx, 'number_holder')
}

/**
 * Whose account a SCIM client deleted that it sends again, under another id because nothing agrees (scim/returned-user.ts).
 */
async function findReturned({ tx, integration }: SourceRun): Promise<void> {
  await sql`
    insert into returned_account (identity_id, person_id)
    with former as materialized (
      select integration_id, id, vendor_id, directory_user_id, profile ->> 'externalId' as external_id
      from ${deletedThere(integration.id)} i
      where (select g.type from integration g where g.id = ${integration.id}) = 'scim'
    )
    select distinct p.identity_id, f.directory_user_id
    from pending_link p
    left join staged_account a on p.is_new and a.vendor_id = p.vendor_id
    left join identity i on not p.is_new and i.id = p.identity_id
    join former f on f.integration_id = p.integration_id
      and f.external_id = coalesce(a.profile, i.profile) ->> 'externalId' and f.id <> p.identity_id
    where f.directory_user_id is not null
      and not exists (select from scim_resource r where r.id = f.vendor_id) ${planKept(tx)}`.execute(
    tx,
  )
}

const metPeople = sql`
  select person_id from address_holder union select person_id from number_holder where is_current and person_id is not null
  union select person_id from returned_account`

/** Prevents the deletion, and so the erasure, of people who may get an account: the account would outlive it. */
async function keepHolders({ tx }: SourceRun): Promise<void> {
  await sql`
    select from directory_user
    where id in (${metPeople}) and deleted_at is null
    order by id for key share ${planKept(tx)}`.execute(tx)
}

/** `status`: 0 of someone who is here, 1 of someone who has left, 2 of someone that an administrator deactivated or deleted. */
const status = sql`case
  when u.deleted_at is not null or u.base_state = 'deactivated' and u.base_state_set_by = 'administrator' then 2
  when u.state in ('expired', 'deactivated') or u.expires_at <= current_instant() then 1 else 0 end`

/** Whether a person (`u`) was created by a decision about an account of no one that has been undone, as SQL. */
const wasUndone = sql<boolean>`(u.deleted_at is not null and exists (
  select from identity i where i.id = ${oppositeId(sql`u.id`)} and i.directory_user_id is null and i.link_evidence is null))`

async function describePeople({ tx, integration }: SourceRun): Promise<void> {
  const primary = sql`
    from identity i where i.directory_user_id = u.id and i.vendor_state <> 'deactivated'
      and i.integration_id = (select id from integration where is_primary)`
  await sql`
    insert into met_person (person_id, status, is_in_review, is_free, is_beside, names, emails, numbers)
    select u.id, ${status}, u.review_reason is not null, u.primary_identity_id is null,
      case when g.parent_key is null then false
        when p.id is null then u.parent_user_id is not null
        else nullif(btrim(profile_text(p.profile, g.parent_key)), '') is not null end,
      -- The account that governs the person has the same name, mostly. The same name says the same, or nothing.
      array_remove(array(
        select own.words
        union select ${nameOf('i')} ${primary} and (
          own.words is null or i.id <> u.primary_identity_id or u.primary_identity_id is null
          or (i.first_name, i.last_name, i.full_name) is distinct from (u.first_name, u.last_name, u.full_name))), null),
      array(select u.email_key where u.email_key is not null union select i.email_key ${primary} and i.email_key is not null),
      -- They are compared with numbers alone.
      case when exists (select from pending_link where number is not null) then array(
        select distinct number
        from identity i join (select * from integration g where ${trustsNumbers}) n on n.id = i.integration_id,
          number_evidence(profile_text(i.profile, n.employee_id_profile_key), '', g.placeholders) number
        where i.directory_user_id = u.id and number is not null) else '{}' end
    from (${metPeople}) h
    join directory_user u on u.id = h.person_id
    left join identity p on p.id = u.primary_identity_id
    cross join lateral (
      select name_evidence(u.first_name, u.last_name, u.full_name, concat_ws(' ', p.handle, p.vendor_id, u.username), u.email) as words
      offset 0) own
    cross join ${matchedBy(integration.id)}
    where not ${wasUndone} ${planKept(tx)}`.execute(tx)
  await analyzeIfLarge(tx, 'met_person')
}

/** Whether accounts of an integration say who is beside another person. Elsewhere a secondary user competes with their parent for nothing. */
const hasParents = ({ isPrimary, parentProfileKey }: IntegrationFacts) =>
  isPrimary && parentProfileKey !== null

/** Who has an address, by name: people, and accounts of no one that have not ended. */
async function describeAddresses({ tx, integration }: SourceRun): Promise<void> {
  await sql`
    insert into address_name (email_key, words, person_id, status, nth_of_person, nth, nth_of_name)
    select email_key, words, person_id, status,
      row_number() over (partition by email_key, person_id order by words collate "C"),
      row_number() over (partition by email_key order by status, person_id),
      row_number() over (partition by email_key, words order by status, person_id)
    from address_holder join met_person m using (person_id)
    cross join lateral unnest(case when m.names = '{}' then array[null] else m.names end) as n (words) ${planKept(tx)}`.execute(
    tx,
  )
  await sql`
    insert into address_fact (email_key, live, total, any_id, live_id, names, former_names)
    select email_key, count(distinct person_id) filter (where status = 0),
      count(distinct person_id) filter (where not is_deleted),
      (array_agg(person_id order by person_id) filter (where not is_deleted))[1],
      (array_agg(person_id order by person_id) filter (where status = 0))[1],
      (array_agg(distinct words) filter (where is_here and words is not null))[1:3],
      (array_agg(distinct coalesce(words, '')) filter (where not is_here))[1:3]
    from (
      select n.email_key, n.person_id, n.status, u.deleted_at is not null as is_deleted, n.status = 0 as is_here,
        -- One person shares an address with nobody, whatever names they have.
        case when n.nth_of_person = 1 or n.status > 0 then n.words end as words
      from address_name n join directory_user u on u.id = n.person_id
      where ${hasParents(integration)} or not exists (
        select from address_holder h where h.email_key = n.email_key and h.person_id = u.parent_user_id)
      union all
      select p.email_key, null, null, null, p.state <> 'deactivated', p.words from pending_link p
      where p.email_key in (select email_key from pending_link group by email_key having count(*) > 1)
      union all
      select i.email_key, null, null, null, true, ${nameOf('i')}
      from identity i join integration g on g.id = i.integration_id
      where i.email_key in (select email_key from address_holder) and i.directory_user_id is null and i.link_evidence is null
        and i.vendor_state <> 'deactivated' and (g.is_primary or g.trusts_email) and g.deleted_at is null
        and not ${hasOwnNames} and i.id not in (select identity_id from pending_link)) c
    group by email_key ${planKept(tx)}`.execute(tx)
}

/** Pairs of a pending account and a person who has its number or its address. */
const pairs = sql`
  select p.identity_id, h.person_id from pending_link p join number_holder h on h.number = p.number
  where h.is_current and h.person_id is not null
  union select p.identity_id, n.person_id from pending_link p
    join address_name n on n.email_key = p.email_key and n.words = p.words where n.nth_of_name <= ${few}
  union select p.identity_id, n.person_id from pending_link p
    join (select email_key, person_id from address_name where nth <= ${few}) n on n.email_key = p.email_key
  union select identity_id, person_id from returned_account`

/** Those pairs whose number another account of the source has or had, which is not the person's, nor like the pending one. */
const pairsOfOthers = (integration: IntegrationFacts) => sql`
  select distinct t.identity_id, t.person_id from pair t
  join pending_link p on p.identity_id = t.identity_id
  join number_holder h on h.number = p.number
  where h.integration_id = p.integration_id and h.identity_id <> p.identity_id and h.person_id is distinct from t.person_id
    and (${hasParents(integration)} or not exists (
      select from directory_user s where s.id = h.person_id and s.parent_user_id = t.person_id))
    and not (h.person_id is null and (h.email_key = p.email_key or h.words = p.words) is true)`

const words = (text: string) => sql`string_to_array(${sql.raw(text)}, ' ')`

const agreeing = (alias: 'e' | 'o') =>
  sql.join(
    ['number', 'address', 'name'].map((key) => sql`${sql.ref(`${alias}.${key}`)}::integer`),
    sql` + `,
  )

async function comparePairs({ tx, integration }: SourceRun): Promise<void> {
  await sql`
    insert into evidence (identity_id, party, person_id, number, address, name, number_differs, address_differs, name_differs,
      has_common_word, is_nameless, returns)
    with pair as materialized (${pairs}), of_others as materialized (${pairsOfOthers(integration)})
    select p.identity_id, p.party, m.person_id, f.number, f.address, f.name,
      f.has_number and m.numbers <> '{}' and not f.number
        and bare_number(p.number) <> all (array(select bare_number(n) from unnest(m.numbers) n)),
      p.email_key is not null and m.emails <> '{}' and not f.address, p.words is not null and m.names <> '{}' and not f.name,
      coalesce(${words('p.words')} && ${words(`array_to_string(m.names, ' ')`)}, false), p.words is null or m.names = '{}', (t.identity_id, t.person_id) in (select identity_id, person_id from returned_account)
    from pair t
    join pending_link p on p.identity_id = t.identity_id
    join met_person m on m.person_id = t.person_id
    left join of_others o on o.identity_id = t.identity_id and o.person_id = t.person_id
    cross join ${matchedBy(integration.id)}
    cross join lateral (
      select p.number is not null and o.identity_id is null as has_number,
        o.identity_id is null and coalesce(p.number = any (m.numbers), false) as number,
        coalesce(p.email_key = any (m.emails), false) as address, coalesce(p.words = any (m.names), false) as name) f
    where g.parent_key is null or p.is_beside = m.is_beside ${planKept(tx)}`.execute(tx)
  if (hasParents(integration)) return
  await sql`
    delete from evidence e using directory_user u, evidence o
    where u.id = e.person_id and o.identity_id = e.identity_id and o.person_id = u.parent_user_id
      and ${agreeing('o')} >= ${agreeing('e')} ${planKept(tx)}`.execute(tx)
}
