import type { Filter } from 'scim2-parse-filter'
import { isObject, type JsonValue } from '../../contract/json.ts'
import type { Attribute } from './attributes.ts'
import { listAt, setAt, withPart } from './document-parts.ts'
import { findMatching, valuesOfEquality } from './match-value.ts'
import type { Operation, Step } from './patch-operations.ts'
import type { Patching, Target } from './patch-target.ts'
import { primariesOf } from './read-resource.ts'
import { mostValues, readList, readSingle, readValue, type Reading } from './read-value.ts'
import { withValues } from './same-values.ts'
import { invalidValue, ScimProblem } from './scim-problem.ts'

export async function applyToList(patching: Patching, target: Target, step: Step): Promise<void> {
  const { document } = patching
  const { keys } = target.path
  const list = listAt(document, keys)
  patching.work.spend(list.length)
  const changed =
    target.filter === null
      ? changeList(patching, target, { list, step })
      : await changeMatching(patching, target, { list, step, filter: target.filter })
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
export function asList(value: unknown): unknown {
  return Array.isArray(value) || value === null ? value : [value]
}

async function changeMatching(
  patching: Patching,
  { path, sub }: Target,
  { list, step: { op, value }, filter }: Change & { filter: Filter },
): Promise<JsonValue[]> {
  const { attribute } = path
  const { reading, work, turns } = patching
  const isChosen = await findMatching(attribute, filter, { list, work, turns })
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
