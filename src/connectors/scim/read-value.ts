import { isRecord, type JsonValue } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import { attributeNamed } from './attribute-path.ts'
import type { ClientProfile } from './client-profiles.ts'
import type { Attribute } from './attributes.ts'
import { withValues } from './same-values.ts'
import { invalidValue } from './scim-problem.ts'

/**
 * How a client's values are read. `notes` names what is left out because no schema has it. `resolveId` gives the id that `bulkId:x` stands
 * for where an id of a resource is read; other texts as they are.
 */
export type Reading = {
  client: ClientProfile
  notes: string[]
  resolveId?: (sent: string) => string
}

const longestText = 20_000
/** So many values a multi-valued attribute has at most. */
export const mostValues = 1000
const deepest = 8

/**
 * A client's value of an attribute as it is kept: names as the schema spells them, without what is read-only or unknown. Undefined
 * where it is unassigned: null, or a list or an object of nothing.
 * @throws ScimProblem 400 invalidValue where it is of another type
 */
export function readValue(
  attribute: Attribute,
  value: unknown,
  reading: Reading,
): JsonValue | undefined {
  if (value === null || value === undefined) return undefined
  if (!attribute.isMany) return readSingle(attribute, onlyValue(attribute, value), reading)
  const list = readList(attribute, value, reading)
  return list.length === 0 ? undefined : list
}

/** The value itself, also where a client sends a list of it alone. What no schema describes may be a list. */
export function onlyValue({ type }: Attribute, value: unknown): unknown {
  const list: unknown[] = Array.isArray(value) && type !== 'any' ? value : []
  return list.length === 1 ? list[0] : value
}

/** The values of a multi-valued attribute. */
export function readList(attribute: Attribute, value: unknown, reading: Reading): JsonValue[] {
  if (value === null || value === undefined) return []
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > mostValues)
    throw invalidValue(`${attribute.name} has more than ${mostValues} values.`)
  const added = list.flatMap((each) => {
    const read = each === null ? undefined : readSingle(attribute, each, reading)
    return read === undefined ? [] : [read]
  })
  return withValues(attribute, { list: [], added })
}

/** One value of an attribute, whether or not it has many. */
export function readSingle(
  attribute: Attribute,
  value: unknown,
  reading: Reading,
): JsonValue | undefined {
  switch (attribute.type) {
    case 'complex':
      return readComplex(attribute, value, reading)
    case 'boolean':
      return readBoolean(attribute, value)
    case 'any':
      return readAny(attribute.name, value, 0)
    default:
      return resolved(attribute, readText(attribute.name, value), reading)
  }
}

/** The text, with the id of the resource that it refers to by a bulkId, either alone or at the end of an address. */
function resolved(
  { isResourceId, referenceTypes }: Attribute,
  text: string,
  { resolveId }: Reading,
): string {
  if (resolveId === undefined) return text
  if (isResourceId) return resolveId(text)
  if (!referenceTypes.includes('User')) return text
  const [, before = '', reference] = /^(.*?\/)?(bulkId:.+)$/s.exec(text) ?? []
  return reference === undefined ? text : before + resolveId(reference)
}

function readText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidValue(`${name} must be a string.`)
  if (value.length > longestText)
    throw invalidValue(`${name} is longer than ${longestText} characters.`)
  if (value.includes('\0') || !value.isWellFormed())
    throw invalidValue(`${name} has characters that are not allowed.`)
  return value
}

function readBoolean({ name }: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') {
    if (/^true$/i.test(value)) return true
    if (/^false$/i.test(value)) return false
  }
  throw invalidValue(`${name} must be true or false.`)
}

function readComplex(
  attribute: Attribute,
  value: unknown,
  reading: Reading,
): JsonValue | undefined {
  const { name, subAttributes } = attribute
  if (!isRecord(value)) {
    const part = attributeNamed(subAttributes, 'value')
    if (typeof value === 'string' && part !== undefined)
      return value === '' ? undefined : { value: resolved(part, readText(name, value), reading) }
    throw invalidValue(`${name} must be an object.`)
  }
  const read: Record<string, JsonValue> = {}
  for (const [key, each] of Object.entries(value)) {
    const sub = attributeNamed(subAttributes, key)
    if (sub === undefined) reading.notes.push(unknownAttribute(`${name}.${key}`))
    else if (sub.mutability !== 'readOnly') {
      const kept = readValue(sub, each, reading)
      if (kept !== undefined) read[sub.name] = kept
    }
  }
  return Object.keys(read).length === 0 ? undefined : read
}

/** What the run says of an attribute that no schema has. */
export function unknownAttribute(path: string): string {
  return `the attribute ${JSON.stringify(clip(path))} is in no schema, and was left out`
}

function readAny(name: string, value: unknown, depth: number): JsonValue {
  if (depth > deepest) throw invalidValue(`${name} is nested too deep.`)
  if (typeof value === 'string') return readText(name, value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => readAny(name, each, depth + 1))
  if (!isRecord(value)) throw invalidValue(`${name} is no JSON.`)
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      readText(name, key),
      readAny(name, each, depth + 1),
    ]),
  )
}
