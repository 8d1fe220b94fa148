import { isRecord, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import { databaseProblem } from '../../http/database-problem.ts'
import { Problem } from '../../http/problem.ts'
import { bounds } from './describe-schemas.ts'
import { requireSchemas } from './read-resource.ts'
import type { Reading } from './read-value.ts'
import { urns } from './schema.ts'
import { errorBody, invalidSyntax, invalidValue } from './scim-problem.ts'

/** One operation of a bulk request. `kind` and `id` are those of its path; of a POST, the id of what it creates. */
export type BulkOperation = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  kind: 'Users' | 'Groups'
  id: string | null
  bulkId: string | null
  version: string | undefined
  data: unknown
}

/** What an operation did. */
export type BulkAnswer = { status: number; location: string; version: string | null }

/** `locate` gives the address of an operation's resource, `ids` so many fresh ids; `run` does one operation. */
export type BulkTools = {
  locate: (operation: BulkOperation) => string
  ids: (count: number) => Promise<readonly string[]>
  run: (operation: BulkOperation) => Promise<BulkAnswer>
}

/**
 * Runs the operations of a bulk request, each in a transaction of its own (RFC 7644, section 3.7). `bulkId:x` in an operation stands
 * for the id of what the POST with the bulkId x creates, which is done before, unless the two need each other: its id is known beforehand.
 * After `failOnErrors` failures the rest is not begun.
 * @throws ScimProblem 400, or 413 where there are too many operations
 */
export async function runBulk(
  body: unknown,
  reading: Reading,
  { ids, locate, run }: BulkTools,
): Promise<JsonObject> {
  const { operations, failOnErrors } = readBulk(body, reading)
  const bulkIds = operations.map(bulkIdOf)
  const twice = bulkIds.find((bulkId, at) => bulkId !== null && bulkIds.indexOf(bulkId) !== at)
  if (twice !== undefined)
    throw invalidValue(`Two operations have the bulkId ${clip(String(twice))}.`)
  const fresh = await ids(operations.length)
  const known: KnownIds = new Map()
  for (const [at, bulkId] of bulkIds.entries())
    if (bulkId !== null) known.set(bulkId, { id: fresh[at] ?? '', hasFailed: false })
  const answers = new Map<number, JsonValue>()
  let failures = 0
  for (const at of needsFirst(operations, bulkIds)) {
    const result = await runOne(operations[at], known, { locate, run })
    answers.set(at, result)
    if (Number(result['status']) >= 400) {
      failures += 1
      const own = known.get(bulkIds[at] ?? '')
      if (own !== undefined) own.hasFailed = true
    }
    if (failOnErrors > 0 && failures >= failOnErrors) break
  }
  const inOrder = [...answers].toSorted(([a], [b]) => a - b).map(([, answer]) => answer)
  return { schemas: [urns.bulkResponse], Operations: inOrder }
}

/** What is known of each bulkId of the request. */
type KnownIds = Map<string, { id: string; hasFailed: boolean }>

/** The bulkId under which an operation creates something. */
function bulkIdOf(sent: unknown): string | null {
  if (!isRecord(sent) || String(sent['method']).toUpperCase() !== 'POST') return null
  const { bulkId } = sent
  return typeof bulkId === 'string' && bulkId !== '' ? bulkId : null
}

const reference = /bulkId:([\w.-]{1,100})/g

/** The positions of the operations, each after those that create what it names. Of two that need each other the first comes first. */
function needsFirst(operations: readonly unknown[], bulkIds: readonly (string | null)[]): number[] {
  const order: number[] = []
  const begun = new Set<number>()
  const visit = (at: number): void => {
    if (begun.has(at)) return
    begun.add(at)
    const text = JSON.stringify(operations[at] ?? null)
    for (const [, bulkId = ''] of text.matchAll(reference)) {
      const maker = bulkIds.indexOf(bulkId)
      if (maker >= 0) visit(maker)
    }
    order.push(at)
  }
  for (const at of operations.keys()) visit(at)
  return order
}

