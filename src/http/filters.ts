import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { decodeId, idPrefixes, type IdKind } from '../contract/ids.ts'
import { kindOfPrefix } from '../contract/record-types.ts'
import { clip } from '../contract/text.ts'
import { anyOf } from './list.ts'
import { badRequest } from './problem.ts'

/** `filter[x]=a,b`: any of up to 100 texts; `what` they are is for the docs. Read by {@link anyOf}. */
export function textsFilter(what: string) {
  return Type.String({
    minLength: 1,
    maxLength: 4000,
    description: `Any of these ${what}, separated by commas`,
  })
}

/** The uuids of `filter[name]=id,id`, or undefined when it was not given; 400 for an id of another kind. */
export function idFilter(
  query: Record<string, unknown>,
  name: string,
  kind: IdKind,
): string[] | undefined {
  return anyOf(query[`filter[${name}]`])?.map((id) => {
    const uuid = decodeId(kind, id.trim())
    if (uuid === undefined) throw malformed(name, id, `ids that begin with ${idPrefixes[kind]}_`)
    return uuid
  })
}

/** A record of any kind. The prefix stands beside the uuid, as in the positions of an audit row. */
export type RecordName = { prefix: string; uuid: string }

/** The records of `filter[name]=id,id`, whatever their kinds; 400 for an id that is malformed. */
export function recordFilter(
  query: Record<string, unknown>,
  name: string,
): RecordName[] | undefined {
  return anyOf(query[`filter[${name}]`])?.map((id) => {
    const prefix = id.trim().split('_')[0] ?? ''
    const kind = kindOfPrefix(prefix)
    const uuid = kind && decodeId(kind, id.trim())
    if (uuid === undefined) throw malformed(name, id, 'ids as this API gives them')
    return { prefix, uuid }
  })
}

function malformed(name: string, id: string, wanted: string) {
  return badRequest(
    `The query parameter filter[${name}] takes ${wanted}, not ${JSON.stringify(clip(id))}.`,
  )
}

/** `=` for one value, so that an index that leads with the column also gives the order; `= any` for several. */
export function isAnyOf(
  column: RawBuilder<unknown>,
  values: readonly string[],
  type: 'uuid' | 'text' = 'text',
): RawBuilder<boolean> {
  const cast = sql.raw(type)
  return values.length === 1
    ? sql<boolean>`${column} = ${values[0]}::${cast}`
    : sql<boolean>`${column} = any (${values}::${cast}[])`
}
