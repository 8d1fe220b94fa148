import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { directoryUserStates } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import {
  anyOf,
  anyOfFilter,
  type Conditions,
  flagFilter,
  flagged,
  idFilter,
  idsFilter,
  instantFilter,
  isAnyOf,
  searched,
  searchFilter,
  textsFilter,
} from '../../http/filters.ts'
import { InstantInput } from '../../http/schema.ts'
import { personSearchFilter, searchedPeople } from '../../policy/rulesets/person-search.ts'
import { reviewed, reviewFilter } from './review-filter.ts'

export const userFilters = {
  state: anyOfFilter(directoryUserStates),
  username: textsFilter('usernames, to the letter'),
  email: textsFilter('addresses, in upper or lower case'),
  manager_id: idsFilter,
  is_manager: flagFilter(),
  parent_user_id: idsFilter,
  review: reviewFilter,
  is_held: flagFilter('Has an account of which what the source says waits in an incident'),
  incident: idsFilter,
  search: personSearchFilter,
  full_name_search: searchFilter,
  created_after: InstantInput,
  created_before: InstantInput,
  updated_after: InstantInput,
  updated_before: InstantInput,
  activates_after: InstantInput,
  activates_before: InstantInput,
  expires_after: InstantInput,
  expires_before: InstantInput,
  trashed: Type.Enum(['without', 'with', 'only'], {
    description: 'Deleted people: left out (the default), among the others, or alone',
  }),
}

type Query = Record<string, unknown>

/** What the request's filters ask of a person (`p`). */
export async function userConditions(db: Reader, query: Query): Promise<Conditions> {
  return [
    trashed(query),
    ...ownFields(query),
    ...relations(query),
    reviewed(query),
    ...(await searches(db, query)),
    ...instants(query),
  ]
}

function trashed(query: Query): RawBuilder<boolean> | undefined {
  const mode = query['filter[trashed]']
  if (mode === 'with') return undefined
  return mode === 'only' ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`
}

function ownFields(query: Query): Conditions {
  const states = anyOf(query['filter[state]'])
  const usernames = anyOf(query['filter[username]'])
  const emails = anyOf(query['filter[email]'])
  return [
    states && isAnyOf(sql`p.state`, states),
    usernames && isAnyOf(sql`coalesce(p.username, '')`, usernames),
    emails && hasEmail(emails),
  ]
}

/** Undeleted and deleted people have an index each: with the condition stated twice, either is found by its own. */
function hasEmail(emails: readonly string[]): RawBuilder<boolean> {
  const keys = sql`any (array(select email_key(e) from unnest(${emails}::text[]) e))`
  return sql`(p.email_key = ${keys} and p.deleted_at is null or p.email_key = ${keys} and p.deleted_at is not null)`
}

function relations(query: Query): Conditions {
  const managers = idFilter(query, 'manager_id', 'directoryUser')
  const parents = idFilter(query, 'parent_user_id', 'directoryUser')
  const incidents = idFilter(query, 'incident', 'incident')
  return [
    managers && isAnyOf(sql`p.manager_id`, managers, 'uuid'),
    parents && isAnyOf(sql`p.parent_user_id`, parents, 'uuid'),
    flagged(query, 'is_manager', sql`p.is_manager`),
    flagged(query, 'is_held', isHeld(sql`h.incident_id is not null`)),
    incidents && isHeld(isAnyOf(sql`h.incident_id`, incidents, 'uuid')),
  ]
}

/** Has a held account (`h`) that is `which`. */
function isHeld(which: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from held_account h join identity hi on hi.id = h.identity_id
    where hi.directory_user_id = p.id and ${which})`
}

/** A search in one field looks in the index for all three, and then at the field. */
async function searches(db: Reader, query: Query): Promise<Conditions> {
  const name = 'full_name_search'
  return [
    await searchedPeople(db, query),
    await searchedPeople(db, query, name),
    searched(query, name, sql`search_key(p.full_name)`),
  ]
}

function instants(query: Query): Conditions {
  const between = (field: string, column: RawBuilder<unknown>): Conditions => {
    const after = instantFilter(query, `${field}_after`)
    const before = instantFilter(query, `${field}_before`)
    return [after && sql`${column} >= ${after}`, before && sql`${column} < ${before}`]
  }
  return [
    ...between('created', sql`p.created_at`),
    ...between('updated', sql`p.updated_at`),
    ...between('activates', sql`p.activates_at`),
    ...between('expires', sql`p.expires_at`),
  ]
}
