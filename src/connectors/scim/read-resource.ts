import { isList, isObject, isRecord, type JsonObject, type JsonValue } from '../../contract/json.ts'
import {
  extensionNamed,
  attributeNamed,
  isUrn,
  topAttributes,
  topEntries,
  wholeExtension,
} from './attribute-path.ts'
import { bounds } from './describe-schemas.ts'
import { foldCase } from './fold-case.ts'
import { readMemberIds } from './members.ts'
import { readSingle, readValue, unknownAttribute, type Reading } from './read-value.ts'
import type { Attribute } from './attributes.ts'
import type { ResourceType } from './schema.ts'
import { invalidSyntax, invalidValue } from './scim-problem.ts'

/** The attributes of a resource as they are kept: without `schemas`, `id`, `meta`, `groups` and `members`. */
export type Document = Record<string, JsonValue>

/** A body of POST or PUT. `members`: the ids of a group's members. */
export type SentResource = { document: Document; members: readonly string[] }

/**
 * Reads the body of a POST or a PUT. What is read-only is passed over (RFC 7644, section 3.5.1); what is in no schema is noted.
 * @throws ScimProblem 400
 */
export function readResource(type: ResourceType, body: unknown, reading: Reading): SentResource {
  if (!isRecord(body)) throw invalidSyntax('The body must be a JSON object.')
  requireSchemas(type.core.id, body)
  const document: Document = {}
  let members: readonly string[] = []
  for (const [key, value] of topEntries(type, body)) {
    const attribute = attributeNamed(topAttributes(type), key)
    if (attribute?.name === 'members') members = readMemberIds(value, reading)
    else if (attribute !== undefined) readAttribute(document, attribute, { value, reading })
    else if (isUrn(key)) readExtension(document, type, { key, value, reading })
    else reading.notes.push(unknownAttribute(key))
  }
  requireValid(type, document)
  return { document, members }
}

/** A body that names schemas names the one that it is in, in any case of letters. The address tells it too. */
export function requireSchemas(urn: string, body: Record<string, unknown>): void {
  const entry = Object.entries(body).find(([key]) => key.toLowerCase() === 'schemas')
  const schemas: unknown = entry?.[1]
  if (schemas === undefined) return
  const named: unknown[] = Array.isArray(schemas) ? schemas : []
  if (named.some((each) => typeof each === 'string' && each.toLowerCase() === urn.toLowerCase()))
    return
  throw invalidSyntax(`schemas must contain "${urn}".`)
}

type Sent = { value: unknown; reading: Reading }

function readAttribute(document: Document, attribute: Attribute, { value, reading }: Sent): void {
  if (attribute.name === 'schemas' || attribute.mutability === 'readOnly') return
  const read = readValue(attribute, value, reading)
  if (read !== undefined && attribute.mutability !== 'writeOnly') document[attribute.name] = read
}

function readExtension(
  document: Document,
  type: ResourceType,
  { key, value, reading }: Sent & { key: string },
): void {
  if (value === null) return
  if (!isRecord(value)) throw invalidValue(`${key} must be an object.`)
  const attribute = wholeExtension(key, extensionNamed(type, key))
  const read = readSingle(attribute, value, reading)
  if (read !== undefined) document[attribute.name] = read
}

const longestName = 500

/**
 * What holds for every document, after a POST, PUT or PATCH.
 * @throws ScimProblem 400 invalidValue
 */
export function requireValid({ core }: ResourceType, document: Document): void {
  for (const { name, isRequired } of core.attributes) {
    if (!isRequired) continue
    const value = document[name]
    if (typeof value !== 'string' || value.trim() === '') throw invalidValue(`${name} is required.`)
    // Some letters are longer when they are folded, as a name is looked up.
    if (foldCase(value).length > longestName)
      throw invalidValue(`${name} is longer than ${longestName} characters.`)
  }
  const externalId = document['externalId']
  if (typeof externalId === 'string' && externalId.length > longestName)
    throw invalidValue(`externalId is longer than ${longestName} characters.`)
  for (const { name, isMany } of core.attributes)
    if (isMany && primariesOf(document[name]).length > 1)
      throw invalidValue(`${name} has more than one primary value.`)
}

/**
 * A document has a size that a page of them can have. One that has been stored larger may become smaller, and be deactivated.
 * @throws ScimProblem 400 invalidValue
 */
export function requireSize(document: JsonObject, before: JsonObject = {}): void {
  const most = Math.max(bounds.documentBytes, bytesOf({ ...before, active: false }, Infinity))
  if (bytesOf({ ...document, active: false }, most) > most)
    throw invalidValue(
      `The resource is larger than ${bounds.documentBytes} bytes as JSON. Send fewer attributes, or fewer of their values.`,
    )
}

/** The size of a value as JSON in bytes, at most by a comma for each value too large; counted no further than beyond `most`. */
function bytesOf(value: JsonValue, most: number): number {
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value))
  let bytes = 2
  for (const [key, each] of Object.entries(value)) {
    if (bytes > most) break
    if (isObject(value)) bytes += Buffer.byteLength(JSON.stringify(key)) + 1
    bytes += bytesOf(each, most - bytes) + 1
  }
  return bytes
}

/** The text at a key; '' where there is none. */
export function textAt(document: JsonObject, key: string): string {
  const value = document[key]
  return typeof value === 'string' ? value : ''
}

/** The values that are marked as the preferred one. */
export function primariesOf(values: JsonValue | undefined): JsonObject[] {
  if (!isList(values)) return []
  return values.filter((value) => isObject(value)).filter((value) => value['primary'] === true)
}
