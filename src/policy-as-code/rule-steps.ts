import { encodeId } from '../contract/ids.ts'
import { inputOf } from '../policy/conditions/stored-input.ts'
import type { ConditionValues } from '../policy/stored-rules/rule-values.ts'
import type { FolderRule } from './folder-file.ts'
import {
  changesRule,
  differing,
  hasLockedChange,
  instantOf,
  makesAnotherRule,
  wantedOf,
  type StoredPair,
  essence,
} from './rule-differences.ts'
import type { Step } from './step.ts'
import type { SavedRule } from './saved-policy.ts'
import {
  hasEnded,
  inPlaceOf,
  isStaged,
  pairNamed,
  storedNamed,
  type RulesOfRuleset,
  type PairedRule,
} from './successions.ts'

/**
 * The steps of a folder, in execution order: a key is freed before another rule gets it, and a rule is in force
 * before another one gets the date at which it replaces it.
 */
export type RuleSteps = Record<'first' | 'inPlace' | 'replacing' | 'creating' | 'dating', Step[]>

/** Of one ruleset. `takeovers`: rule that begins now → the stored rule that ends because of it. */
export type StepSetting = RulesOfRuleset & { takeovers: ReadonlyMap<FolderRule, SavedRule> }

export const noRuleSteps = (): RuleSteps => ({
  first: [],
  inPlace: [],
  replacing: [],
  creating: [],
  dating: [],
})

/** Adds the operations for one rule of a file. */
export function addRuleSteps(steps: RuleSteps, pair: PairedRule, setting: StepSetting): void {
  const { stored } = pair
  if (hasEnded(pair, setting)) {
    const runs = stored !== undefined && stored.values.state !== 'staged'
    const isTaken = runs && [...setting.takeovers.values()].includes(stored)
    if (runs && !isTaken)
      steps.first.push(step(pair, { op: 'deactivate_rule', rule_id: idOf(stored) }))
    return
  }
  if (stored === undefined) addNewSteps(steps, pair, setting)
  else if (stored.values.state === 'staged') addDraftSteps(steps, { ...pair, stored }, setting)
  else addRunningSteps(steps, { ...pair, stored }, setting)
}

type Operation = Step['operation']

const idOf = ({ id }: { id: string }) => encodeId('rule', id)
/** The ref by which later steps name the created rule. */
const refOf = ({ target, path }: PairedRule) => `rule-${target.number}-${path.replace(/\D/g, '')}`

function step({ source, path }: PairedRule, operation: Operation): Step {
  return { source, path, operation }
}

/** Puts a rule in force now, instead of the one that it takes over from. */
function begin(pair: PairedRule, rule_id: string, { takeovers }: StepSetting): Step {
  const replaced = takeovers.get(pair.file)
  const replaces = replaced === undefined ? {} : { replaces: idOf(replaced) }
  return step(pair, { op: 'activate_rule', rule_id, ...replaces })
}

function addNewSteps(steps: RuleSteps, pair: PairedRule, setting: StepSetting): void {
  const rule_id = `$${refOf(pair)}`
  steps.creating.push(step(pair, createOperation(pair)))
  if (!isStaged(pair, setting.now)) steps.creating.push(begin(pair, rule_id, setting))
  else addDate(steps, pair, { rule_id, replaced: replacedBy(pair, setting) })
}

function addDate(
  { dating }: RuleSteps,
  pair: PairedRule,
  { rule_id, replaced }: { rule_id: string; replaced: Replaced | null },
): void {
  const { activates_at: at } = pair.file
  if (at === undefined) return
  const replaces = replaced === null ? {} : { replaces: replaced.name }
  dating.push(step(pair, { op: 'activate_rule', rule_id, at, ...replaces }))
}

function createOperation(pair: PairedRule, key = pair.file.key ?? null) {
  const { file, target } = pair
  return {
    op: 'create_rule' as const,
    ref: refOf(pair),
    ruleset_id: encodeId('ruleset', target.ruleset.id),
    key,
    role: file.role,
    ...wantedOf(pair),
    conditions: conditionsOf(pair).map(inputOf),
  }
}

function conditionsOf({ conditions, stored }: PairedRule): readonly ConditionValues[] {
  return conditions ?? stored?.conditions ?? []
}

function newKey({ file, stored }: StoredPair): { key?: string } {
  return file.key === undefined || file.key === stored.key ? {} : { key: file.key }
}

