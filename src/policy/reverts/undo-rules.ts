import { encodeId } from '../../contract/ids.ts'
import type { JsonValue } from '../../contract/json.ts'
import { isRunning } from '../stored-rules/rule-states.ts'
import type { RuleValues } from '../stored-rules/rule-values.ts'
import type { StoredRule } from '../stored-rules/stored-rule.ts'
import { aboutOf, changedOf, changedSince, formerValues, type Step, type Undoing } from './step.ts'
import { before, type Written } from './written.ts'

/** What the rules of a plan are undone with. */
export type RulesToUndo = {
  rules: readonly Written[]
  conditions: readonly Written[]
  /** The rules that are still there, as they are now, by uuid. */
  stored: ReadonlyMap<string, StoredRule>
  /** The rules in force (uuids) that put back rules of the plan, by uuid of these. */
  again: ReadonlyMap<string, string>
  now: Date
}

/** Keys of audit rows, as an operation calls them. */
const fields = {
  role_handle: 'role',
  description: 'description',
  reason: 'reason',
  everyone_else: 'everyone_else',
  priority: 'priority',
  expires_after_days: 'expires_after_days',
  expires_at: 'expires_at',
  key: 'key',
}

/** Undoes rules: the last change first. */
export function undoRules(work: RulesToUndo): Undoing {
  const undoing: Undoing = { steps: [], left: [] }
  const successors = new Map(
    work.rules.filter(isEnded).map((rule) => [rule.id, successorOf(work, rule)]),
  )
  const taken = new Set([...successors.values()].flatMap((rule) => rule?.id ?? []))
  for (const rule of work.rules.toSorted((one, other) => other.sequence - one.sequence)) {
    if (!taken.has(rule.id)) undoRule(work, rule, successors.get(rule.id), undoing)
  }
  undoConditions(work, undoing)
  return undoing
}

/** A rule that took over is ended also where the one that it replaced can't come back. */
function undoRule(
  work: RulesToUndo,
  rule: Written,
  successor: Written | undefined,
  undoing: Undoing,
): void {
  const about = aboutRule(rule)
  const done = undo(work, rule, successor)
  if (typeof done === 'string') {
    undoing.left.push({ ...about, reason: done })
    if (successor !== undefined) undoRule(work, successor, undefined, undoing)
  } else if (done.length > 0) {
    const otherwise = successor === undefined ? [] : [endOf(successor)]
    undoing.steps.push({ about, operations: done, otherwise })
  }
}

function aboutRule(rule: Written) {
  return aboutOf(rule, rule.parentId)
}

type Side = 'old' | 'new'

function stateOf({ changes }: Written, side: Side): RuleValues['state'] | undefined {
  const state = changes.get('state')?.[side]
  // Audit rows of rules have states of rules.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return typeof state === 'string' ? (state as RuleValues['state']) : undefined
}

function runs(rule: Written, side: Side): boolean {
  const state = stateOf(rule, side)
  return state !== undefined && isRunning(state)
}

/** Whether a rule was in force before the plan, and not after it. */
export function isEnded(rule: Written): boolean {
  return runs(rule, 'old') && !runs(rule, 'new')
}

/** The rule in force that took over from another one, where the plan let it. */
function successorOf(work: RulesToUndo, rule: Written): Written | undefined {
  const next = work.rules.find(({ relatedId }) => relatedId === rule.id)
  return next === undefined || runs(next, 'new') ? next : successorOf(work, next)
}

