import { clip } from '../../contract/text.ts'
import type { FileFault } from './policy-file-error.ts'

type SchemaError = {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

/** Says what a schema refuses in words for people, each with its place and what would be allowed there. */
export function explainSchemaErrors(
  schema: object,
  data: unknown,
  errors: readonly SchemaError[],
): FileFault[] {
  const faults = errors
    .filter((error) => error.keyword !== 'boolean' && !error.schemaPath.includes('/anyOf/'))
    .map((error) => ({
      path: readablePath(error.instancePath),
      message: explain(schema, data, error),
    }))
  return faults.length > 0 ? faults : [{ path: '', message: 'is not a policy file' }]
}

/** `/rulesets/0/rules/1/role` → `rulesets[0].rules[1].role` */
function readablePath(pointer: string): string {
  return segmentsOf(pointer)
    .map((segment, index) => {
      if (/^\d+$/.test(segment)) return `[${segment}]`
      return index === 0 ? segment : `.${segment}`
    })
    .join('')
}

function explain(schema: object, data: unknown, error: SchemaError): string {
  const given = follow(data, error.instancePath)
  switch (error.keyword) {
    case 'additionalProperties': {
      const allowed = Object.keys(
        objectAt(follow(schema, `${error.schemaPath.slice(1)}/properties`)),
      )
      const unknown = Object.keys(objectAt(given)).filter((key) => !allowed.includes(key))
      return `unknown key ${unknown.join(', ')}; allowed: ${allowed.join(', ')}`
    }
    case 'required':
      return `${textsOf(error.params, 'requiredProperties').join(', ')} is missing`
    case 'enum':
      return `${quote(given)} is unknown; allowed: ${textsOf(error.params, 'allowedValues').join(', ')}`
    case 'anyOf':
      return `must be a text or a list of texts; put numbers, true and false in quotes`
    case 'type':
      return typeof given === 'number' || typeof given === 'boolean'
        ? `${error.message}, but it is ${quote(given)}; put a text in quotes`
        : error.message
    case 'pattern':
      return `${quote(given)} ${error.message}`
    default:
      return error.message
  }
}

function quote(value: unknown): string {
  return clip(JSON.stringify(value) ?? 'nothing')
}

function textsOf(params: object, name: string): string[] {
  const list: unknown = Reflect.get(params, name)
  return Array.isArray(list) ? list.map(String) : []
}

function objectAt(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

function follow(from: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce<unknown>(
    (here, segment) => Reflect.get(objectAt(here), segment),
    from,
  )
}

function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))
}
