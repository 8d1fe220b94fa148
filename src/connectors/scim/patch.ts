import canonicalize from 'canonicalize'
import { isObject, isRecord, type JsonObject } from '../../contract/json.ts'
import { createTurns } from '../../http/lists/in-slices.ts'
import { requireOnce, topEntries } from './attribute-path.ts'
import type { Attribute } from './attributes.ts'
import { valueAt, listAt, setAt, withPart } from './document-parts.ts'
import type { MemberStep } from './members.ts'
import { applyToList } from './patch-list.ts'
import { memberStep } from './patch-members.ts'
import { readOperations, type Operation, type Step } from './patch-operations.ts'
import { type Patching, type Target, readTarget, findKeyTarget } from './patch-target.ts'
import { PatchWork } from './patch-work.ts'
import { requireValid, type Document } from './read-resource.ts'
import { onlyValue, readSingle, readValue, unknownAttribute, type Reading } from './read-value.ts'
import { identityOf } from './same-values.ts'
import type { ResourceType } from './schema.ts'
import { invalidValue, ScimProblem } from './scim-problem.ts'

/** A document after a PATCH, and what it does to the members of a group. */
export type Patched = { document: Document; members: readonly MemberStep[] }

/** Each turn may be long where others have much to do, and later pushes of the integration wait. */
const millisecondsPerTurn = 5

/** `work` is that of all PATCHes in a request, `id` that of the resource. */
type SentPatch = { body: unknown; reading: Reading; work?: PatchWork; id?: string }

/**
 * Applies the operations of a PatchOp (RFC 7644, section 3.5.2), all or none. Other requests get turns in between.
 * @throws ScimProblem 400
 */
export async function applyPatch(
  type: ResourceType,
  before: JsonObject,
  { body, reading, work = new PatchWork(), id }: SentPatch,
): Promise<Patched> {
  const document: Document = structuredClone({ ...before })
  const patching: Patching = {
    type,
    document,
    reading,
    members: [],
    work,
    turns: createTurns(millisecondsPerTurn),
    wholeOf: work.texts((value) => canonicalize(value) ?? ''),
    identityOf: work.texts(identityOf),
    id,
  }
  for (const operation of readOperations(body)) await applyOperation(patching, operation)
  requireValid(type, document)
  return { document, members: patching.members }
}

async function applyOperation(patching: Patching, { op, path, value }: Operation): Promise<void> {
  const { turns } = patching
  if (turns.isDue()) await turns.next()
  if (path !== undefined) return applyAt(patching, readTarget(patching, path), { op, value })
  if (op === 'remove') throw new ScimProblem(400, 'noTarget', 'remove needs a path.')
  if (!isRecord(value)) throw invalidValue(`${op} without a path needs an object as its value.`)
  const entries = topEntries(patching.type, value)
  const targets: (Target | undefined)[] = []
  for (const [key, each] of entries) {
    if (turns.isDue()) await turns.next()
    targets.push(findKeyTarget(patching, key, each))
  }
  // An attribute may be named by itself and behind its URN.
  requireOnce(targets.flatMap((each) => (each?.filter === null ? [each.path.keys.join(' ')] : [])))
  for (const [at, [key, each]] of entries.entries()) {
    if (turns.isDue()) await turns.next()
    await applyKey(patching, { key, target: targets[at] }, { op, value: each })
  }
}

async function applyKey(
  patching: Patching,
  { key, target }: { key: string; target: Target | undefined },
  step: Step,
): Promise<void> {
  if (target === undefined) {
    patching.reading.notes.push(unknownAttribute(key))
    return
  }
  if (target.path.attribute.mutability === 'readOnly' && isPassedOver(patching, target, step))
    return
  await applyAt(patching, target, step)
}

/** An operation may repeat what is read-only. */
function isPassedOver({ reading }: Patching, { path }: Target, { value }: Step): boolean {
  return path.attribute.name === 'meta' || reading.client.sendsReadOnly || value === null
}

async function applyAt(patching: Patching, target: Target, step: Step): Promise<void> {
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
  else if (attribute.isMany) await applyToList(patching, target, step)
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
