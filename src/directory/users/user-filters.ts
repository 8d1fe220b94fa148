import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { directoryUserStates } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import {
  anyText,
  type Conditions,
  idFilter,
  idsFilter,
  isAnyOf,
  textsFilter,
} from '../../http/lists/filters.ts'
import { by, listFilters } from '../../http/lists/list-filters.ts'
import { peopleNamed } from '../../policy/rulesets/people/person-names.ts'
import { personSearch } from '../../policy/rulesets/people/person-search.ts'
import { fieldSearchFilters } from '../../policy/rulesets/people/person-fields.ts'
import { accountConditions, accountFilters } from './account-filters.ts'
import { metadataConditions, metadataFilters } from './metadata-filter.ts'
import { numbered, numberFilters } from './number-filters.ts'
import { reviewed, reviewFilter } from './review-filter.ts'

const nameFields = ['full_name', 'first_name', 'last_name'] as const

const ownFilters = listFilters({
  id: by.id('directoryUser', sql`p.id`),
  state: by.word(directoryUserStates, sql`p.state`),
  username: by.text('usernames, to the letter', sql`coalesce(p.username, '')`),
  email: {
    schema: textsFilter('addresses, in upper or lower case'),
    requires(query, name) {
      const emails = anyText(query[`filter[${name}]`])
      return emails && hasEmail(emails)
    },
  },
  manager_id: by.id('directoryUser', sql`p.manager_id`),
  is_manager: by.flag(sql`p.is_manager`),
  parent_user_id: by.id('directoryUser', sql`p.parent_user_id`),
  is_held: by.flag(
    isHeld(sql`h.incident_id is not null`),
    'Has an account of which what the source says waits in an incident',
  ),
  incident: {
    schema: idsFilter,
    requires(query, name) {
      const incidents = idFilter(query, name, 'incident')
      return incidents && isHeld(isAnyOf(sql`h.incident_id`, incidents, 'uuid'))
    },
  },
  ...by.instants({
    created: sql`p.created_at`,
    updated: sql`p.updated_at`,
    provisioned: sql`p.provisioned_at`,
    activates: sql`p.activates_at`,
    expires: sql`p.expires_at`,
    deprovisioned: sql`p.deprovisioned_at`,
    deleted: sql`p.deleted_at`,
  }),
})

export const userFilters = {
  ...ownFilters.schemas,
  full_name: textsFilter('full names, blind to case and accents'),
  first_name: textsFilter('first names, blind to case and accents'),
  last_name: textsFilter('last names, blind to case and accents'),
  ...numberFilters,
  ...metadataFilters,
  ...accountFilters,
  review: reviewFilter,
  search: personSearch(
    '. It also finds who has exactly that badge or employee number, or an account of that id at its vendor',
  ),
  ...fieldSearchFilters,
  trashed: Type.Enum(['without', 'with', 'only'], {
    description: 'Deleted people: left out (the default), among the others, or alone',
  }),
}

type Query = Record<string, unknown>

/** What the request's filters ask of a person (`p`), but for its searches. */
export async function userConditions({
  db,
  query,
  now,
}: {
  db: Reader
  query: Query
  now: Date
}): Promise<Conditions> {
  return [
    trashed(query),
    ...ownFilters.conditions({ query, now }),
    reviewed(query),
    ...(await numbered(db, query)),
    ...(await named(db, query)),
    ...(await metadataConditions(db, query)),
    ...(await accountConditions(db, query)),
  ]
}

function trashed(query: Query): RawBuilder<boolean> | undefined {
  const mode = query['filter[trashed]']
  if (mode === 'with') return undefined
  return mode === 'only' ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`
}

/** Undeleted and deleted people have an index each: with the condition stated twice, either is found by its own. */
function hasEmail(emails: readonly string[]): RawBuilder<boolean> {
  const keys = sql`any (array(select email_key(e) from unnest(${emails}::text[]) e))`
  return sql`(p.email_key = ${keys} and p.deleted_at is null or p.email_key = ${keys} and p.deleted_at is not null)`
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
      return names && peopleNamed(db, field, names)
    }),
  )
}
