import { isRecord } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import { urns } from './attributes.ts'
import { requireSchemas } from './read-resource.ts'
import { invalidPath, invalidSyntax, invalidValue } from './scim-problem.ts'

const operations = ['add', 'remove', 'replace'] as const
export type Operation = {
  op: (typeof operations)[number]
  path: string | undefined
  value: unknown
}
const mostOperations = 1000
export type Step = Pick<Operation, 'op' | 'value'>

export function readOperations(body: unknown): Operation[] {
  if (!isRecord(body)) throw invalidSyntax('The body must be a JSON object.')
  requireSchemas(urns.patch, body)
  const list = valueOf(body, 'Operations')
  if (!Array.isArray(list) || list.length === 0)
    throw invalidSyntax('Operations must be a list of at least one operation.')
  if (list.length > mostOperations)
    throw invalidSyntax(`Operations has more than ${mostOperations} operations.`)
  return list.map(readOperation)
}

function readOperation(sent: unknown): Operation {
  if (!isRecord(sent)) throw invalidSyntax('Each of Operations must be an object.')
  const said = valueOf(sent, 'op')
  const text = typeof said === 'string' ? said.toLowerCase() : said
  const op = operations.find((each) => each === text)
  if (op === undefined)
    throw invalidSyntax(
      `op must be add, remove or replace, not ${clip(JSON.stringify(said ?? null))}.`,
    )
  const path = valueOf(sent, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw invalidPath('path must be a string.')
  const value = valueOf(sent, 'value')
  if (op !== 'remove' && value === undefined) throw invalidValue(`${op} needs a value.`)
  return { op, path: path === null || path === '' ? undefined : path, value }
}

function valueOf(sent: Record<string, unknown>, name: string): unknown {
  return Object.entries(sent).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}

const operationsPerRequest = 10

/** What a PatchOp costs of the allowance, beyond the request. */
export function patchCost(body: unknown): number {
  const list = isRecord(body) ? valueOf(body, 'Operations') : undefined
  return Array.isArray(list) ? Math.floor(list.length / operationsPerRequest) : 0
}
