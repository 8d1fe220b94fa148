import { encodeId } from '../contract/ids.ts'
import { inputOf } from '../policy/conditions/stored-input.ts'
import { withRuleDefaults } from '../policy/stored-rules/rule-input.ts'
import type { WrittenCondition } from '../policy/stored-rules/draft-condition.ts'
import type { FolderRule } from './folder-file.ts'
import {
  changesRule,
  differing,
  hasLockedChange,
  instantOf,
  makesAnotherRule,
  type StoredPair,
  essence,
} from './rule-differences.ts'
import type { Operation } from '../policy/operations/operation.ts'
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
 * The phases in execution order: a key is freed before another rule gets it, and a rule is in force before another one gets
 * the date at which it replaces it.
 */
const phases = ['first', 'inPlace', 'replacing', 'creating', 'dating'] as const
type PhaseOperation = readonly [phase: (typeof phases)[number], operation: Operation]

/** Of one ruleset. `takeovers`: rule that begins now → the stored rule that ends because of it. */
export type StepSetting = RulesOfRuleset & { takeovers: ReadonlyMap<FolderRule, SavedRule> }

/** The steps for the rules of all rulesets, phase by phase. */
export function ruleSteps(settings: readonly StepSetting[]): Step[] {
  const all = settings.flatMap((setting) =>
    setting.pairs.flatMap((pair) =>
      [...operationsOf(pair, setting)].map(([phase, operation]) => ({
        phase,
        step: { source: pair.source, path: pair.path, operation },
      })),
    ),
  )
  return phases.flatMap((phase) => all.flatMap((each) => (each.phase === phase ? each.step : [])))
}

/** The operations for one rule of a file. */
function* operationsOf(pair: PairedRule, setting: StepSetting): Generator<PhaseOperation> {
  const { stored } = pair
  if (hasEnded(pair, setting)) {
    const runs = stored !== undefined && stored.values.state !== 'staged'
    if (runs && ![...setting.takeovers.values()].includes(stored))
      yield ['first', { op: 'deactivate_rule', rule_id: idOf(stored) }]
  } else if (stored === undefined) yield* newOperations(pair, setting)
  else if (stored.values.state === 'staged') yield* draftOperations({ ...pair, stored }, setting)
  else yield* runningOperations({ ...pair, stored }, setting)
}

const idOf = ({ id }: { id: string }) => encodeId('rule', id)
/** The ref by which later steps name the created rule. */
const refOf = ({ target, path }: PairedRule) => `rule-${target.number}-${path.replace(/\D/g, '')}`

/** Puts a rule in force now, instead of the one that it takes over from. */
function begin({ file }: PairedRule, rule_id: string, { takeovers }: StepSetting): Operation {
  const replaced = takeovers.get(file)
  const replaces = replaced === undefined ? {} : { replaces: idOf(replaced) }
  return { op: 'activate_rule', rule_id, ...replaces }
}

function* newOperations(pair: PairedRule, setting: StepSetting): Generator<PhaseOperation> {
  const rule_id = `$${refOf(pair)}`
  yield ['creating', createOperation(pair)]
  if (isStaged(pair, setting.now)) yield* dates(pair, rule_id, replacedBy(pair, setting))
  else yield ['creating', begin(pair, rule_id, setting)]
}

function* dates(
  { file: { activates_at: at } }: PairedRule,
  rule_id: string,
  replaced: Replaced | null,
): Generator<PhaseOperation> {
  if (at === undefined) return
  const replaces = replaced === null ? {} : { replaces: replaced.name }
  yield ['dating', { op: 'activate_rule', rule_id, at, ...replaces }]
}

function createOperation(pair: PairedRule, key = pair.file.key ?? null) {
  const { file, target, conditions, stored } = pair
  return {
    op: 'create_rule' as const,
    ref: refOf(pair),
    ruleset_id: encodeId('ruleset', target.ruleset.id),
    key,
    role: file.role,
    ...withRuleDefaults(file),
    conditions: (conditions ?? stored?.conditions ?? []).map(inputOf),
  }
}

/** A draft changes in place; its date is cleared before and set again after. */
function* draftOperations(pair: StoredPair, setting: StepSetting): Generator<PhaseOperation> {
  const { stored, file, conditions } = pair
  const { now, stored: all } = setting
  const rule_id = idOf(stored)
  const begins = !isStaged(pair, now)
  const schedule = begins ? undefined : file.activates_at
  const replaced = replacedBy(pair, setting)
  // Null where the rule to replace has ended.
  const toReplace = all.find(({ id }) => id === stored.replacesRuleId)?.id ?? null
  const isSameSchedule =
    instantOf(schedule) === instantOf(stored.activatesAt) &&
    (replaced === null ? null : replaced.id) === toReplace
  const rests = !changesRule(pair) && isSameSchedule && !begins
  if (!rests && stored.activatesAt !== null)
    yield ['first', { op: 'activate_rule', rule_id, at: null }]
  yield* changeOperations(pair, differing(pair), all)
  if (conditions !== null) yield* conditionOperations(stored, conditions)
  if (begins) yield ['inPlace', begin(pair, rule_id, setting)]
  else if (!rests) yield* dates(pair, rule_id, replaced)
}

function* changeOperations(
  { file, stored }: StoredPair,
  changed: object,
  all: readonly SavedRule[],
): Generator<PhaseOperation> {
  const rule_id = idOf(stored)
  const isRenamed = file.key !== undefined && file.key !== stored.key
  const values = isRenamed ? { ...changed, key: file.key } : changed
  if (isRenamed && all.some(({ key }) => key === file.key))
    yield ['first', { op: 'change_rule', rule_id, key: null }]
  if (Object.keys(values).length > 0) yield ['inPlace', { op: 'change_rule', rule_id, ...values }]
}

function* conditionOperations(
  stored: SavedRule,
  wanted: readonly WrittenCondition[],
): Generator<PhaseOperation> {
  const left = new Map(stored.conditions.map((each) => [each.id, each]))
  const added = wanted.filter((condition) => {
    const same = [...left.values()].find((each) => essence(each) === essence(condition))
    if (same !== undefined) left.delete(same.id)
    return same === undefined
  })
  for (const id of left.keys())
    yield ['inPlace', { op: 'remove_condition', condition_id: encodeId('condition', id) }]
  for (const condition of added)
    yield ['inPlace', { op: 'add_condition', rule_id: idOf(stored), ...inputOf(condition) }]
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
function* runningOperations(pair: StoredPair, setting: StepSetting): Generator<PhaseOperation> {
  const { stored, file } = pair
  const rule_id = idOf(stored)
  const { expires_at: end, ...changed } = differing(pair)
  if (isStaged(pair, setting.now)) {
    yield ['first', { op: 'deactivate_rule', rule_id }]
    yield* newOperations(pair, setting)
    return
  }
  if (hasLockedChange(pair)) {
    const isRenamed = file.key !== undefined && file.key !== stored.key
    // Without a key it takes that of the rule that it replaces.
    yield ['replacing', createOperation(pair, isRenamed ? file.key : null)]
    const ref = `$${refOf(pair)}`
    yield ['replacing', { op: 'activate_rule', rule_id: ref, replaces: rule_id }]
    return
  }
  if (end !== undefined && end !== null)
    yield ['inPlace', { op: 'deprecate_rule', rule_id, at: end }]
  yield* changeOperations(pair, changed, setting.stored)
}
