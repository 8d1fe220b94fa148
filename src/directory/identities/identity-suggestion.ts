import { sql } from 'kysely'
import type { suggestionEvidence } from '../../contract/states.ts'

export const mostCandidates = 6

type Suggestion = {
  suggested_directory_user_id: string | null
  suggestion_evidence: (typeof suggestionEvidence)[number][]
}

/** The only undeleted person with the name of an account (`i`), as SQL. */
const onlyNamesake = sql`(
  select case when count(*) = 1 then (array_agg(n.id))[1] end from (
    select u.id from directory_user u
    where search_key(u.full_name) collate "C" = search_key(i.full_name) collate "C" and i.full_name <> ''
      and u.deleted_at is null
    limit 2) n)`

const employeeId = (account: string, integration: string) =>
  sql`nullif(btrim(profile_text(${sql.ref(`${account}.profile`)}, ${sql.ref(`${integration}.employee_id_profile_key`)})), '')`

/** Of a new account that waits (`i`, of `g`) only the name and the address are accepted, as SQL. */
const ownEmployeeId = sql`coalesce(${employeeId('i', 'g')}, (
  select ${employeeId('w', 'g')} from held_account w where w.identity_id = i.id and w.is_new_account))`

/**
 * The only undeleted person whose primary account has the employee number of an account (`i`, of the integration `g`), as SQL. What more
 * than fifty accounts have, such as `0`, is no number of anyone.
 */
const onlyNumbered = sql`(
  select case when count(*) = 1 then (array_agg(n.id))[1] end from (
    select u.id from (
      select few.identity_id, count(*) over () as holders from (
        select identity_id from account_number where value = ${ownEmployeeId} limit 51) few) a
    join identity p on p.id = a.identity_id join integration pg on pg.id = p.integration_id
    join directory_user u on u.primary_identity_id = p.id and u.deleted_at is null
    where a.holders <= 50 and ${employeeId('p', 'pg')} = ${ownEmployeeId}
    limit 2) n)`

const mayHaveSuggestion = sql`(i.directory_user_id is null and i.state = 'orphan' and i.link_evidence is null)`

/** What an account (`i`, of `g`) has in common with a person (`u`) and their primary account (`p`, of `pg`), as SQL. */
const inCommon = sql<Suggestion['suggestion_evidence']>`array_remove(array[
    case when u.email_key = i.email_key then 'email' end,
    case when ${ownEmployeeId} = ${employeeId('p', 'pg')} then 'employee_id' end,
    case when search_key(u.full_name) = search_key(i.full_name) then 'full_name' end], null)`

const people = sql`directory_user u
  left join identity p on p.id = u.primary_identity_id left join integration pg on pg.id = p.integration_id`

/**
 * Who an orphan (`i`, of the integration `g`) may belong to, and why: the person that an import suggests by the address, else the
 * only one with its employee number, else the only one of that name. No one for an account whose match an administrator rejected.
 */
export const suggestion = sql<Suggestion>`(
  select u.id as suggested_directory_user_id, ${inCommon} as suggestion_evidence
  from ${people}
  where u.deleted_at is null and u.id = case when ${mayHaveSuggestion}
    then coalesce(i.suggested_directory_user_id, ${onlyNumbered}, ${onlyNamesake}) end)`

type CandidateRow = { id: string; evidence: Suggestion['suggestion_evidence'] }

/**
 * Who one of the {@link listedIdentities} may be, as SQL: of no one's, the suggested person, then those who have its address; of
 * someone's, the others who have its address, or an account with it at the same integration.
 */
export const candidates = sql<CandidateRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'evidence', c.evidence)), '[]') from (
    select u.id, ${inCommon} as evidence
    from ${people}
    where u.deleted_at is null and u.id is distinct from i.directory_user_id
      and u.id = any (array(
        select s.suggested_directory_user_id where ${mayHaveSuggestion}
        union all select w.directory_user_id from identity_candidate w
          where w.identity_id = i.id and i.directory_user_id is null
        union all (select named.id from directory_user named
          where named.email_key = i.email_key and named.deleted_at is null
            and (i.directory_user_id is not null or ${mayHaveSuggestion})
          order by named.id limit 100)
        union all (select x.directory_user_id from identity x
          where i.directory_user_id is not null and x.email_key = i.email_key and x.integration_id = i.integration_id
          order by x.directory_user_id limit 100)))
    order by u.id is distinct from s.suggested_directory_user_id, u.id
    limit ${sql.lit(mostCandidates)}) c)`

/** Whether one of the {@link listedIdentities} has a suggestion, as SQL that an index of the accounts of no one answers. */
export const hasSuggestion = sql<boolean>`(${mayHaveSuggestion} and s.suggested_directory_user_id is not null)`
