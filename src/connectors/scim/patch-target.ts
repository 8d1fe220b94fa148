import type { Filter } from 'scim2-parse-filter'
import { isRecord, type JsonValue } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import type { Turns } from '../../http/lists/in-slices.ts'
import {
  resolveClientPath,
  attributeNamed,
  type AttributePath,
  isUrn,
  wholeExtension,
} from './attribute-path.ts'
import type { Attribute } from './attributes.ts'
import { parseFilter } from './filter.ts'
import type { MemberStep } from './members.ts'
import type { PatchWork } from './patch-work.ts'
import type { Document } from './read-resource.ts'
import type { Reading } from './read-value.ts'
import type { IdentityOf } from './same-values.ts'
import type { ResourceType } from './schema.ts'
import { invalidPath } from './scim-problem.ts'

export type Patching = {
  type: ResourceType
  document: Document
  reading: Reading
  members: MemberStep[]
  work: PatchWork
  /** Of the event loop, for other requests. */
  turns: Turns
  /** All that a value says, as a text. */
  wholeOf: (value: JsonValue) => string
  identityOf: IdentityOf
  /** The id of the resource. */
  id: string | undefined
}

/** What a path leads to. `filter` chooses among the values of a multi-valued attribute, `sub` one part of each. */
export type Target = { path: AttributePath; filter: Filter | null; sub: Attribute | null }

export function readTarget(patching: Patching, text: string): Target {
  const target = findTarget(patching, text)
  if (target !== undefined) return target
  throw invalidPath(`There is no attribute ${JSON.stringify(clip(text))}.`)
}

function findTarget(
  { type, document, work, reading: { client } }: Patching,
  text: string,
): Target | undefined {
  const present = Object.keys(document)
  work.spend(present.length)
  const known = { client, present }
  const bracket = text.indexOf('[')
  if (bracket < 0) {
    const path = resolveClientPath(type, text, known)
    return path && { path, filter: null, sub: null }
  }
  const path = resolveClientPath(type, text.slice(0, bracket), known)
  if (path === undefined) return undefined
  const end = text.lastIndexOf(']')
  const rest = text.slice(end + 1)
  work.spend(text.length / 2)
  const filter = parseFilter(text.slice(bracket + 1, Math.max(end, bracket + 1)), client)
  if (!path.attribute.isMany) throw invalidPath(`${path.attribute.name} has no list of values.`)
  if (rest === '') return { path, filter, sub: null }
  const sub = attributeNamed(path.attribute.subAttributes, rest.slice(1))
  return rest.startsWith('.') && sub !== undefined ? { path, filter, sub } : undefined
}

/** An object at a URN of which nothing is known yet is a whole extension, as in a POST. */
export function findKeyTarget(patching: Patching, key: string, value: unknown): Target | undefined {
  const target = findTarget(patching, key)
  if (!isUrn(key) || !isRecord(value) || target?.path.attribute.type !== 'any') return target
  const { keys } = target.path
  if (keys.length === 1 || Object.hasOwn(patching.document, keys[0])) return target
  return {
    ...target,
    path: { keys: [key], attribute: wholeExtension(key, undefined), around: null },
  }
}
