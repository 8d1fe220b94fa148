import { encodeId, type IdKind } from '../../contract/ids.ts'
import { settingsNames } from '../limits/stored-settings.ts'
import { limitFlags, limitNames } from '../limits/limit-values.ts'
import { stepsBetween, type RulesetState } from '../rulesets/ruleset-states.ts'
import {
  aboutOf,
  changedOf,
  changedSince,
  formerValues,
  namesOf,
  type Step,
  type Undoing,
} from './step.ts'
import { after, before, type Written } from './written.ts'

/** A record as it is now. `name`: of an attribute. */
export type Present = { version: number; name?: string | undefined }

export type RecordsToUndo = {
  written: readonly Written[]
  /** The records that are still there, by uuid. */
  present: ReadonlyMap<string, Present>
  /** `<ruleset> <workspace user>` (uuids) of the admins that were removed and have a role again. */
  adminsAgain: ReadonlySet<string>
}

const rulesetNames = namesOf([
  'is_authoritative',
  'expires_after_days',
  ...limitNames,
  ...limitFlags,
])
const dimensionNames = namesOf(['name', 'attributes_enabled', 'expires_after_days'])
const attributeNames = namesOf(['name', 'profile_value'])

/** What is undone before the rules, because they may need it, and what afterwards. */
export type Around = { first: Undoing; last: Undoing }

/** Undoes what was done to dimensions, attributes, rulesets, their admins and the settings. */
export function undoRecords(work: RecordsToUndo): Around {
  const around: Around = { first: { steps: [], left: [] }, last: { steps: [], left: [] } }
  const latestFirst = work.written.toSorted((one, other) => other.sequence - one.sequence)
  for (const record of latestFirst) undoRecord(work, record, around)
  const { first, last } = around
  return { first: { ...first, steps: boundSteps(work, first.steps) }, last }
}

/** The first operation on a record is bound to its version: the plan of a revert is stale where it was changed since. */
function boundSteps({ present }: RecordsToUndo, steps: readonly Step[]): Step[] {
  const bound = new Set<string>()
  return steps.map((step) => {
    const id = step.about.id ?? ''
    const version = present.get(id)?.version
    const [first, ...others] = step.operations
    if (first === undefined || version === undefined || bound.has(id)) return step
    bound.add(id)
    return { ...step, operations: [{ ...first, if_match: `"${version}"` }, ...others] }
  })
}

function undoRecord(work: RecordsToUndo, record: Written, around: Around): void {
  switch (record.kind) {
    case 'dimension':
      return undoStates(work, record, around, { noun: 'dimension', names: dimensionNames })
    case 'attribute':
      return undoAttribute(work, record, around)
    case 'ruleset':
      return undoRuleset(work, record, around)
    case 'rulesetAdmin':
      return undoAdmin(work, record, around.last)
    case 'policySettings':
      return undoValues(work, record, around.first, {
        operation: { op: 'change_settings' },
        names: namesOf(settingsNames),
      })
    case 'rule':
    case 'condition':
  }
}

type Values = { operation: object; names: Readonly<Record<string, string>> }

/** A change of fields: those that nobody changed since get their former values, and the others are left. */
function undoValues(
  { present }: RecordsToUndo,
  record: Written,
  { steps, left }: Undoing,
  { operation, names }: Values,
): void {
  const about = aboutOf(record, record.kind === 'ruleset' ? record.id : null)
  const changed = changedOf(
    record,
    Object.keys(names).filter((key) => record.changes.has(key)),
  )
  if (changed.length > 0) left.push({ ...about, reason: changedSince(changed) })
  const former = formerValues(record, names)
  if (Object.keys(former).length === 0) return
  if (!present.has(record.id)) left.push({ ...about, reason: 'It is gone.' })
  else steps.push({ about, operations: [{ ...operation, ...former }] })
}

type StatesOf = { noun: 'dimension' | 'attribute'; names: Values['names'] }

