import type { TSchema } from 'typebox'
import { may, uncounted } from '../../access/rights.ts'
import { decodeId, encodeId, idPrefixes, type IdKind } from '../../contract/ids.ts'
import { isRecord } from '../../contract/json.ts'
import { withInclude } from '../shapes/include.ts'
import { Problem } from '../refusals/problem.ts'
import type { Abilities, FindAbilities, ReadContext, Route } from '../route/route.ts'

/** The abilities on records of a kind. */
export type KindAbilities = { kind: IdKind; find: FindAbilities }

/** Lets every route whose answer consists of records take `include=abilities`. On records of other kinds there is no action. */
export function withAbilities(routes: readonly Route[], kinds: readonly KindAbilities[]): Route[] {
  const abilities = ofAnyKind(kinds)
  const take = (route: Route): Route =>
    route.method === 'GET' && answersRecords(route.response)
      ? { ...route, query: withInclude(route.query), abilities }
      : route
  return routes.map(take)
}

/** Whether the shape of an answer is a RecordShape, or a list of them. */
function answersRecords(response: TSchema | null): boolean {
  const properties = response !== null && 'properties' in response ? response.properties : undefined
  if (!isRecord(properties)) return false
  const { data } = properties
  const items = isRecord(data) ? data['items'] : undefined
  const ofRecord = isRecord(items) ? items['properties'] : properties
  return isRecord(ofRecord) && 'abilities' in ofRecord
}

/** The prefix of an id says its kind. */
function ofAnyKind(kinds: readonly KindAbilities[]): FindAbilities {
  return async (context, ids) => {
    const found = await Promise.all(
      kinds.map(async ({ kind, find }) => {
        const own = ids.filter((id) => id.startsWith(`${idPrefixes[kind]}_`))
        return own.length === 0 ? [] : [...(await find(context, own))]
      }),
    )
    return new Map(found.flat())
  }
}

/**
 * Of records of a kind: `find` reads the rows of uuids, with everything that decides, in a fixed number of statements; `of`
 * asks the checks that refuse the actions ({@link isAllowed}).
 */
export function abilitiesOn<Row extends { id: string }>(
  kind: IdKind,
  find: (context: ReadContext, uuids: readonly string[]) => Promise<readonly Row[]>,
  of: (context: ReadContext, row: Row) => Abilities,
): KindAbilities {
  const findOfIds: FindAbilities = async (context, ids) => {
    const uuids = ids.flatMap((id) => decodeId(kind, id) ?? [])
    const rows = await find(context, uuids)
    return new Map(rows.map((row) => [encodeId(kind, row.id), of(context, row)]))
  }
  return { kind, find: findOfIds }
}

/** Whether checks let an action pass: false if they throw the refusal that a request would be answered with. */
export function isAllowed(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** To list what one may do is no use of it. */
function withoutUses(context: ReadContext): ReadContext {
  const caller = uncounted(context.caller)
  return { ...context, caller, may: (permission, on) => may(caller, permission, on) }
}

/** The records of an answer: those of a list, or the one that it is. */
function recordsOf(answer: unknown): Record<string, unknown>[] {
  if (isList(answer)) return answer.data.filter(isRecord)
  return isRecord(answer) ? [answer] : []
}

function isList(answer: unknown): answer is { data: unknown[] } {
  return isRecord(answer) && Array.isArray(answer['data'])
}

/** Adds `abilities` to each record of an answer. @returns the answer, and a mark of the abilities for its ETag */
export async function addAbilities(
  context: ReadContext,
  find: FindAbilities,
  answer: unknown,
): Promise<{ answer: unknown; mark: string }> {
  const records = recordsOf(answer)
  const found = await find(
    withoutUses(context),
    records.map(({ id }) => String(id)),
  )
  const abilities = new Map(
    records.map((record) => [record, found.get(String(record['id'])) ?? {}] as const),
  )
  const marks = [...abilities.values()].map((each) =>
    Object.values(each)
      .map((isAble) => (isAble ? 'y' : 'n'))
      .join(''),
  )
  const add = (record: unknown) =>
    isRecord(record) ? { ...record, abilities: abilities.get(record) } : record
  return {
    answer: isList(answer) ? { ...answer, data: answer.data.map(add) } : add(answer),
    mark: marks.join('-'),
  }
}