function readBulk(body: unknown, reading: Reading) {
  if (!isRecord(body)) throw invalidSyntax('The body must be a JSON object.')
  requireSchemas(urns.bulkRequest, body, reading)
  const { Operations: operations, failOnErrors = 0 } = body
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalidSyntax('Operations must be a list of at least one operation.')
  if (operations.length > bounds.bulkOperations)
    throw new Problem(
      413,
      `The request has more than ${bounds.bulkOperations} operations. Send them in several requests.`,
    )
  if (typeof failOnErrors !== 'number' || !Number.isInteger(failOnErrors) || failOnErrors < 0)
    throw invalidValue('failOnErrors must be a number of errors.')
  const sent: unknown[] = operations
  return { operations: sent, failOnErrors }
}

const failed = new Problem(500, 'Something failed on our side. Send this operation again.')

async function runOne(
  sent: unknown,
  known: KnownIds,
  { locate, run }: Pick<BulkTools, 'locate' | 'run'>,
): Promise<Record<string, JsonValue>> {
  const said = isRecord(sent) ? sent : {}
  const method = typeof said['method'] === 'string' ? said['method'].toUpperCase() : ''
  const bulkId = typeof said['bulkId'] === 'string' ? said['bulkId'] : null
  const shown = { method: clip(method, 20), ...(bulkId !== null && { bulkId: clip(bulkId, 100) }) }
  let operation: BulkOperation | undefined
  try {
    operation = readOperation(said, known, { method, bulkId })
    const { version, location, status } = await run(operation)
    return { ...shown, location, ...(version !== null && { version }), status: String(status) }
  } catch (error) {
    // What others of the request have done is told, whatever happened to this one.
    const problem = error instanceof Problem ? error : (databaseProblem(error) ?? failed)
    const response: JsonObject = JSON.parse(JSON.stringify(errorBody(problem)))
    return {
      ...shown,
      ...(operation !== undefined &&
        operation.method !== 'POST' && { location: locate(operation) }),
      status: String(problem.status),
      response,
    }
  }
}

function readOperation(
  sent: Record<string, unknown>,
  known: KnownIds,
  { method, bulkId }: { method: string; bulkId: string | null },
): BulkOperation {
  const verb = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).find((each) => each === method)
  if (verb === undefined) throw invalidSyntax('method must be POST, PUT, PATCH or DELETE.')
  const path = withIds(sent['path'], known)
  const [, kind, id] = /^\/(Users|Groups)(?:\/([^/]+))?$/.exec(String(path)) ?? []
  if (kind !== 'Users' && kind !== 'Groups')
    throw invalidValue('path must be /Users or /Groups, with an id unless method is POST.')
  if ((verb === 'POST') !== (id === undefined))
    throw invalidValue(`path must ${verb === 'POST' ? 'have no' : 'have an'} id for ${verb}.`)
  if (verb === 'POST' && (bulkId === null || bulkId === ''))
    throw invalidValue('A POST needs a bulkId.')
  const version = typeof sent['version'] === 'string' ? sent['version'] : undefined
  const newId = verb === 'POST' ? known.get(bulkId ?? '')?.id : undefined
  const data = withIds(sent['data'], known)
  return { method: verb, kind, id: id ?? newId ?? null, bulkId, version, data }
}

/** The value with the ids that `bulkId:x` stands for. */
function withIds(value: unknown, known: KnownIds): unknown {
  if (typeof value === 'string')
    return value.replaceAll(reference, (found, bulkId: string) => {
      const made = known.get(bulkId)
      if (made === undefined || made.hasFailed)
        throw new Problem(409, `No operation of this request has created ${clip(found)}.`)
      return made.id
    })
  if (Array.isArray(value)) return value.map((each) => withIds(each, known))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withIds(each, known)]))
}
