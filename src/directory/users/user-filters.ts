import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { directoryUserStates } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import {
  anyOf,
  anyOfFilter,
  anyText,
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
import { peopleCalled } from '../../policy/rulesets/people-called.ts'
import { fieldSearchFilters } from '../../policy/rulesets/person-fields.ts'
import { personSearch } from '../../policy/rulesets/person-search.ts'
import { accountConditions, accountFilters } from './account-filters.ts'
import { metadataConditions, metadataFilters } from './metadata-filter.ts'
import { numbered, numberFilters } from './number-filters.ts'
import { reviewed, reviewFilter } from './review-filter.ts'

const nameFields = ['full_name', 'first_name', 'last_name'] as const

export const userFilters = {
  id: idsFilter,
  state: anyOfFilter(directoryUserStates),
  full_name: textsFilter('full names, blind to case and accents'),
  first_name: textsFilter('first names, blind to case and accents'),
  last_name: textsFilter('last names, blind to case and accents'),
  username: textsFilter('usernames, to the letter'),
  email: textsFilter('addresses, in upper or lower case'),
  ...numberFilters,
  ...metadataFilters,
  manager_id: idsFilter,
  is_manager: flagFilter(),
  parent_user_id: idsFilter,
  ...accountFilters,
  review: reviewFilter,
  is_held: flagFilter('Has an account of which what the source says waits in an incident'),
  incident: idsFilter,
  search: personSearch(
    '. It also finds who has exactly that badge or employee number, or an account of that id at its vendor',
  ),
  ...fieldSearchFilters,
  ...instantFilters(
    'created',
    'updated',
    'provisioned',
    'activates',
    'expires',
    'deprovisioned',
    'deleted',
  ),
  trashed: Type.Enum(['without', 'with', 'only'], {
    description: 'Deleted people: left out (the default), among the others, or alone',
  }),
}

type Query = Record<string, unknown>

/** What the request's filters ask of a person (`p`), but for its searches. */
export async function userConditions(db: Reader, query: Query): Promise<Conditions> {
  return [
    trashed(query),
    ...ownFields(query),
    ...relations(query),
    reviewed(query),
    ...(await numbered(db, query)),
    ...(await named(db, query)),
    ...(await metadataConditions(db, query)),
    ...(await accountConditions(db, query)),
    ...between(query, instants),
  ]
}

function trashed(query: Query): RawBuilder<boolean> | undefined {
  const mode = query['filter[trashed]']
  if (mode === 'with') return undefined
  return mode === 'only' ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`
}

function ownFields(query: Query): Conditions {
  const states = anyOf(query['filter[state]'])
  const usernames = anyText(query['filter[username]'])
  const emails = anyText(query['filter[email]'])
  const ids = idFilter(query, 'id', 'directoryUser')
  return [
    ids && isAnyOf(sql`p.id`, ids, 'uuid'),
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

function named(db: Reader, query: Query): Promise<Conditions> {
  return Promise.all(
    nameFields.map(async (field) => {
      const names = anyText(query[`filter[${field}]`])
      return names && peopleCalled(db, field, names)
    }),
  )
}

const instants = {
  created: sql`p.created_at`,
  updated: sql`p.updated_at`,
  provisioned: sql`p.provisioned_at`,
  activates: sql`p.activates_at`,
  expires: sql`p.expires_at`,
  deprovisioned: sql`p.deprovisioned_at`,
  deleted: sql`p.deleted_at`,
}
