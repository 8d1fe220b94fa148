import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { version } from '../src/contract/version.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'
import type { Operation, ResponseObject } from '../src/http/openapi/model.ts'
import { routes } from '../src/routes.ts'

export const document = openApiDocument(routes, { origin: 'https://muster.example', version })

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'muster', ...document }, 'muster')

type Known = { pattern: RegExp; method: string; operation: Operation; pointer: string }

const operations: Known[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    method: method.toUpperCase(),
    operation,
    pointer: `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses`,
  })),
)
// A path without parameters wins over one that could match it too.
operations.sort((a, b) => a.pattern.source.split('[').length - b.pattern.source.split('[').length)

const validators = new Map<string, ValidateFunction>()

/** One answer as it arrived. `path` is relative to `{base_url}`, with or without a query. */
export type Arrived = {
  method: string
  path: string
  status: number
  headers: Headers
  text: string
}

/** Throws unless the document allows this answer: its status, its headers and its body. */
export function assertConforms(answer: Arrived): void {
  const faults = faultsOf(answer)
  if (faults.length === 0) return
  throw new Error(
    `${answer.method} ${answer.path.slice(0, 200)} answered ${answer.status}, which does not conform to the OpenAPI document:\n  ${faults.join('\n  ')}\n  ${answer.text.slice(0, 1000)}`,
  )
}

function faultsOf(answer: Arrived): string[] {
  const path = answer.path.split('?')[0] ?? ''
  const known = operations.find(
    ({ pattern, method }) => method === answer.method && pattern.test(path),
  )
  const shared = headerFaults(answer)
  if (known === undefined)
    return [
      ...shared,
      ...(answer.status < 500 ? failureFaults(answer) : ['no operation answers 5xx here']),
    ]
  const found = known.operation.responses[answer.status]
  if (found === undefined)
    return [
      ...shared,
      `the operation ${known.operation.operationId} has no status ${answer.status}`,
    ]
  const reference = '$ref' in found ? found.$ref : `${known.pointer}/${answer.status}`
  const response = resolve(found)
  return [...shared, ...wantedHeaders(answer, response), ...bodyFaults(answer, reference, response)]
}

function resolve(found: Operation['responses'][string]): ResponseObject {
  const response =
    '$ref' in found ? document.components.responses[found.$ref.split('/').at(-1) ?? ''] : found
  if (response === undefined)
    throw new Error('the document refers to a response that it does not have')
  return response
}

function headerFaults({ headers, text }: Arrived): string[] {
  const faults = []
  if (!/^[A-Za-z0-9._-]{8,64}$/.test(headers.get('x-request-id') ?? ''))
    faults.push('X-Request-Id is missing')
  if (headers.get('x-content-type-options') !== 'nosniff' && text !== '')
    faults.push('X-Content-Type-Options is missing')
  return faults
}

const always = new Set(['ETag', 'Location', 'Retry-After', 'WWW-Authenticate'])

function wantedHeaders({ status, headers }: Arrived, response: ResponseObject): string[] {
  return [...always].flatMap((name) => {
    const documented = name in response.headers
    // Only a change beyond a limit has a plan.
    if (status === 409 && name === 'Location') return []
    if (status === 403 && name === 'WWW-Authenticate') return []
    if (documented === headers.has(name)) return []
    return [documented ? `the header ${name} is missing` : `the header ${name} is not documented`]
  })
}

function bodyFaults(
  { headers, text }: Arrived,
  reference: string,
  response: ResponseObject,
): string[] {
  if (response.content === undefined)
    return text === '' ? [] : ['it has a body, which is not documented']
  const type = headers.get('content-type')
  if (
    response.content[String(type).split(';')[0] ?? ''] === undefined ||
    !type?.endsWith('; charset=utf-8')
  )
    return ['its Content-Type is not documented']
  if (!type.startsWith('application/json')) return []
  const validate = validatorOf(`muster${reference}/content/application~1json/schema`)
  if (validate(JSON.parse(text))) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function failureFaults({ headers, text }: Arrived): string[] {
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    return ['its Content-Type is not JSON']
  const body: unknown = JSON.parse(text)
  return validatorOf('muster#/components/schemas/Message')(body)
    ? []
    : ['its body is not {message}']
}

/** Compiled on first use: a test file touches few of them. */
function validatorOf($ref: string): ValidateFunction {
  const known = validators.get($ref)
  if (known !== undefined) return known
  const validate = ajv.compile({ $ref })
  validators.set($ref, validate)
  return validate
}
