import { sql } from 'kysely'
import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import { type Conditions, whereAll } from '../../http/lists/filters.ts'
import { listPage } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import type { Found } from '../../http/lists/ranked-rows.ts'
import type { ReadContext } from '../../http/route/route.ts'
import {
  instant,
  instantOrNull,
  Nullable,
  Shape,
  RecordShape,
  Id,
  Instant,
} from '../../http/shapes/schema.ts'
import { selectIncidentsOfPeople } from '../../policy/shapes/incident-ref.ts'
import { presentSummary, summaryJson, type SummaryRow } from '../../policy/shapes/person-summary.ts'
import {
  StateSource,
  stateSourceJson,
  type StateSourceJson,
} from '../../policy/shapes/state-source.ts'
import type { ListInclude } from './list-include.ts'
import { includedOfPage } from './page-families.ts'
import { relationsOfPage } from './page-relations.ts'
import { presentLinks } from './present-directory-user.ts'
import { DirectoryUser, ListedIncluded } from './schema.ts'

const {
  count: _count,
  included: _included,
  state_source: _state_source,
  incidents,
  ...rowProperties
} = DirectoryUser.properties

const { id, state, manager_id, ...others } = rowProperties
const listedProperties = {
  id,
  state,
  manager_id,
  parent_user_id: Nullable({
    ...Id('directoryUser'),
    description: 'Whose additional record this is',
  }),
  ...others,
  state_source: StateSource,
  timestamp: Shape({
    ...rowProperties.timestamp.properties,
    activates_at: Nullable({ ...Instant, description: 'The dated start' }),
  }),
}

/** A person in a list: as in describe, without `count` and `included`, with the parent and the dated start. */
export const ListedDirectoryUser = RecordShape(listedProperties, { $id: 'ListedDirectoryUser' })
/** A person in a list that takes `include`; without it there is no `included`. */
export const IncludingDirectoryUser = RecordShape(
  { ...listedProperties, included: Type.Optional(ListedIncluded), incidents },
  { $id: 'IncludingDirectoryUser' },
)

/** People (`p`), to be filtered and ordered. */
function listedUsers(db: Reader) {
  return db
    .selectFrom('directory_user as p')
    .leftJoin('identity as pi', 'pi.id', 'p.primary_identity_id')
    .leftJoin('integration as pg', 'pg.id', 'pi.integration_id')
    .select([
      'p.id',
      'p.first_name',
      'p.last_name',
      'p.full_name',
      'p.created_at',
      'p.updated_at',
      'p.deleted_at',
      'p.expires_at',
      'p.activates_at',
      'p.provisioned_at',
      'p.deprovisioned_at',
      'p.parent_user_id',
      sql<string>`coalesce(p.username, '')`.as('username_key'),
      sql<string>`${summaryJson}`.as('summary'),
      sql<string>`${stateSourceJson}`.as('state_source'),
    ])
}

type ListedRow = RowOf<typeof listedUsers>

/** The sorts of every list of people; those that a route offers are in its query schema. */
export const userSorts = sortFields({
  full_name: ['text', sql`p.full_name`],
  created_at: ['timestamptz', sql`p.created_at`],
  updated_at: ['timestamptz', sql`p.updated_at`],
  username: ['text', sql`coalesce(p.username, '')`, 'username_key'],
})

/** The people (`p`) of a page: the filters, the search, and what is shown with each. */
export type PeopleSelection = {
  conditions: Conditions
  found?: Found | undefined
  include?: ListInclude
}

/** One page of the people (`p`) who meet all conditions, by full name unless the request sorts otherwise. */
export async function userPage(
  context: ReadContext,
  { conditions, found, include }: PeopleSelection,
) {
  const people = whereAll(listedUsers(context.db), conditions)
  const page = await listPage(context, people, {
    sorts: userSorts,
    defaultSort: 'full_name',
    id: sql`p.id`,
    found,
    present: (row) => row,
  })
  const shown = page.data.map((row) => ({
    uuid: row.id,
    person: presentListedUser(row, context.services.publicOrigin),
  }))
  const additions = await additionsOf(context, page.data, include)
  return {
    ...page,
    data: shown.map(({ uuid, person }) => Object.assign(person, additions(uuid, person))),
  }
}

/** What `include` adds to each person of a page. */
async function additionsOf(
  context: ReadContext,
  rows: readonly ListedRow[],
  include: ListInclude | undefined,
): Promise<(id: string, person: SummaryRow) => Record<string, unknown>> {
  if (include === undefined) return () => ({})
  const { relations, parts, incidents: showsIncidents } = include
  const ids = rows.map(({ id: uuid }) => uuid)
  const incidentsOf = showsIncidents ? await selectIncidentsOfPeople(context.db, ids) : undefined
  const familiesOf = parts.length === 0 ? undefined : await includedOfPage(context, ids, include)
  const relationsOf = await relationsOfPage(context, ids, relations)
  return (uuid, person) => ({
    ...((familiesOf !== undefined || relations.length > 0) && {
      included: { ...relationsOf(uuid), ...familiesOf?.(uuid, person) },
    }),
    ...(incidentsOf !== undefined && { incidents: incidentsOf.get(uuid) ?? [] }),
  })
}

/** These people (uuids), in any order, as a list shows them. */
export async function selectListedUsers(
  { db, services }: Pick<ReadContext, 'db' | 'services'>,
  ids: readonly string[],
) {
  const rows = await listedUsers(db)
    .where(sql<boolean>`p.id = any (${uuids(ids)})`)
    .execute()
  return rows.map((row) => ({
    uuid: row.id,
    shown: presentListedUser(row, services.publicOrigin),
  }))
}

function presentListedUser(row: ListedRow, origin: string) {
  const summaryRow: SummaryRow = JSON.parse(row.summary)
  const summary = presentSummary(summaryRow)
  const parent = row.parent_user_id
  return {
    ...summary,
    parent_user_id: parent === null ? null : encodeId('directoryUser', parent),
    first_name: row.first_name,
    last_name: row.last_name,
    state_source: parseJson<StateSourceJson>(row.state_source),
    timestamp: {
      created_at: instant(row.created_at),
      updated_at: instant(row.updated_at),
      deleted_at: instantOrNull(row.deleted_at),
      expires_at: instantOrNull(row.expires_at),
      activates_at: instantOrNull(row.activates_at),
      provisioned_at: instant(row.provisioned_at),
      deprovisioned_at: instantOrNull(row.deprovisioned_at),
    },
    links: presentLinks(origin, summary.id),
  }
}