/** The operations that undo what was done to a rule, or why it is left. */
function undo(
  work: RulesToUndo,
  rule: Written,
  successor: Written | undefined,
): readonly object[] | string {
  if (isEnded(rule)) return putBack(work, rule, successor)
  if (runs(rule, 'new')) return runs(rule, 'old') ? putInstead(work, rule, rule) : end(rule)
  if (rule.isCreated && rule.isDeleted) return []
  if (rule.isCreated) return stateOf(rule, 'new') === 'staged' ? removeDraft(work, rule) : []
  if (rule.isDeleted)
    return stateOf(rule, 'old') === 'staged'
      ? draftAgain(work, rule, 'draft')
      : 'It was over already: it let nobody in.'
  if (rule.changes.has('state')) return []
  const isInForce = isRunning(work.stored.get(rule.id)?.values.state ?? 'staged')
  return isInForce && rule.changes.has('expires_at')
    ? putInstead(work, rule, rule)
    : change(work, rule)
}

function end(rule: Written): readonly object[] | string {
  const changed = changedOf(rule, ['state'])
  return changed.length > 0 ? changedSince(changed) : endOf(rule).operations
}

function endOf(rule: Written): Step {
  return { about: aboutRule(rule), operations: [{ op: 'deactivate_rule', rule_id: idOf(rule) }] }
}

function removeDraft({ conditions }: RulesToUndo, rule: Written): readonly object[] | string {
  const changed = [...rule.since]
  if (changed.length > 0) return changedSince(changed)
  const parts = conditions.filter(({ parentId }) => parentId === rule.id)
  if (parts.some(({ since }) => since.size > 0)) return changedSince(['conditions'])
  return [{ op: 'delete_rule', rule_id: idOf(rule) }]
}

/** A rule that was ended is in force again as a copy, in place of the one that took over. */
function putBack(
  work: RulesToUndo,
  rule: Written,
  successor: Written | undefined,
): readonly object[] | string {
  const again = work.again.get(rule.id)
  if (again !== undefined) return `It is in force again as ${encodeId('rule', again)}.`
  if (changedOf(rule, ['state']).length > 0) return changedSince(['state'])
  if (successor !== undefined && changedOf(successor, ['state']).length > 0)
    return `${idOf(successor)}, which took over from it, was changed since.`
  return putInstead(work, rule, successor)
}

/** A copy of a rule as it was, in force in place of another one. */
function putInstead(
  work: RulesToUndo,
  rule: Written,
  replaced: Written | undefined,
): readonly object[] | string {
  const changed = changedOf(rule, rule.changes.keys())
  if (changed.length > 0) return changedSince(changed)
  const ref = `back-${rule.id}`
  const copy = `$${ref}`
  const stored = work.stored.get(rule.id)
  const drafted = rule.isDeleted ? draftAgain(work, rule, ref) : copyOf(work, rule, ref)
  if (typeof drafted === 'string') return drafted
  const replaces = replaced === undefined ? {} : { replaces: idOf(replaced) }
  const heir = replaced === undefined ? null : (work.stored.get(replaced.id)?.key ?? null)
  const key = rule.changes.has('key') ? before(rule, 'key') : (stored?.key ?? null)
  const named = rule.isDeleted || heir === key ? [] : [{ op: 'change_rule', rule_id: copy, key }]
  return [...drafted, { op: 'activate_rule', rule_id: copy, ...replaces }, ...named]
}

function copyOf(
  { stored, now }: RulesToUndo,
  rule: Written,
  ref: string,
): readonly object[] | string {
  const kept = stored.get(rule.id)
  if (kept === undefined) return 'It was deleted since.'
  const end = rule.changes.has('expires_at')
    ? (before(rule, 'expires_at') ?? null)
    : kept.values.expiresAt
  if (isPast(end, now)) return 'It would have ended by now.'
  const { key: _key, ...former } = formerValues(rule, fields)
  const copy = { op: 'duplicate_rule', rule_id: idOf(rule), ref }
  if (Object.keys(former).length === 0) return [copy]
  return [copy, { op: 'change_rule', rule_id: `$${ref}`, ...former }]
}

