import { sql, type RawBuilder } from 'kysely'
import { planKept } from '../../database/planning.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import type { Directory } from '../../engine/directory.ts'
import type { BaseState, Identity, Person } from '../../engine/model.ts'
import {
  loadAllManagers,
  loadManagersAbove,
  managersAbove,
  type Managers,
} from './management-chain.ts'
import { inBatches } from './in-batches.ts'
import type { PolicyReads } from './policy-reads.ts'

/** All people, or those with these uuids; unknown ids are ignored. */
export type People = 'all' | readonly string[]

/** People with all facts that the policy reads, and a directory of these people. */
export type PeopleBatch = { people: readonly Person[]; directory: Directory }

export const batchSize = 2000
const beforeAll = '00000000-0000-0000-0000-000000000000'
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Streams people's facts in batches, in id order. Profiles hold only the members that the policy reads, and
 * only of the integrations that it reads, so that memory is bounded by two batches: PostgreSQL reads the next one meanwhile.
 */
export async function* peopleFacts(
  reader: Reader,
  reads: PolicyReads,
  people: People,
): AsyncGenerator<PeopleBatch> {
  if (people === 'all') {
    const managers = reads.managementChains ? await loadAllManagers(reader) : noManagers
    for await (const rows of readAhead(reader, (which) => selectRows(reader, reads, which)))
      if (rows.length > 0) yield toBatch(foundIn(rows, reads), managers)
    return
  }
  for (const ids of inBatches([...new Set(people)].sort(), batchSize)) {
    const batch = await factsOf(reader, reads, ids)
    if (batch.people.length > 0) yield batch
  }
}

/**
 * The ids at which batches of everybody end, but for the last. With both ends of a batch PostgreSQL finds it by the index, also in
 * the views of the schema `ahead`; there it would read everybody for each batch that has a limit instead.
 */
