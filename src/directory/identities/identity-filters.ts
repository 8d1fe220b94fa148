import { sql, type RawBuilder } from 'kysely'
import { identityReviews, identityStates, integrationVendors } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  anyText,
  idFilter,
  idsFilter,
  textsFilter,
} from '../../http/lists/filters.ts'
import { by, type ListFilter } from '../../http/lists/list-filters.ts'
import { hasHandle } from './identity-search.ts'
import { hasRejectedEnd, isHeld, isWaiting, linkedBy } from './listed-identity.ts'
import { hasSuggestion } from './identity-suggestion.ts'

/** Of accounts (`i`) with their integrations (`g`), but for the searches. */
export const identityFilters = {
  id: by.id('identity', sql`i.id`),
  state: by.word(identityStates, sql`i.state`),
  integration_id: by.id('integration', sql`i.integration_id`),
  integration_vendor: by.word(integrationVendors, sql`g.vendor`),
  directory_user_id: by.id('directoryUser', sql`i.directory_user_id`),
  vendor_id: by.text('vendor ids, to the letter', sql`i.vendor_id`),
  email: {
    schema: textsFilter('addresses, in upper or lower case'),
    requires(query, name) {
      const emails = anyText(query[`filter[${name}]`])
      return (
        emails &&
        sql<boolean>`i.email_key = any (array(select email_key(e) from unnest(${emails}::text[]) e))`
      )
    },
  },
  handle: {
    schema: textsFilter('handles, to the letter'),
    requires(query, name) {
      const handles = anyText(query[`filter[${name}]`])
      return handles && hasHandle(handles)
    },
  },
  linked_by: by.word(linkedBy, sql`i.linked_by`),
  review: { schema: anyOfFilter(identityReviews), requires: (query) => reviewed(query) },
  has_suggestion: by.flag(
    hasSuggestion,
    'It belongs to no one, and `suggested_directory_user_id` says whose it may be',
  ),
  waits: by.flag(isWaiting, 'It waits for a decision whose it is'),
  without_person: by.flag(
    sql`(i.directory_user_id is null)`,
    'It belongs to no one, also if it has ended',
  ),
  is_held: by.flag(isHeld(), 'What its source says waits in an incident'),
  incident: {
    schema: idsFilter,
    requires(query, name) {
      const incidents = idFilter(query, name, 'incident')
      return incidents && isHeld(incidents)
    },
  },
  has_rejected_account_end: by.flag(
    hasRejectedEnd,
    'Someone rejected that the account ends, and its source still says so',
  ),
  ...by.instants({
    created: sql`i.created_at`,
    updated: sql`i.updated_at`,
    linked: sql`i.linked_at`,
    vendor_created: sql`i.vendor_created_at`,
  }),
} satisfies Record<string, ListFilter>

/**
 * Why the match of an account (`i`) is to be reviewed, as SQL. Few accounts are, so they are found first: by indexes alone, and not
 * by a look at each account.
 */
const reviews: Readonly<Record<(typeof identityReviews)[number], RawBuilder<boolean>>> = {
  conflict: sql`i.id = any (array(
    select o.id from identity o where o.state = 'orphan' and o.email_key = any (array(
      select u.email_key from directory_user u where u.deleted_at is null and u.email_key is not null
      group by u.email_key having count(*) > 1))))`,
  recycled_address: sql`i.id in (
    select u.primary_identity_id from directory_user u
    where u.review_reason = 'recycled_address' and u.deleted_at is null)`,
  // Two accounts of one person share nothing.
  shared_email: sql`i.id = any (array(
    select o.id from identity o
    where ${isInUse('o')} and o.email_key = any (array(
        select k.email_key from identity k where ${isInUse('k')}
        group by k.email_key, k.integration_id having count(*) > 1))
      and exists (
        select from identity x
        where ${isInUse('x')} and x.email_key = o.email_key and x.integration_id = o.integration_id
          and x.id <> o.id and (x.directory_user_id = o.directory_user_id) is not true)))`,
}

/** Whether an account has an address and has not ended, as SQL. */
function isInUse(alias: 'o' | 'k' | 'x'): RawBuilder<boolean> {
  const account = sql.id(alias)
  return sql`(${account}.vendor_state <> 'deactivated' and ${account}.email_key is not null)`
}

/** The accounts whose match should be reviewed, for any of these reasons. */
function reviewed(query: Record<string, unknown>): RawBuilder<boolean> | undefined {
  const names = anyOf(query['filter[review]'])
  const wanted = Object.entries(reviews).flatMap(([name, is]) =>
    names?.includes(name) ? [is] : [],
  )
  return names && sql<boolean>`(${sql.join(wanted, sql` or `)})`
}
