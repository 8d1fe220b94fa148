import type { Static, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Errors } from 'typebox/value'
import { isRecord, putOwn } from '../../contract/json.ts'
import { clip, refusedCharacter } from '../../contract/text.ts'
import { longLists } from './long-lists.ts'
import { patternWords } from './pattern-words.ts'
import { badRequest, unprocessable } from '../refusals/problem.ts'
import { taggedValues, type TaggedValue } from './tagged-shapes.ts'

const compiled = new WeakMap<TSchema, Validator>()

/** Compiled once per process, when the first request needs it: there are hundreds, and few are used soon after a start. */
function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const validator: Validator = Compile(schema)
  compiled.set(schema, validator)
  return validator
}

/** Checks a body; 422 with `errors` by field. */
export function bodyValidator<S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  return (value) => {
    const validator = validatorOf(schema)
    const errors: Collected = new Map()
    addLongLists(errors, schema, value)
    if (errors.size > 0) throw unprocessable(Object.fromEntries(errors))
    if (!validator.Check(value)) {
      for (const tagged of taggedValues(schema, value)) addTagged(errors, tagged)
      if (errors.size === 0)
        for (const error of validator.Errors(value)) addError(errors, schema, error)
      // The validator stops after some errors; a refused value stays refused even if no reported error remains.
      if (errors.size === 0) add(errors, 'body', 'is invalid')
    }
    collectRefusedText(errors, '', value)
    if (errors.size > 0) throw unprocessable(Object.fromEntries(errors))
    // Check has narrowed it; TypeScript can't see that through the collected errors.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return value as Static<S>
  }
}

/** By field. A map, because a field may be called `constructor`. */
type Collected = Map<string, string[]>
const maximumFields = 50

function addLongLists(errors: Collected, schema: unknown, value: unknown, at = ''): void {
  for (const { field, maxItems } of longLists(schema, value, at))
    add(errors, field, `must not have more than ${maxItems} items`)
}

function addTagged(errors: Collected, tagged: TaggedValue): void {
  if (errors.size >= maximumFields) return
  const at = fieldOf(tagged.at)
  if ('words' in tagged) {
    const { tag, isMissing, words } = tagged
    add(errors, join(at, tag), isMissing ? 'is required' : `must be one of ${words.join(', ')}`)
    return
  }
  const { shape, value } = tagged
  const before = errors.size
  addLongLists(errors, shape, value, at)
  if (errors.size > before) return
  for (const error of Errors(shape, value))
    addError(errors, shape, { ...error, instancePath: tagged.at + error.instancePath })
}

function addError(errors: Collected, schema: unknown, error: TLocalizedValidationError): void {
  const at = fieldOf(error.instancePath)
  switch (error.keyword) {
    case 'required':
      for (const name of error.params.requiredProperties) add(errors, join(at, name), 'is required')
      return
    case 'additionalProperties':
      for (const name of error.params.additionalProperties)
        add(errors, join(at, clip(name)), unknownKey(schema, error.schemaPath))
      return
    case 'boolean':
      // The twin of additionalProperties, which itself is left out where there are many unknown keys.
      add(errors, clip(at), unknownKey(schema, error.schemaPath))
      return
    case 'enum':
      add(errors, at, `must be one of ${error.params.allowedValues.join(', ')}`)
      return
    case 'pattern':
      add(errors, at, patternWords(String(error.params.pattern)))
      return
    case 'anyOf':
      // The faults against each of its variants were reported already.
      if (!errors.has(at)) add(errors, at, error.message)
      return
    case 'type':
      add(errors, at, error.params.type === 'null' && errors.has(at) ? 'or be null' : error.message)
      return
    default:
      add(errors, at, error.message)
  }
}

/**
 * The message for a key that an object does not allow. `schemaPath` is that of the object, or of its additional
 * properties.
 */
function unknownKey(schema: unknown, schemaPath: string): string {
  const path = schemaPath.replace(/\/additionalProperties$/, '')
  const object = path
    .split('/')
    .slice(1)
    .reduce<unknown>((here, name) => (isRecord(here) ? here[name] : undefined), schema)
  const patterns = isRecord(object) ? object['patternProperties'] : undefined
  return isRecord(patterns)
    ? `is no key that is allowed: keys must match ${Object.keys(patterns).join(' or ')}`
    : 'is not a known key'
}

function fieldOf(instancePath: string): string {
  const field = instancePath
    .slice(1)
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
  return field === '' ? 'body' : field
}

