import { sql } from 'kysely'
import type { SearchedKey, SearchedRecords } from '../../http/lists/search.ts'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { directoryUserStates } from '../../contract/states.ts'
import { Id, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'

/** The contract’s "Directory user summary". */
export const DirectoryUserSummary = Shape(
  {
    id: Id('directoryUser'),
    state: OneOf(directoryUserStates),
    manager_id: Nullable(Id('directoryUser')),
    is_manager: Type.Boolean(),
    full_name: Text(401, { examples: ['Ada Moreau'] }),
    email: Nullable(Text(254, { examples: ['ada.moreau@acme.example'] })),
    username: Nullable(Text(200, { examples: ['ada.moreau'] })),
    badge_id: Nullable(Text(1000, { examples: ['B-2041'] })),
    employee_id: Nullable(Text(1000, { examples: ['E-2041'] })),
    employee_alt_id: Nullable(Text(1000)),
    // Dimension handle → the name of the attribute that the user qualifies for. The organisation sets the keys.
    org: Type.Record(Type.String(), Text(1000), {
      examples: [{ department: 'Sales', cost_center: 'CC-310' }],
    }),
    metadata: Type.Record(Type.String(), Text(1000), { examples: [{ shirt_size: 'M' }] }),
  },
  { $id: 'DirectoryUserSummary' },
)

export type DirectoryUserSummaryJson = Static<typeof DirectoryUserSummary>

/** A summary as PostgreSQL builds it: `p` the person, `pi` their primary identity, `pg` its integration. */
export const summaryJson = sql`json_build_object(
  'id', p.id, 'state', p.state, 'manager_id', p.manager_id, 'is_manager', p.is_manager, 'full_name', p.full_name,
  'email', p.email, 'username', p.username,
  'badge_id', profile_text(pi.profile, pg.badge_id_profile_key),
  'employee_id', profile_text(pi.profile, pg.employee_id_profile_key),
  'employee_alt_id', profile_text(pi.profile, pg.employee_alt_id_profile_key),
  'org', p.org, 'metadata', p.metadata)`

/** What {@link summaryJson} reads from. Follow it with `where`. */
export const summarySource = sql`directory_user p
  left join identity pi on pi.id = p.primary_identity_id
  left join integration pg on pg.id = pi.integration_id`

/** What a search for a person (`p`) looks in: the expression of the index directory_user_search. */
export const personSearchText = sql`coalesce(p.search_text, search_key(p.full_name || ' ' || coalesce(p.email, '') || ' ' || coalesce(p.username, '')))`

/**
 * What a person (`p`) is found by as one types: expressions of indexes, and for which people. Other usernames are addresses up to
 * their `@`.
 */
export const personKeys = {
  full_name: { key: sql`search_key(p.full_name)`, leads: true },
  last_name: { key: sql`search_key(p.last_name || ' ' || p.first_name)`, leads: true },
  email: { key: sql`p.email_key`, ending: '@' },
  username: { key: sql`search_key(p.username)`, where: sql`p.username_is_override` },
} as const satisfies Record<string, SearchedKey>

/** Where a search looks for people (`p`). */
export const searchedPersons = {
  from: sql`directory_user p`,
  id: sql`p.id`,
  keys: Object.values(personKeys),
  contains: personSearchText,
  table: sql`directory_user`,
} as const satisfies SearchedRecords

/**
 * Where a search of the directory looks for people (`p`): also for who has exactly that number in the primary account, or an
 * account of that id at its vendor. As with the filters on these, it takes the permission to view people.
 */
export const searchedUsers = {
  ...searchedPersons,
  known: (text) => [
    {
      ids: sql`select p.id from account_number n join identity pi on pi.id = n.identity_id
        join directory_user p on p.id = pi.directory_user_id and p.primary_identity_id = pi.id where n.value = ${text}`,
      isOne: sql<boolean>`exists (
        select from account_number n where n.identity_id = p.primary_identity_id and n.value = ${text})`,
    },
    {
      ids: sql`select ai.directory_user_id from identity ai where ai.vendor_id = ${text} and ai.directory_user_id is not null`,
      isOne: sql<boolean>`exists (select from identity ai where ai.directory_user_id = p.id and ai.vendor_id = ${text})`,
    },
  ],
} as const satisfies SearchedRecords

/** The result of {@link summaryJson}: the contract's shape, with uuids. */
export type SummaryRow = DirectoryUserSummaryJson

export function presentSummary(row: SummaryRow): DirectoryUserSummaryJson {
  return {
    ...row,
    id: encodeId('directoryUser', row.id),
    manager_id: row.manager_id === null ? null : encodeId('directoryUser', row.manager_id),
  }
}