/** A draft changes in place; its date is cleared before and set again after. */
function addDraftSteps(steps: RuleSteps, pair: StoredPair, setting: StepSetting): void {
  const { stored, file, conditions } = pair
  const { now, stored: all } = setting
  const rule_id = idOf(stored)
  const schedule = isStaged(pair, now) ? file.activates_at : undefined
  const isScheduled = stored.activatesAt !== null
  const replaced = replacedBy(pair, setting)
  // Null where the rule to replace has ended.
  const toReplace = all.find(({ id }) => id === stored.replacesRuleId)?.id ?? null
  const isSameSchedule =
    instantOf(schedule) === instantOf(stored.activatesAt) &&
    (replaced === null ? null : replaced.id) === toReplace
  const changed = differing(pair)
  const begins = !isStaged(pair, now)
  const rests = !changesRule(pair) && isSameSchedule && !begins
  if (!rests && isScheduled)
    steps.first.push(step(pair, { op: 'activate_rule', rule_id, at: null }))
  addChange(steps, pair, changed, all)
  if (conditions !== null) steps.inPlace.push(...conditionSteps(pair, conditions))
  if (begins) steps.inPlace.push(begin(pair, rule_id, setting))
  else if (!rests) addDate(steps, pair, { rule_id, replaced })
}

function addChange(
  steps: RuleSteps,
  pair: StoredPair,
  changed: object,
  all: readonly SavedRule[],
): void {
  const key = newKey(pair)
  const rule_id = idOf(pair.stored)
  if (key.key !== undefined && all.some((each) => each.key === key.key))
    steps.first.push(step(pair, { op: 'change_rule', rule_id, key: null }))
  if (Object.keys({ ...changed, ...key }).length > 0)
    steps.inPlace.push(step(pair, { op: 'change_rule', rule_id, ...changed, ...key }))
}

function* conditionSteps(pair: StoredPair, wanted: readonly ConditionValues[]): Generator<Step> {
  const { stored } = pair
  const left = new Map(stored.conditions.map((each) => [each.id, each]))
  const added = wanted.filter((condition) => {
    const same = [...left.values()].find((each) => essence(each) === essence(condition))
    if (same !== undefined) left.delete(same.id)
    return same === undefined
  })
  for (const id of left.keys())
    yield step(pair, { op: 'remove_condition', condition_id: encodeId('condition', id) })
  for (const condition of added)
    yield step(pair, { op: 'add_condition', rule_id: idOf(stored), ...inputOf(condition) })
}

/** The rule that ends when another begins at its date: its uuid if it is stored, and its name in operations. */
type Replaced = { id: string | undefined; name: string }

function replacedBy({ file: { replaces } }: PairedRule, setting: StepSetting): Replaced | null {
  if (replaces === undefined) return null
  const { now, pairs, stored, successors } = setting
  const named = pairNamed(replaces, pairs)
  const pair = named && inPlaceOf(named, successors)
  if (pair !== undefined && hasEnded(pair, setting)) return null
  const rule = pair === undefined ? storedNamed(replaces, stored) : pair.stored
  if (pair === undefined || !makesAnotherRule(pair, setting))
    // The operation refuses a name of nothing.
    return { id: rule?.id, name: rule === undefined ? `$${replaces}` : idOf(rule) }
  // Rules that wait for a rule wait for its replacement automatically, unless that is a draft.
  return { id: isStaged(pair, now) ? undefined : rule?.id, name: `$${refOf(pair)}` }
}

/** What is locked in a rule in force changes by putting another rule in its place, so that who is in both stays. */
function addRunningSteps(steps: RuleSteps, pair: StoredPair, setting: StepSetting): void {
  const { stored, file } = pair
  const rule_id = idOf(stored)
  const { expires_at: end, ...changed } = differing(pair)
  if (isStaged(pair, setting.now)) {
    steps.first.push(step(pair, { op: 'deactivate_rule', rule_id }))
    addNewSteps(steps, pair, setting)
    return
  }
  if (hasLockedChange(pair)) {
    const isRenamed = file.key !== undefined && file.key !== stored.key
    steps.replacing.push(
      // Without a key it takes that of the rule that it replaces.
      step(pair, createOperation(pair, isRenamed ? file.key : null)),
      step(pair, { op: 'activate_rule', rule_id: `$${refOf(pair)}`, replaces: rule_id }),
    )
    return
  }
  if (end !== undefined && end !== null)
    steps.inPlace.push(step(pair, { op: 'deprecate_rule', rule_id, at: end }))
  addChange(steps, pair, changed, setting.stored)
}
