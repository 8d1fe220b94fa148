import { sql } from 'kysely'
import type { Reader } from '../database/database.ts'
import { uuids } from '../database/uuids.ts'
import type { Directory } from '../engine/directory.ts'
import type { BaseState, Identity, Person } from '../engine/model.ts'
import {
  loadAllManagers,
  loadManagersAbove,
  managersAbove,
  type Managers,
} from './management-chain.ts'
import { readsAsJson, type PolicyReads } from './policy-reads.ts'

/** Everybody, or the people of these ids (uuids); an id that names nobody is passed over. */
export type People = 'all' | readonly string[]

/** People with all that the policy reads of them, and a directory that answers about these people. */
export type PeopleBatch = { people: readonly Person[]; directory: Directory }

const batchSize = 2000
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Streams people's facts in batches, in id order. Profiles hold only the members that the policy reads, and
 * only of the integrations that it reads, so that memory is bounded by the batch.
 */
export async function* peopleFacts(
  reader: Reader,
  reads: PolicyReads,
  people: People,
): AsyncGenerator<PeopleBatch> {
  const managers = await loadManagers(reader, reads, people)
  const read = { json: readsAsJson(reads), frozenAttributes: reads.frozenAttributes }
  if (people === 'all') {
    let last = beforeAll
    for (;;) {
      const rows = await selectPage(reader, read, last)
      if (rows.length > 0) yield toBatch(rows, managers)
      const end = rows.at(-1)
      if (end === undefined || rows.length < batchSize) return
      last = end.id
    }
  }
  const sorted = [...new Set(people)].sort()
  for (let start = 0; start < sorted.length; start += batchSize) {
    const rows = await selectListed(reader, read, sorted.slice(start, start + batchSize))
    if (rows.length > 0) yield toBatch(rows, managers)
  }
}

function loadManagers(reader: Reader, reads: PolicyReads, people: People): Promise<Managers> {
  if (!reads.managementChains) return Promise.resolve(new Map())
  return people === 'all' ? loadAllManagers(reader) : loadManagersAbove(reader, people)
}

/** One row as the statements give it. Instants are milliseconds, as the engine counts them. */
type PersonRow = {
  id: string
  base_state: BaseState
  expires_at: number | null
  deleted_at: number | null
  manager_id: string | null
  parent_user_id: string | null
  parent: Pick<Person, 'baseState' | 'expiresAt' | 'deletedAt'> | null
  identities: Identity[]
  held_attributes: string[]
}

/** What the statements take of {@link PolicyReads}. */
type Read = { json: string; frozenAttributes: readonly string[] }

const factsOfPerson = ({ json, frozenAttributes }: Read) => sql`
  u.id, u.base_state, floor(extract(epoch from u.expires_at) * 1000)::bigint as expires_at,
  floor(extract(epoch from u.deleted_at) * 1000)::bigint as deleted_at, u.manager_id, u.parent_user_id,
  (select jsonb_build_object('baseState', p.base_state,
      'expiresAt', floor(extract(epoch from p.expires_at) * 1000)::bigint,
      'deletedAt', floor(extract(epoch from p.deleted_at) * 1000)::bigint)
    from directory_user p where p.id = u.parent_user_id) as parent,
  ${identityFacts(sql`u.id`, json)} as identities, ${heldAttributes(frozenAttributes)} as held_attributes`

/** Of these attributes those for whose rules the user stands as qualified, as a jsonb array. */
function heldAttributes(frozen: readonly string[]) {
  if (frozen.length === 0) return sql`'[]'::jsonb`
  return sql`coalesce((
    select jsonb_agg(distinct s.attribute_id)
    from qualification q join rule r on r.id = q.rule_id join ruleset s on s.id = r.ruleset_id
    where q.directory_user_id = u.id and s.attribute_id = any (${frozen}::uuid[])), '[]')`
}

/** The identities that the policy reads of one user, as jsonb: `[{integrationId, profile}]`, never null. */
function identityFacts(userId: ReturnType<typeof sql>, reads: string) {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('integrationId', i.integration_id, 'profile', (
      select coalesce(jsonb_object_agg(m.name, i.profile -> m.name), '{}')
      from jsonb_array_elements_text(read.members) as m (name) where i.profile ? m.name)))
    from jsonb_to_recordset(${reads}::jsonb) as read (integration_id uuid, members jsonb)
    join identity i on i.integration_id = read.integration_id and i.directory_user_id = ${userId}
  ), '[]')`
}

async function selectPage(reader: Reader, read: Read, after: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${factsOfPerson(read)} from directory_user u
    where u.id > ${after}::uuid order by u.id limit ${batchSize}`.execute(reader)
  return rows
}

async function selectListed(
  reader: Reader,
  read: Read,
  ids: readonly string[],
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${factsOfPerson(read)} from directory_user u
    where u.id = any (${uuids(ids)}) order by u.id`.execute(reader)
  return rows
}

function toBatch(rows: readonly PersonRow[], managers: Managers): PeopleBatch {
  const parents = new Map(rows.map((row) => [row.id, toParent(row)]))
  return {
    people: rows.map(toPerson),
    directory: {
      parentOf: (person) => parents.get(person.id) ?? null,
      managersAbove: (person) => managersAbove(person, managers),
    },
  }
}

function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    baseState: row.base_state,
    expiresAt: row.expires_at,
    deletedAt: row.deleted_at,
    managerId: row.manager_id,
    parentId: row.parent_user_id,
    identities: row.identities,
    heldAttributes: row.held_attributes,
  }
}

/** A parent is asked for its state only, and has no parent itself. */
function toParent({ parent, parent_user_id: id }: PersonRow): Person | null {
  if (parent === null || id === null) return null
  return { id, ...parent, managerId: null, parentId: null, identities: [] }
}