function join(at: string, name: string): string {
  return at === 'body' ? name : `${at}.${name}`
}

function add(errors: Collected, field: string, message: string): void {
  const name = clip(field, 200)
  const messages = errors.get(name)
  if (messages === undefined) {
    if (errors.size < maximumFields) errors.set(name, [message])
  } else if (!messages.includes(message) && messages.length < 20) messages.push(message)
}

/** Free text, of a body or of an operation in it, and certificates, which may have lines; every other string is one line. */
const multilineField =
  /^((operations\.\d+\.)?(description|reason)|files\.\d+\.text|connection\.ca)$/

/**
 * List indices need no check, and numbers contain no text: a megabyte has 400,000 of them, whose paths would be
 * wasted.
 */
function collectRefusedText(errors: Collected, path: string, value: unknown): void {
  if (errors.size >= maximumFields) return
  if (typeof value === 'string') {
    const found = refusedCharacter(value, multilineField.test(path))
    if (found !== undefined)
      add(errors, path === '' ? 'body' : path, `must not contain the character ${found}`)
  } else if (Array.isArray(value)) {
    value.forEach((inner: unknown, index) => {
      if (mayHoldText(inner)) collectRefusedText(errors, within(path, String(index)), inner)
    })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const at = within(path, key)
      collectRefusedText(errors, at, key)
      if (mayHoldText(inner)) collectRefusedText(errors, at, inner)
    }
  }
}

function mayHoldText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}

function within(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** Checks a query string; 400 that names the parameter and what is allowed. */
export function queryValidator<S extends TObject>(schema: S): (search: string) => Static<S> {
  const maps = Object.keys(schema.properties).filter((name) => isMap(schema.properties[name]))
  const allowed = Object.keys(schema.properties).map((name) =>
    maps.includes(name) ? `${name}[…]` : name,
  )
  return (search) => {
    const query = parseQuery(search, allowed, maps)
    const validator = validatorOf(schema)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Check has narrowed it.
    if (validator.Check(query)) return query as Static<S>
    const [error] = validator.Errors(query)
    throw badRequest(queryMessage(error))
  }
}

/** Whether a parameter is an object of texts, sent as `name[key]=text`. */
export function isMap(schema: TSchema | undefined): boolean {
  return schema !== undefined && 'patternProperties' in schema
}

function parseQuery(
  search: string,
  allowed: readonly string[],
  maps: readonly string[],
): Record<string, unknown> {
  const query: Record<string, string> = {}
  const entries = new Map<string, Record<string, string>>(maps.map((name) => [name, {}]))
  for (const [name, value] of new URLSearchParams(search)) {
    const [, map = '', key = ''] = /^([a-z]+)\[(.+)\]$/s.exec(name) ?? []
    const entry = entries.get(map)
    if (entry === undefined && !allowed.includes(name)) {
      const list =
        allowed.length === 0 ? 'none is allowed here' : `allowed are ${allowed.join(', ')}`
      throw badRequest(`Unknown query parameter ${JSON.stringify(clip(name))}: ${list}.`)
    }
    const [into, at] = entry === undefined ? [query, name] : [entry, key]
    if (Object.hasOwn(into, at))
      throw badRequest(`The query parameter ${clip(name)} is given twice.`)
    const text = entry === undefined ? value : `${key}${value}`
    const refused = refusedCharacter(text) ?? (text.includes('\uFFFD') ? 'U+FFFD' : undefined)
    if (refused !== undefined)
      throw badRequest(
        `The query parameter ${clip(name)} must not contain the character ${refused}.`,
      )
    putOwn(into, at, value)
  }
  const given = [...entries].filter(([, entry]) => Object.keys(entry).length > 0)
  return { ...query, ...Object.fromEntries(given) }
}

function queryMessage(error: TLocalizedValidationError | undefined): string {
  if (error?.keyword === 'required')
    return `The query parameter ${error.params.requiredProperties.join(', ')} is required.`
  const name = error === undefined ? 'query' : fieldOf(error.instancePath)
  if (error?.keyword === 'enum')
    return `The query parameter ${name} must be one of ${error.params.allowedValues.join(', ')}.`
  if (error?.keyword === 'pattern')
    return `The query parameter ${name} ${patternWords(String(error.params.pattern))}.`
  return `The query parameter ${name} ${error?.message ?? 'is invalid'}.`
}
