import { sql } from 'kysely'

/** The username of a person (`alias`) as it is compared with those of others, like an address. In the index of the migration 0038. */
const key = (alias: 'p' | 'u') => sql`(email_key(${sql.ref(`${alias}.username`)}) collate "C")`

/**
 * Usernames of undeleted people whose addresses differ, as SQL. People with the same address have the same username anyway, and
 * are found by the address.
 */
export const sharedUsernames = sql`
  select ${key('u')} from directory_user u where u.deleted_at is null and u.username is not null
  group by ${key('u')}
  having count(*) > 1 and count(distinct u.email_key) + count(*) filter (where u.email_key is null) > 1`

/**
 * Whether an undeleted person with another address has the username of a person (`p`), as SQL. `is true` keeps the planner from
 * joining everybody: it looks for each person's twin by the index, until the page is full.
 */
export const sharesUsername = sql<boolean>`(exists (
  select from directory_user u where ${key('u')} = ${key('p')} and u.deleted_at is null and u.username is not null
    and u.id <> p.id and (u.email_key <> p.email_key) is not false) is true)`