/** What was made or activated is deactivated, what was deactivated is active again, and fields have their former values. */
function undoStates(
  work: RecordsToUndo,
  record: Written,
  { first, last }: Around,
  { noun, names }: StatesOf,
): void {
  const id = { [`${noun}_id`]: encodeId(noun, record.id) }
  const about = aboutOf(record)
  const wasActive = !record.isCreated && before(record, 'state') === 'active'
  if (record.changes.has('state')) {
    const [verb, undoing] = wasActive ? ['activate', first] : ['deactivate', last]
    const isInIt = after(record, 'state') === (wasActive ? 'active' : 'deactivated')
    if (changedOf(record, ['state']).length > 0)
      undoing.left.push({ ...about, reason: changedSince(['state']) })
    else if (!isInIt) undoing.steps.push({ about, operations: [{ op: `${verb}_${noun}`, ...id }] })
  }
  if (!record.isCreated)
    undoValues(work, record, first, { operation: { op: `change_${noun}`, ...id }, names })
}

function undoAttribute(work: RecordsToUndo, record: Written, around: Around): void {
  const { written, present } = work
  // Without its dimension it is in force nowhere.
  const isOfNew = written.some(
    ({ kind, id, isCreated }) => kind === 'dimension' && isCreated && id === record.parentId,
  )
  if (record.isCreated && isOfNew) return
  if (isMerged(written, record)) {
    const reason = 'Attributes that were merged can’t be taken apart.'
    around.first.left.push({ ...aboutOf(record), reason })
    return
  }
  const own: Around = { first: { steps: [], left: [] }, last: around.last }
  undoStates(work, record, own, { noun: 'attribute', names: attributeNames })
  const name = present.get(record.id)?.name
  // A name that is the value would follow it.
  const steps = own.first.steps.map((step) => ({
    ...step,
    operations: step.operations.map((operation) =>
      'profile_value' in operation && !('name' in operation) ? { ...operation, name } : operation,
    ),
  }))
  around.first.steps.push(...steps)
  around.first.left.push(...own.first.left)
}

/** Whether an attribute was absorbed by the plan, or absorbed another one. */
export function isMerged(written: readonly Written[], { id, changes }: Written): boolean {
  if (changes.has('absorbed_by_id')) return true
  const own = encodeId('attribute', id)
  return written.some((other) => after(other, 'absorbed_by_id') === own)
}

function undoRuleset(work: RecordsToUndo, record: Written, { first, last }: Around): void {
  const { written } = work
  const isOfAttribute = written.some(
    ({ kind, id, isCreated }) => kind === 'attribute' && isCreated && id === record.parentId,
  )
  if (record.isCreated && isOfAttribute) return
  const ruleset_id = encodeId('ruleset', record.id)
  if (record.changes.has('state')) {
    const about = aboutOf(record, record.id)
    const from = rulesetState(after(record, 'state'))
    const to = record.isCreated ? 'unmanaged' : rulesetState(before(record, 'state'))
    const undoing = record.isCreated ? last : first
    const operations = stepsBetween(from, to).map((state) => ({
      op: 'change_ruleset',
      ruleset_id,
      state,
    }))
    if (changedOf(record, ['state']).length > 0)
      undoing.left.push({ ...about, reason: changedSince(['state']) })
    else if (operations.length > 0) undoing.steps.push({ about, operations })
  }
  const operation = { op: 'change_ruleset', ruleset_id }
  if (!record.isCreated) undoValues(work, record, first, { operation, names: rulesetNames })
}

function rulesetState(value: unknown): RulesetState {
  return value === 'managed' || value === 'monitored' ? value : 'unmanaged'
}

function undoAdmin(
  { adminsAgain }: RecordsToUndo,
  record: Written,
  { steps, left }: Undoing,
): void {
  const { parentId, relatedId, since } = record
  if (parentId === null || relatedId === null) return
  const about = aboutOf(record, parentId)
  const role = record.isCreated ? null : (before(record, 'role') ?? null)
  if (record.isCreated && record.isDeleted) return
  if (since.has('role') || (record.isDeleted && adminsAgain.has(`${parentId} ${relatedId}`))) {
    left.push({ ...about, reason: changedSince(['role']) })
    return
  }
  const who = { ruleset_id: idOf('ruleset', parentId), user_id: idOf('workspaceUser', relatedId) }
  const operation =
    role === null
      ? { op: 'remove_ruleset_admin', ...who }
      : { op: 'set_ruleset_admin', ...who, role }
  steps.push({ about, operations: [operation] })
}

const idOf = (kind: IdKind, id: string): string => encodeId(kind, id)
