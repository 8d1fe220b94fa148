import canonicalize from 'canonicalize'
import type { Filter } from 'scim2-parse-filter'
import { isList, isObject, isRecord, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import {
  resolveClientPath,
  attributeNamed,
  type AttributePath,
  isUrn,
  requireOnce,
  topEntries,
  wholeExtension,
} from './attribute-path.ts'
import { parseFilter } from './filter.ts'
import { findMatching, valuesOfEquality } from './match-value.ts'
import { readMemberIds, type MemberStep } from './members.ts'
import { PatchWork } from './patch-work.ts'
import { primariesOf, requireSchemas, requireValid, type Document } from './read-resource.ts'
import {
  mostValues,
  onlyValue,
  readList,
  readSingle,
  readValue,
  unknownAttribute,
  type Reading,
} from './read-value.ts'
import { identityOf, withValues, type IdentityOf } from './same-values.ts'
import { urns, type Attribute, type ResourceType } from './schema.ts'
import {
  invalidFilter,
  invalidPath,
  invalidSyntax,
  invalidValue,
  ScimProblem,
} from './scim-problem.ts'

/** A document after a PATCH, and what it does to the members of a group. */
export type Patched = { document: Document; members: readonly MemberStep[] }

const operations = ['add', 'remove', 'replace'] as const
type Operation = { op: (typeof operations)[number]; path: string | undefined; value: unknown }
const mostOperations = 1000

/** `work` is that of all PATCHes in a request, `id` that of the resource. */
type SentPatch = { body: unknown; reading: Reading; work?: PatchWork; id?: string }

/**
 * Applies the operations of a PatchOp (RFC 7644, section 3.5.2), all or none.
 * @throws ScimProblem 400
 */
export function applyPatch(
  type: ResourceType,
  before: JsonObject,
  { body, reading, work = new PatchWork(), id }: SentPatch,
): Patched {
  const document: Document = structuredClone({ ...before })
  const patching: Patching = {
    type,
    document,
    reading,
    members: [],
    work,
    wholeOf: work.texts((value) => canonicalize(value) ?? ''),
    identityOf: work.texts(identityOf),
    id,
  }
  for (const operation of readOperations(body)) applyOperation(patching, operation)
  requireValid(type, document)
  return { document, members: patching.members }
}

const operationsPerRequest = 10

/** What a PatchOp costs of the allowance, beyond the request. */
export function patchCost(body: unknown): number {
  const list = isRecord(body) ? valueOf(body, 'Operations') : undefined
  return Array.isArray(list) ? Math.floor(list.length / operationsPerRequest) : 0
}

type Patching = {
  type: ResourceType
  document: Document
  reading: Reading
  members: MemberStep[]
  work: PatchWork
  /** All that a value says, as a text. */
  wholeOf: (value: JsonValue) => string
  identityOf: IdentityOf
  /** The id of the resource. */
  id: string | undefined
}

function readOperations(body: unknown): Operation[] {
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

function applyOperation(patching: Patching, { op, path, value }: Operation): void {
  if (path !== undefined) return applyAt(patching, readTarget(patching, path), { op, value })
  if (op === 'remove') throw new ScimProblem(400, 'noTarget', 'remove needs a path.')
  if (!isRecord(value)) throw invalidValue(`${op} without a path needs an object as its value.`)
  const entries = topEntries(patching.type, value)
  const targets = entries.map(([key, each]) => findKeyTarget(patching, key, each))
  // An attribute may be named by itself and behind its URN.
  requireOnce(targets.flatMap((each) => (each?.filter === null ? [each.path.keys.join(' ')] : [])))
  for (const [at, [key, each]] of entries.entries())
    applyKey(patching, { key, target: targets[at] }, { op, value: each })
}

type Step = Pick<Operation, 'op' | 'value'>

function applyKey(
  patching: Patching,
  { key, target }: { key: string; target: Target | undefined },
  step: Step,
): void {
  if (target === undefined) {
    patching.reading.notes.push(unknownAttribute(key))
    return
  }
  if (target.path.attribute.mutability === 'readOnly' && isPassedOver(patching, target, step))
    return
  applyAt(patching, target, step)
}

/** An operation may repeat what is read-only. */
function isPassedOver({ reading }: Patching, { path }: Target, { value }: Step): boolean {
  return path.attribute.name === 'meta' || reading.client.sendsReadOnly || value === null
}

/** What a path leads to. `filter` chooses among the values of a multi-valued attribute, `sub` one part of each. */
type Target = { path: AttributePath; filter: Filter | null; sub: Attribute | null }

function readTarget(patching: Patching, text: string): Target {
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
function findKeyTarget(patching: Patching, key: string, value: unknown): Target | undefined {
  const target = findTarget(patching, key)
  if (!isUrn(key) || !isRecord(value) || target?.path.attribute.type !== 'any') return target
  const { keys } = target.path
  if (keys.length === 1 || Object.hasOwn(patching.document, keys[0])) return target
  return {
    ...target,
    path: { keys: [key], attribute: wholeExtension(key, undefined), around: null },
  }
}

function applyAt(patching: Patching, target: Target, step: Step): void {
  const { attribute, around } = target.path
  const isId = attribute.name === 'id' && around === null && target.filter === null
  if (isId && step.op !== 'remove' && step.value === patching.id) return
  const fixed = [attribute, around, target.sub].find((each) => each !== null && isFixed(each))
  if (fixed)
    throw new ScimProblem(
      400,
      'mutability',
      `${fixed.name} is ${fixed.mutability === 'readOnly' ? 'read-only' : fixed.mutability}.`,
    )
  if (attribute.name === 'members' && around === null) {
    patching.members.push(memberStep(patching, target, step))
    return
  }
  if (attribute.name === 'schemas') return
  const [first] = target.path.keys
  const known = patching.document[first]
  if (isObject(known)) patching.work.spend(Object.keys(known).length)
  if (around?.isMany === true) applyToParts(patching, target, step)
  else if (attribute.isMany) applyToList(patching, target, step)
  else applyToSingle(patching, target, step)
}

/** What is immutable is set with the value that it is a part of. */
function isFixed({ mutability }: Attribute): boolean {
  return mutability === 'readOnly' || mutability === 'immutable'
}

/** A path such as `emails.type`, to a part of every value. */
function applyToParts(
  { document, reading, work }: Patching,
  { path }: Target,
  { op, value }: Step,
): void {
  const { attribute, keys } = path
  const list = listAt(document, keys.slice(0, -1))
  work.spend(list.length)
  const read = op === 'remove' ? undefined : readValue(attribute, value, reading)
  setAt(
    document,
    keys.slice(0, -1),
    list.map((each) => withPart(each, attribute.name, read)),
  )
}

function applyToSingle({ document, reading }: Patching, { path }: Target, step: Step): void {
  const { attribute, keys } = path
  if (attribute.isRequired && (step.op === 'remove' || step.value === null))
    throw new ScimProblem(400, 'mutability', `${attribute.name} is required and can't be removed.`)
  if (step.op === 'remove') return setAt(document, keys, undefined)
  const read = readSingleOrNothing(attribute, step.value, reading)
  const known = valueAt(document, keys)
  if (attribute.mutability === 'writeOnly') return
  const isWhole = attribute.type === 'complex' || (attribute.type === 'any' && keys.length === 1)
  const isMerged = isWhole && isObject(known) && isObject(read)
  setAt(document, keys, isMerged ? withoutNulls({ ...known, ...read }, step.value) : read)
}

/** Parts that are sent as null are unassigned. */
function withoutNulls(merged: JsonObject, sent: unknown): JsonObject {
  const nulls = isRecord(sent)
    ? Object.entries(sent).flatMap(([key, each]) => (each === null ? [key.toLowerCase()] : []))
    : []
  return Object.fromEntries(
    Object.entries(merged).filter(([key]) => !nulls.includes(key.toLowerCase())),
  )
}

function readSingleOrNothing(attribute: Attribute, value: unknown, reading: Reading) {
  return value === null ? undefined : readSingle(attribute, onlyValue(attribute, value), reading)
}

function applyToList(patching: Patching, target: Target, step: Step): void {
  const { document } = patching
  const { keys } = target.path
  const list = listAt(document, keys)
  patching.work.spend(list.length)
  const changed =
    target.filter === null
      ? changeList(patching, target, { list, step })
      : changeMatching(patching, target, { list, step, filter: target.filter })
  const { attribute } = target.path
  const after = withValues(attribute, { list: [], added: changed }, patching.identityOf)
  if (after.length > mostValues)
    throw invalidValue(`${target.path.attribute.name} has more than ${mostValues} values.`)
  setAt(document, keys, after.length === 0 ? undefined : onePrimary(patching, list, after))
}

type Change = { list: readonly JsonValue[]; step: Step }

function changeList(patching: Patching, { path }: Target, { list, step }: Change): JsonValue[] {
  const { attribute } = path
  const { reading } = patching
  if (step.op === 'remove') {
    if (step.value === undefined || step.value === null) return []
    const isGone = meantBy(patching, readList(attribute, step.value, reading))
    return list.filter((each) => !isGone(each))
  }
  const values = readList(attribute, asList(step.value), reading)
  if (step.op === 'replace') return values
  return withValues(attribute, { list, added: values }, patching.identityOf)
}

/** A single value may be added to a list without a list around it. */
function asList(value: unknown): unknown {
  return Array.isArray(value) || value === null ? value : [value]
}

function changeMatching(
  patching: Patching,
  { path, sub }: Target,
  { list, step: { op, value }, filter }: Change & { filter: Filter },
): JsonValue[] {
  const { attribute } = path
  const { reading, work } = patching
  const isChosen = findMatching(attribute, filter, { list, work })
  const rest = list.filter((_, at) => isChosen[at] !== true)
  if (op === 'remove' && sub === null) return rest
  if (!isChosen.includes(true)) {
    if (op === 'remove') return [...list]
    const added = [newMatching(attribute, filter, { op, sub, value, reading })]
    return withValues(attribute, { list, added }, patching.identityOf)
  }
  const changed = changerOf({ attribute, sub }, { op, value }, reading)
  return list.map((each, at) => (isChosen[at] === true ? changed(each) : each))
}

/** What a step makes of a value that its filter has chosen. */
function changerOf(
  { attribute, sub }: { attribute: Attribute; sub: Attribute | null },
  { op, value }: Step,
  reading: Reading,
): (chosen: JsonValue) => JsonValue {
  if (sub !== null) {
    const part = op === 'remove' ? undefined : readValue(sub, value, reading)
    return (chosen) => withPart(chosen, sub.name, part)
  }
  const read = readSingle(attribute, Array.isArray(value) ? value[0] : value, reading)
  if (read === undefined) return (chosen) => chosen
  return (chosen) =>
    op === 'add' && isObject(chosen) && isObject(read) ? { ...chosen, ...read } : read
}

type NewValue = { op: Operation['op']; sub: Attribute | null; value: unknown; reading: Reading }

/** The value that a filter of equalities describes, where none is there yet. */
function newMatching(
  attribute: Attribute,
  filter: Filter,
  { op, sub, value, reading }: NewValue,
): JsonValue {
  const said = valuesOfEquality(attribute, filter)
  if (said === undefined || (op === 'replace' && !reading.client.replacesMissing))
    throw new ScimProblem(400, 'noTarget', `No value of ${attribute.name} matches the filter.`)
  const read =
    sub === null
      ? readSingle(attribute, value, reading)
      : { [sub.name]: readValue(sub, value, reading) ?? null }
  return isObject(read) ? { ...said, ...read } : (read ?? said)
}

function memberStep({ reading }: Patching, target: Target, { op, value }: Step): MemberStep {
  if (target.filter !== null) {
    const ids = target.sub === null ? idsOf(target.filter) : undefined
    if (ids === undefined || op !== 'remove')
      throw invalidFilter(
        'Members are removed by members[value eq "…"], and added without a filter.',
      )
    return { kind: 'remove', ids: reading.resolveId ? ids.map(reading.resolveId) : ids }
  }
  if (op !== 'remove') return { kind: op, ids: readMemberIds(asList(value), reading) }
  if (value === undefined || value === null) return { kind: 'replace', ids: [] }
  return { kind: 'remove', ids: readMemberIds(asList(value), reading) }
}

/** The ids that a filter names, with `or` between them. Each may say that it is that of a user. */
function idsOf(filter: Filter): string[] | undefined {
  if (filter.op === 'and') {
    const [first, ...others] = filter.filters.filter((each) => !isOfUser(each))
    return first !== undefined && others.length === 0 ? idsOf(first) : undefined
  }
  if (filter.op === 'or') {
    const parts = filter.filters.map(idsOf)
    return parts.every((each) => each !== undefined) ? parts.flat() : undefined
  }
  const isId = filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value'
  return isId && typeof filter.compValue === 'string' ? [filter.compValue] : undefined
}

function isOfUser(filter: Filter): boolean {
  const isType = filter.op === 'eq' && filter.attrPath.toLowerCase() === 'type'
  return isType && String(filter.compValue).toLowerCase() === 'user'
}

/** Of the preferred values the one that is new counts. */
function onePrimary(
  { wholeOf }: Patching,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
): JsonValue[] {
  const primaries = primariesOf(after)
  if (primaries.length < 2) return [...after]
  const known = new Set(before.map(wholeOf))
  const kept = primaries.findLast((each) => !known.has(wholeOf(each)))
  return after.map((each) =>
    isObject(each) && each['primary'] === true && each !== kept && kept !== undefined
      ? { ...each, primary: false }
      : each,
  )
}

function withPart(value: JsonValue, name: string, part: JsonValue | undefined): JsonValue {
  if (!isObject(value)) return value
  const { [name]: _, ...rest } = value
  return part === undefined ? rest : { ...rest, [name]: part }
}

/** Whether a value is meant by one that is sent: by its `value`, and its `type` where that is sent too, or by all of it. */
function meantBy(
  { work, wholeOf }: Patching,
  sent: readonly JsonValue[],
): (value: JsonValue) => boolean {
  const keyOf = (...parts: (JsonValue | undefined)[]) => work.made(JSON.stringify(parts))
  const keys = new Set(
    sent.map((each) => {
      if (!isObject(each) || each['value'] === undefined) return wholeOf(each)
      const { value, type } = each
      return type === undefined ? keyOf(value) : keyOf(value, type)
    }),
  )
  return (each) => {
    if (!isObject(each) || each['value'] === undefined) return keys.has(wholeOf(each))
    const { value, type } = each
    return keys.has(keyOf(value)) || (type !== undefined && keys.has(keyOf(value, type)))
  }
}

function valueAt(document: Document, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const key of keys) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

function listAt(document: Document, keys: readonly string[]): readonly JsonValue[] {
  const value = valueAt(document, keys)
  return isList(value) ? value : []
}

/** Sets or, without a value, takes away. What is left empty around it is taken away too. */
function setAt(document: Document, keys: readonly string[], value: JsonValue | undefined): void {
  const [key = '', ...rest] = keys
  if (rest.length === 0) {
    if (value === undefined) delete document[key]
    else document[key] = value
    return
  }
  const inner = document[key]
  const within: Document = isObject(inner) ? { ...inner } : {}
  setAt(within, rest, value)
  if (Object.keys(within).length === 0) delete document[key]
  else document[key] = within
}