/** A rule that was deleted, as a draft. */
function draftAgain(
  { conditions, now }: RulesToUndo,
  rule: Written,
  ref: string,
): readonly object[] | string {
  if (rule.parentId === null) return 'Its ruleset is not known any more.'
  const { expires_at: end = null, key = null, ...said } = formerValues(rule, fields)
  if (isPast(end, now)) return 'It would have ended by now.'
  const parts = conditions.filter(({ parentId, isDeleted }) => parentId === rule.id && isDeleted)
  if (parts.some(isErased)) return 'A value that it tested was erased.'
  const create = {
    op: 'create_rule',
    ...(ref === 'draft' ? {} : { ref }),
    ruleset_id: encodeId('ruleset', rule.parentId),
    ...said,
    expires_at: end,
    ...(key === null ? {} : { key }),
    conditions: parts.map(inputOf),
  }
  return [create]
}

/** What may change without another rule, and the date of a draft. */
function change(work: RulesToUndo, rule: Written): readonly object[] | string {
  if (rule.changes.has('ruleset_id')) return 'It moved with an attribute that was merged.'
  const changed = changedOf(rule, rule.changes.keys())
  if (changed.length > 0) return changedSince(changed)
  const former = formerValues(rule, fields)
  const isSame = Object.keys(former).length === 0
  const changes = isSame ? [] : [{ op: 'change_rule', rule_id: idOf(rule), ...former }]
  if (!rule.changes.has('activates_at')) return changes
  const at = before(rule, 'activates_at') ?? null
  if (at === null) return [{ op: 'activate_rule', rule_id: idOf(rule), at: null }, ...changes]
  if (isPast(at, work.now)) return 'The date at which it was to begin has passed.'
  const replaces = before(rule, 'replaces_rule_id')
  const dated = { op: 'activate_rule', rule_id: idOf(rule), at }
  return [...changes, replaces === undefined || replaces === null ? dated : { ...dated, replaces }]
}

/** Conditions that were added to drafts, or taken from them, which are drafts still. */
function undoConditions(
  { rules, conditions, stored }: RulesToUndo,
  { steps, left }: Undoing,
): void {
  const whole = new Set(
    rules
      .filter(({ isCreated, isDeleted, changes }) => isCreated || isDeleted || changes.has('state'))
      .map(({ id }) => id),
  )
  for (const condition of conditions) {
    const { parentId, isCreated, isDeleted, since } = condition
    if (isCreated === isDeleted || parentId === null || whole.has(parentId)) continue
    const rule = stored.get(parentId)
    const about = aboutOf(condition, rule?.rulesetId ?? null)
    const rule_id = encodeId('rule', parentId)
    if (rule?.values.state !== 'staged' || since.size > 0)
      left.push({ ...about, reason: 'Its rule was changed since.' })
    else if (isCreated)
      steps.push({
        about,
        operations: [{ op: 'remove_condition', condition_id: encodeId('condition', condition.id) }],
      })
    else if (isErased(condition))
      left.push({ ...about, reason: 'The value that it tested was erased.' })
    else
      steps.push({ about, operations: [{ op: 'add_condition', rule_id, ...inputOf(condition) }] })
  }
}

/** A condition as it was before it was deleted. */
function inputOf(condition: Written): Record<string, JsonValue> {
  const said = ['type', 'resource_id', 'profile_key', 'profile_operator', 'profile_value']
  return {
    ...Object.fromEntries(said.map((key) => [key, before(condition, key) ?? null])),
    ...(before(condition, 'or_absent') === true && { or_absent: true }),
  }
}

const isErased = (condition: Written): boolean => {
  const operator = before(condition, 'profile_operator') ?? null
  const tests = operator !== null && operator !== 'exists' && operator !== 'not_exists'
  return (
    tests &&
    typeof before(condition, 'profile_value') !== 'string' &&
    before(condition, 'profile_key') !== undefined
  )
}

function isPast(at: unknown, now: Date): boolean {
  return typeof at === 'string' && Date.parse(at) <= now.getTime()
}

function idOf({ id }: Written): string {
  return encodeId('rule', id)
}