async function selectBounds(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id, row_number() over (order by id) as number from directory_user) u
    where number % ${batchSize} = 0 order by id`.execute(reader)
  return rows.map(({ id }) => id)
}

/** What is read of everybody, batch by batch; the next one is read while one is used. */
async function* readAhead<T>(
  reader: Reader,
  read: (which: RawBuilder<unknown>) => Promise<T>,
): AsyncGenerator<T> {
  const bounds = await selectBounds(reader)
  const readUpTo = (at: number) => {
    const [after, upTo] = [bounds[at - 1] ?? beforeAll, bounds[at] ?? afterAll]
    const batch = read(sql`where u.id > ${after}::uuid and u.id <= ${upTo}::uuid`)
    // Where the caller stops before it is awaited, no one is told that it failed.
    batch.catch(() => undefined)
    return batch
  }
  let next = readUpTo(0)
  for (let at = 0; at <= bounds.length; at += 1) {
    const batch = await next
    if (at < bounds.length) next = readUpTo(at + 1)
    yield batch
  }
}

/** The facts of at most one batch of people, as {@link peopleFacts} yields them. */
export async function factsOf(
  reader: Reader,
  reads: PolicyReads,
  ids: readonly string[],
): Promise<PeopleBatch> {
  const [managers, found] = await Promise.all([
    reads.managementChains ? loadManagersAbove(reader, ids) : noManagers,
    selectFacts(reader, reads, sql`where u.id = any (${uuids(ids)})`),
  ])
  return toBatch(found, managers)
}

const noManagers: Managers = new Map()

/** A person as the statement returns them. Instants are milliseconds, as in the engine. */
type PersonRow = {
  id: string
  base_state: BaseState
  expires_at: number | null
  deleted_at: number | null
  manager_id: string | null
  parent_user_id: string | null
  parent: Pick<Person, 'baseState' | 'expiresAt' | 'deletedAt'> | null
}

/** One of their identities that the policy reads, with the values of {@link Members} as JSON. */
type IdentityRow = {
  integration_id: string | null
  is_deactivated: boolean | null
  plain_values: string | null
  dotted_values: string | null
}

type PersonRecord = { row: PersonRow; identities: Identity[] }

/** The people of `which`, in id order. */
async function selectFacts(
  reader: Reader,
  reads: PolicyReads,
  which: RawBuilder<unknown>,
): Promise<PersonRecord[]> {
  return foundIn(await selectRows(reader, reads, which), reads)
}

async function selectRows(
  reader: Reader,
  reads: PolicyReads,
  which: RawBuilder<unknown>,
): Promise<FactsRow[]> {
  const statement = sql<FactsRow>`${factsStatement(reads, which)} ${planKept(reader)}`
  const { rows } = await statement.execute(reader)
  return rows
}

/** The facts of some people as one text, for {@link readFactsText} in another thread. */
export async function selectFactsText(
  reader: Reader,
  reads: PolicyReads,
  ids: readonly string[],
): Promise<string> {
  return factsText(reader, reads, sql`where u.id = any (${uuids(ids)})`)
}

/** The facts of everybody as texts, batch by batch, for {@link readFactsText} in another thread. */
export function everybodyAsText(reader: Reader, reads: PolicyReads): AsyncGenerator<string> {
  return readAhead(reader, (which) => factsText(reader, reads, which))
}

async function factsText(
  reader: Reader,
  reads: PolicyReads,
  which: RawBuilder<unknown>,
): Promise<string> {
  const { rows } = await sql<{ facts: string | null }>`
    select json_agg(f) as facts from (${factsStatement(reads, which)}) f`.execute(reader)
  return rows[0]?.facts ?? '[]'
}

/** Those people, under a policy with the same reads. */
export function readFactsText(text: string, reads: PolicyReads): Person[] {
  return foundIn(parseJson<FactsRow[]>(text), reads).map(toPerson)
}

type FactsRow = PersonRow & IdentityRow

/** In id order. A person has one row for each identity that the policy reads. */
function factsStatement(reads: PolicyReads, which: RawBuilder<unknown>): RawBuilder<FactsRow> {
  const members = membersOf(reads)
  return sql<FactsRow>`
    select u.*, ${identityColumns(members)} from (
      select u.id, u.base_state, floor(extract(epoch from u.expires_at) * 1000)::bigint as expires_at,
        floor(extract(epoch from u.deleted_at) * 1000)::bigint as deleted_at, u.manager_id, u.parent_user_id,
        case when u.parent_user_id is not null then (select jsonb_build_object('baseState', p.base_state,
            'expiresAt', floor(extract(epoch from p.expires_at) * 1000)::bigint,
            'deletedAt', floor(extract(epoch from p.deleted_at) * 1000)::bigint)
          from directory_user p where p.id = u.parent_user_id) end as parent
      from directory_user u ${which}) u
    ${identitySource(reads)} order by u.id`
}

function foundIn(rows: readonly FactsRow[], reads: PolicyReads): PersonRecord[] {
  const members = membersOf(reads)
  const found: PersonRecord[] = []
  for (const row of rows) {
    const last = found.at(-1)
    const person = last?.row.id === row.id ? last : { row, identities: [] }
    if (person !== last) found.push(person)
    const identity = toIdentity(row, members)
    if (identity !== null) person.identities.push(identity)
  }
  return found
}

function identitySource({ members }: PolicyReads): RawBuilder<unknown> {
  // The offset has each person's looked up by the index, however many PostgreSQL expects.
  return sql`left join lateral (
    select integration_id, state, profile from identity i
    where directory_user_id = u.id and integration_id = any (${uuids([...members.keys()])}) and ${isRead} offset 0) i on true`
}

/** Whether policy reads an account (`i`), as SQL: of a person's primary accounts one that has ended only if it leads. */
export const isRead = sql<boolean>`(i.state <> 'deactivated' or i.integration_id is distinct from (
  select l.integration_id from identity l where l.id <> i.id and l.id = (
    select u.primary_identity_id from directory_user u where u.id = i.directory_user_id)))`

/**
 * The members that are read of any integration: of all of them, so that the statement is the same for every policy.
 * `dotted` ones are the names of paths too.
 */
type Members = { plain: readonly string[]; dotted: readonly string[] }

function membersOf({ members }: PolicyReads): Members {
  const { plain = [], dotted = [] } = Object.groupBy(
    new Set([...members.values()].flat()),
    (name) => (name.includes('.') ? 'dotted' : 'plain'),
  )
  return { plain, dotted }
}

/**
 * Values only: building an object of them in SQL costs several times as much. A dotted member that is present
 * without a value hides the path of that name, so it is distinguished from a missing one.
 */
function identityColumns({ plain, dotted }: Members): RawBuilder<unknown> {
  return sql`i.integration_id, i.state = 'deactivated' as is_deactivated,
    to_json(array(select i.profile -> name from unnest(${plain}::text[]) as name))::text as plain_values,
    to_json(array(select case when i.profile ? name then jsonb_build_array(i.profile -> name) end
      from unnest(${dotted}::text[]) as name))::text as dotted_values`
}

function toIdentity(row: IdentityRow, { plain, dotted }: Members): Identity | null {
  const { integration_id: integrationId, plain_values, dotted_values } = row
  if (integrationId === null || plain_values === null || dotted_values === null) return null
  const plainValues = parseJson<unknown[]>(plain_values)
  const dottedValues = parseJson<([unknown] | null)[]>(dotted_values)
  const profile = Object.fromEntries([
    ...plain.flatMap((name, at) => {
      const value = plainValues[at] ?? null
      return value === null ? [] : [[name, value] as const]
    }),
    ...dotted.flatMap((name, at) => {
      const found = dottedValues[at] ?? null
      return found === null ? [] : [[name, found[0]] as const]
    }),
  ])
  return { integrationId, profile, isDeactivated: row.is_deactivated === true }
}

function toBatch(found: readonly PersonRecord[], managers: Managers): PeopleBatch {
  const parents = new Map(found.map(({ row }) => [row.id, toParent(row)]))
  return {
    people: found.map(toPerson),
    directory: {
      parentOf: (person) => parents.get(person.id) ?? null,
      managersAbove: (person) => managersAbove(person, managers),
    },
  }
}

function toPerson({ row, identities }: PersonRecord): Person {
  return {
    id: row.id,
    baseState: row.base_state,
    expiresAt: row.expires_at,
    deletedAt: row.deleted_at,
    managerId: row.manager_id,
    parentId: row.parent_user_id,
    identities,
  }
}

/** Only the state of a parent is needed, and a parent has no parent. */
function toParent({ parent, parent_user_id: id }: PersonRow): Person | null {
  if (parent === null || id === null) return null
  return { id, ...parent, managerId: null, parentId: null, identities: [] }
}
