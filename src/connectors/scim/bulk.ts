import { isRecord, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import { databaseProblem } from '../../http/refusals/database-problem.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { bounds } from './describe-schemas.ts'
import { requireSchemas } from './read-resource.ts'
import type { Reading } from './read-value.ts'
import { urns } from './attributes.ts'
import { errorBody, invalidSyntax, invalidValue } from './scim-problem.ts'

/** One operation of a bulk request. `kind` and `id` are those of its path; of a POST, the id of what it creates. References in `data` are as they were sent. */
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

/**
 * `locate` gives the address of a path below the endpoint, `ids` so many fresh ids. `run` does one operation; `resolveId` gives the id
 * that a reference stands for, and throws {@link Unmade}.
 */
export type BulkTools = {
  locate: (path: string) => string
  ids: (count: number) => Promise<readonly string[]>
  run: (operation: BulkOperation, resolveId: (sent: string) => string) => Promise<BulkAnswer>
}

/** An operation refers to what another one creates, which has to run first. `at` is its position. */
class Unmade extends Error {
  readonly at: number

  constructor(at: number) {
    super('another operation of the bulk request comes first')
    this.at = at
  }
}

/**
 * Runs the operations of a bulk request, each in a transaction of its own (RFC 7644, section 3.7). `bulkId:x` where an operation has the
 * id of a resource stands for what the POST with the bulkId x creates. That POST runs before it, unless the two need each other: its id
 * is known beforehand. After `failOnErrors` failures the rest is not begun.
 * @throws ScimProblem 400, or 413 where there are too many operations
 */
export async function runBulk(
  body: unknown,
  reading: Reading,
  { ids, locate, run }: BulkTools,
): Promise<JsonObject> {
  const { operations, failOnErrors } = readBulk(body)
  const makers = makersOf(operations, await ids(operations.length))
  const answers = new Map<number, JsonValue>()
  const begun = new Set<number>()
  let failures = 0
  const isStopped = () => failOnErrors > 0 && failures >= failOnErrors
  const resolveId = resolverOf(makers, begun)
  const settle = async (at: number): Promise<void> => {
    if (begun.has(at)) return
    begun.add(at)
    while (!answers.has(at) && !isStopped()) {
      const result = await runOne(operations[at], { makers, resolveId, locate, run })
      if (result instanceof Unmade) await settle(result.at)
      else {
        answers.set(at, result)
        if (Number(result['status']) < 400) continue
        failures += 1
        const own = makers.get(bulkIdOf(operations[at]) ?? '')
        if (own !== undefined) own.hasFailed = true
      }
    }
  }
  for (const at of operations.keys()) await settle(at)
  const inOrder = [...answers].toSorted(([a], [b]) => a - b).map(([, answer]) => answer)
  return { schemas: [urns.bulkResponse], Operations: inOrder }
}

/** The operation that creates something under a bulkId, and the id that it gets. */
type Maker = { at: number; id: string; hasFailed: boolean }
type Makers = ReadonlyMap<string, Maker>

/** By their bulkIds. @throws ScimProblem 400 where two have the same */
function makersOf(operations: readonly unknown[], ids: readonly string[]): Makers {
  const makers = new Map<string, Maker>()
  for (const [at, operation] of operations.entries()) {
    const bulkId = bulkIdOf(operation)
    if (bulkId === null) continue
    if (makers.has(bulkId)) throw invalidValue(`Two operations have the bulkId ${clip(bulkId)}.`)
    makers.set(bulkId, { at, id: ids[at] ?? '', hasFailed: false })
  }
  return makers
}

/** The bulkId under which an operation creates something. */
function bulkIdOf(sent: unknown): string | null {
  if (!isRecord(sent) || String(sent['method']).toUpperCase() !== 'POST') return null
  const { bulkId } = sent
  return typeof bulkId === 'string' && bulkId !== '' ? bulkId : null
}

function resolverOf(makers: Makers, begun: ReadonlySet<number>): (sent: string) => string {
  return (sent) => {
    const [, bulkId] = /^bulkId:(.+)$/s.exec(sent) ?? []
    if (bulkId === undefined) return sent
    const maker = makers.get(bulkId)
    if (maker === undefined || maker.hasFailed)
      throw new Problem(409, `No operation of this request has created ${clip(sent)}.`)
    if (!begun.has(maker.at)) throw new Unmade(maker.at)
    return maker.id
  }
}

function readBulk(body: unknown) {
  if (!isRecord(body)) throw invalidSyntax('The body must be a JSON object.')
  requireSchemas(urns.bulkRequest, body)
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

type Running = Pick<BulkTools, 'locate' | 'run'> & {
  makers: Makers
  resolveId: (sent: string) => string
}

async function runOne(
  sent: unknown,
  running: Running,
): Promise<Record<string, JsonValue> | Unmade> {
  const { locate, run, resolveId, makers } = running
  const said = isRecord(sent) ? sent : {}
  const method = typeof said['method'] === 'string' ? said['method'].toUpperCase() : ''
  const bulkId = typeof said['bulkId'] === 'string' ? said['bulkId'] : null
  const shown = { method: clip(method, 20), ...(bulkId !== null && { bulkId }) }
  let path = typeof said['path'] === 'string' ? said['path'] : null
  try {
    const operation = readOperation(said, running, { method, bulkId })
    path = `/${operation.kind}/${operation.id ?? ''}`
    const { version, location, status } = await run(operation, resolveId)
    const own = operation.method === 'POST' ? makers.get(bulkId ?? '') : undefined
    // A user who comes back gets the id that it had.
    if (own !== undefined) own.id = location.slice(location.lastIndexOf('/') + 1)
    return { ...shown, location, ...(version !== null && { version }), status: String(status) }
  } catch (error) {
    if (error instanceof Unmade) return error
    // What others of the request have done is told, whatever happened to this one.
    const problem = error instanceof Problem ? error : (databaseProblem(error) ?? failed)
    const response: JsonObject = JSON.parse(JSON.stringify(errorBody(problem)))
    return {
      ...shown,
      ...(path !== null && method !== 'POST' && { location: locate(path) }),
      status: String(problem.status),
      response,
    }
  }
}

function readOperation(
  sent: Record<string, unknown>,
  { makers, resolveId }: Pick<Running, 'makers' | 'resolveId'>,
  { method, bulkId }: { method: string; bulkId: string | null },
): BulkOperation {
  const verb = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).find((each) => each === method)
  if (verb === undefined) throw invalidSyntax('method must be POST, PUT, PATCH or DELETE.')
  const [, kind, named] =
    /^\/(Users|Groups)(?:\/(bulkId:.+|[^/]+))?$/s.exec(String(sent['path'])) ?? []
  if (kind !== 'Users' && kind !== 'Groups')
    throw invalidValue('path must be /Users or /Groups, with an id unless method is POST.')
  if ((verb === 'POST') !== (named === undefined))
    throw invalidValue(`path must ${verb === 'POST' ? 'have no' : 'have an'} id for ${verb}.`)
  if (verb === 'POST' && (bulkId === null || bulkId === ''))
    throw invalidValue('A POST needs a bulkId.')
  const version = typeof sent['version'] === 'string' ? sent['version'] : undefined
  const id = named === undefined ? makers.get(bulkId ?? '')?.id : resolveId(asNamed(named, makers))
  return { method: verb, kind, id: id ?? null, bulkId, version, data: sent['data'] }
}

/** A bulkId may be escaped in a path, as other text of an address is. */
function asNamed(named: string, makers: Makers): string {
  if (makers.has(named.replace(/^bulkId:/, ''))) return named
  try {
    const plain = decodeURIComponent(named)
    return plain.startsWith('bulkId:') ? plain : named
  } catch {
    return named
  }
}
