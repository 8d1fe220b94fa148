import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { clip, refusedCharacter } from '../contract/text.ts'
import { longLists } from '../http/shapes/long-lists.ts'
import { patternWords } from '../http/shapes/pattern-words.ts'
import type { FileFault } from './folder-error.ts'

type SchemaError = {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

/** Describes schema errors for people, each with its place and the allowed values. */
export function explainSchemaErrors(schema: TSchema, data: unknown): FileFault[] {
  const long = longLists(schema, data).map(({ field, maxItems }) => ({
    path: readablePath(`/${field.replaceAll('.', '/')}`),
    message: `must not have more than ${maxItems} items`,
  }))
  if (long.length > 0) return long
  const faults = Value.Errors(schema, data)
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
      return error.instancePath.endsWith('/person')
        ? 'must be an e-mail address, or values by profile key; put numbers, true and false in quotes'
        : 'must be a text or a list of texts; put numbers, true and false in quotes'
    case 'type':
      return typeof given === 'number' || typeof given === 'boolean'
        ? `${error.message}, but it is ${quote(given)}; put a text in quotes`
        : error.message
    case 'pattern':
      return `${quote(given)} ${patternWords(String(Reflect.get(error.params, 'pattern')))}`
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

/** Where texts hold characters that none here may hold. */
export function* findRefusedCharacters(value: unknown, path: string): Generator<FileFault> {
  if (typeof value === 'string') {
    const refused = refusedCharacter(value, true)
    if (refused !== undefined)
      yield { path, message: `holds the character ${refused}, which no text here may hold` }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* findRefusedCharacters(item, `${path}[${index}]`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield* findRefusedCharacters(item, path === '' ? key : `${path}.${key}`)
    }
  }
}
