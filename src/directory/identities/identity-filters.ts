import { sql, type RawBuilder } from 'kysely'
import { identityReviews, identityStates, integrationVendors } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  anyText,
  anyOfTexts,
  between,
  type Conditions,
  flagFilter,
  flagged,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  textsFilter,
} from '../../http/filters.ts'
import { hasHandle, identitySearches } from './identity-search.ts'
import { hasRejectedEnd, hasSuggestion, isHeld, linkedBy } from './listed-identity.ts'

export const identityFilters = {
  id: idsFilter,
  state: anyOfFilter(identityStates),
  integration_id: idsFilter,
  integration_vendor: anyOfFilter(integrationVendors),
  directory_user_id: idsFilter,
  vendor_id: textsFilter('vendor ids, to the letter'),
  email: textsFilter('addresses, in upper or lower case'),
  handle: textsFilter('handles, to the letter'),
  linked_by: anyOfFilter(linkedBy),
  ...identitySearches,
  review: anyOfFilter(identityReviews),
  has_suggestion: flagFilter(
    'It belongs to no one, and `suggested_directory_user_id` says whose it may be',
  ),
  without_person: flagFilter('It belongs to no one, also if it has ended'),
  is_held: flagFilter('What its source says waits in an incident'),
  incident: idsFilter,
  has_rejected_account_end: flagFilter(
    'Someone rejected that the account ends, and its source still says so',
  ),
  ...instantFilters('created', 'updated', 'linked', 'vendor_created'),
}

/** What the request's filters ask of an account (`i`) with its integration (`g`), but for its searches. */
export function identityConditions(query: Record<string, unknown>): Conditions {
  const ids = idFilter(query, 'id', 'identity')
  const states = anyOf(query['filter[state]'])
  const vendors = anyOf(query['filter[integration_vendor]'])
  const integrations = idFilter(query, 'integration_id', 'integration')
  const people = idFilter(query, 'directory_user_id', 'directoryUser')
  const emails = anyText(query['filter[email]'])
  const incidents = idFilter(query, 'incident', 'incident')
  const handles = anyText(query['filter[handle]'])
  return [
    handles && hasHandle(handles),
    states && isAnyOf(sql`i.state`, states),
    vendors && isAnyOf(sql`g.vendor`, vendors),
    integrations && isAnyOf(sql`i.integration_id`, integrations, 'uuid'),
    people && isAnyOf(sql`i.directory_user_id`, people, 'uuid'),
    ids && isAnyOf(sql`i.id`, ids, 'uuid'),
    ...anyOfTexts(query, {
      vendor_id: sql`i.vendor_id`,
      linked_by: sql`i.linked_by`,
    }),
    ...between(query, {
      created: sql`i.created_at`,
      updated: sql`i.updated_at`,
      linked: sql`i.linked_at`,
      vendor_created: sql`i.vendor_created_at`,
    }),
    reviewed(query),
    flagged(query, 'has_suggestion', hasSuggestion),
    flagged(query, 'without_person', sql`(i.directory_user_id is null)`),
    flagged(query, 'is_held', isHeld()),
    incidents && isHeld(incidents),
    flagged(query, 'has_rejected_account_end', hasRejectedEnd),
    emails &&
      sql<boolean>`i.email_key = any (array(select email_key(e) from unnest(${emails}::text[]) e))`,
  ]
}

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

/** Whether an account has an address, and has neither ended nor been replaced, as SQL. */
function isInUse(alias: 'o' | 'k' | 'x'): RawBuilder<boolean> {
  const account = sql.id(alias)
  return sql`(${account}.vendor_state <> 'deactivated' and ${account}.replaced_by_id is null
    and ${account}.email_key is not null)`
}

/** The accounts whose match should be reviewed, for any of these reasons. */
function reviewed(query: Record<string, unknown>): RawBuilder<boolean> | undefined {
  const names = anyOf(query['filter[review]'])
  const wanted = Object.entries(reviews).flatMap(([name, is]) =>
    names?.includes(name) ? [is] : [],
  )
  return names && sql<boolean>`(${sql.join(wanted, sql` or `)})`
}
