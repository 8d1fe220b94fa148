import { sql, type RawBuilder } from 'kysely'
import { encodeId, encodePrefixed, idPrefixes } from '../contract/ids.ts'
import type { Transaction } from '../database/database.ts'
import { uuids } from '../database/uuids.ts'
import { selectRulesetTitles } from '../policy/shapes/ruleset-titles.ts'
import type { Part } from './parts.ts'

/** Something that is stored and does not follow from the facts. Ids are those of the API. */
export type Difference = {
  part: Part
  /** What of the record it is, such as `membership` or `full_name`. */
  what: string
  record: string | null
  person: string | null
  username: string | null
  ruleset: string | null
  /** Type and name of the ruleset's resource. */
  resource: string | null
  /** Null where there is nothing, or where it is a value of a person's, which is not shown. */
  stored: string | null
  follows: string | null
  /** The command that shows more. */
  see: string | null
}

/** A difference as a check finds it. Ids are uuids, `recordType` is the prefix of an id. */
export type Found = {
  what: string
  recordType: string | null
  recordId: string | null
  personId: string | null
  rulesetId: string | null
  stored: string | null
  follows: string | null
}

/** The columns of a {@link Found}, as SQL. What is left out is null. */
export function foundColumns(columns: {
  what: RawBuilder<unknown>
  type?: RawBuilder<unknown>
  record?: RawBuilder<unknown>
  person?: RawBuilder<unknown>
  ruleset?: RawBuilder<unknown>
  stored: RawBuilder<unknown>
  follows: RawBuilder<unknown>
}): RawBuilder<unknown> {
  const { what, type, record, person, ruleset, stored, follows } = columns
  const nothing = sql`null`
  return sql`${what} as what, (${type ?? nothing})::text as "recordType", (${record ?? nothing})::uuid as "recordId",
    (${person ?? nothing})::uuid as "personId", (${ruleset ?? nothing})::uuid as "rulesetId",
    (${stored})::text as stored, (${follows})::text as follows`
}

/** Adds the names of what was found. */
export async function describeFound(
  tx: Transaction,
  part: Part,
  found: readonly Found[],
): Promise<Difference[]> {
  if (found.length === 0) return []
  const named = (key: 'personId' | 'rulesetId') => [
    ...new Set(found.map((each) => each[key]).filter((id) => id !== null)),
  ]
  const [usernames, titles] = await Promise.all([
    selectUsernames(tx, named('personId')),
    selectRulesetTitles(tx, named('rulesetId')),
  ])
  return found.map(({ what, recordType, recordId, personId, rulesetId, stored, follows }) => ({
    part,
    what,
    record: recordType === null || recordId === null ? null : encodePrefixed(recordType, recordId),
    person: personId === null ? null : encodeId('directoryUser', personId),
    username: usernames.get(personId ?? '') ?? null,
    ruleset: rulesetId === null ? null : encodeId('ruleset', rulesetId),
    resource: titles.get(rulesetId ?? '') ?? null,
    stored,
    follows,
    see: commandFor({ recordType, recordId, personId, rulesetId }),
  }))
}

async function selectUsernames(
  tx: Transaction,
  people: readonly string[],
): Promise<Map<string, string | null>> {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ id: string; username: string | null }>`
    select id, username from directory_user where id = any (${uuids(people)})`.execute(tx)
  return new Map(rows.map(({ id, username }) => [id, username]))
}

function commandFor({
  recordType,
  recordId,
  personId,
  rulesetId,
}: Pick<Found, 'recordType' | 'recordId' | 'personId' | 'rulesetId'>): string | null {
  const [person, ruleset] = [
    personId === null ? null : encodeId('directoryUser', personId),
    rulesetId === null ? null : encodeId('ruleset', rulesetId),
  ]
  if (person !== null && ruleset !== null) return `muster user why ${person} ${ruleset}`
  if (recordType === idPrefixes.identity && recordId !== null)
    return `muster identity show ${encodeId('identity', recordId)}`
  if (person !== null) return `muster user show ${person}`
  return ruleset === null ? null : `muster ruleset show ${ruleset}`
}
