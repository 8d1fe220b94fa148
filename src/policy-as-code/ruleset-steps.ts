import { encodeId } from '../contract/ids.ts'
import { dayMilliseconds } from '../contract/time.ts'
import type { Transaction } from '../database/database.ts'
import { areSameLimits } from '../policy/limits/limit-values.ts'
import { findStoredRule } from '../policy/stored-rules/stored-rule.ts'
import { selectGrace } from '../policy/rules/effective-grace.ts'
import { stepsBetween } from '../policy/rulesets/ruleset-states.ts'
import { refuseFaults, type FolderFault } from './folder-error.ts'
import { matchRules } from './match-rules.ts'
import { valuesOf, type Target } from './match-rulesets.ts'
import { changesRule, makesAnotherRule } from './rule-differences.ts'
import { ruleSteps, type StepSetting } from './rule-steps.ts'
import { findOwners } from './named-resources.ts'
import { loadReferences } from './references.ts'
import type { SavedRule } from './saved-policy.ts'
import { faultAt, type FolderWorld, type Step } from './step.ts'
import {
  hasEnded,
  successorsIn,
  takeovers,
  type RulesOfRuleset,
  type PairedRule,
} from './successions.ts'

/** The operations for rulesets and rules of a folder. Throws FolderError with all faults of all of them. */
export async function* rulesetSteps(
  world: FolderWorld,
  targets: readonly Target[],
): AsyncGenerator<Step> {
  const { policy, now } = world
  const { isWhole } = world.folder
  const conditions = targets.flatMap(({ source: { data } }) =>
    data.rules.flatMap((rule) => rule.conditions),
  )
  const resources = conditions.flatMap(({ resource }) => resource ?? [])
  const find = await findOwners(world, policy, resources)
  const references = await loadReferences(world, policy, conditions, find)
  const matched = targets.map((target) => {
    const { pairs, unnamed, faults } = matchRules(target, { ...world, references })
    const stored = policy.rules.get(target.ruleset.id) ?? []
    const rules = { now, pairs, stored, successors: successorsIn(pairs, now) }
    return { target, unnamed, faults, ...rules, takeovers: takeovers(rules) }
  })
  refuseFaults(
    matched.flatMap(({ faults, ...rules }) => [
      ...faults,
      ...rules.pairs.flatMap((pair) => [
        ...keyFaults(pair, rules),
        ...(isWhole ? [] : dateFaults(pair, rules)),
      ]),
    ]),
  )
  for (const target of targets) yield* ownSteps(target)
  if (isWhole) for (const each of matched) yield* removalSteps(world.tx, each)
  yield* ruleSteps(matched)
}

type Matched = StepSetting & { target: Target; unnamed: readonly SavedRule[] }

/** Without a key the next plan would not find the rule that this one creates. */
function keyFaults(pair: PairedRule, rules: RulesOfRuleset): FolderFault[] {
  const { file, stored } = pair
  if (file.key !== undefined || (stored?.key ?? null) !== null) return []
  if (!makesAnotherRule(pair, rules)) return []
  return [faultAt(pair, 'give the rule a key: by it the next plan finds it again')]
}

/** A policy file may not change a rule that waits for its date: the rule was reviewed as it is now. */
function dateFaults(pair: PairedRule, rules: RulesOfRuleset): FolderFault[] {
  const at = pair.stored?.activatesAt ?? null
  if (at === null || !changesRule(pair) || hasEnded(pair, rules)) return []
  const help = 'take that back first: activate the rule with `at` null'
  return [faultAt(pair, `differs from the rule, which begins at ${at}; ${help}`)]
}

function* ownSteps({ source, ruleset }: Target): Generator<Step> {
  const wanted = valuesOf(source.data)
  const { values } = ruleset
  const ruleset_id = encodeId('ruleset', ruleset.id)
  const changed = {
    ...(wanted.isAuthoritative === values.isAuthoritative
      ? {}
      : { is_authoritative: wanted.isAuthoritative }),
    ...(wanted.expiresAfterDays === values.expiresAfterDays
      ? {}
      : { expires_after_days: wanted.expiresAfterDays }),
    ...(areSameLimits(wanted.limits, values.limits) ? {} : wanted.limits),
  }
  if (Object.keys(changed).length > 0)
    yield { source, path: '', operation: { op: 'change_ruleset', ruleset_id, ...changed } }
  for (const state of stepsBetween(values.state, wanted.state))
    yield { source, path: 'state', operation: { op: 'change_ruleset', ruleset_id, state } }
}

/**
 * Handles rules that the file does not name: a draft is deleted, one in force is deprecated. Its key is freed first
 * if another rule of the file has it.
 */
async function* removalSteps(
  tx: Transaction,
  { target: { source }, unnamed, pairs, takeovers: taken, now }: Matched,
): AsyncGenerator<Step> {
  for (const rule of unnamed) {
    const rule_id = encodeId('rule', rule.id)
    const place = { source, path: 'rules' }
    if (rule.values.state === 'staged') {
      yield { ...place, operation: { op: 'delete_rule', rule_id } }
      continue
    }
    if (rule.key !== null && pairs.some(({ file }) => file.key === rule.key))
      yield { ...place, operation: { op: 'change_rule', rule_id, key: null } }
    const isTaken = [...taken.values()].includes(rule)
    if (!isTaken && !(await endsInTime(tx, rule, now)))
      yield { ...place, operation: { op: 'deprecate_rule', rule_id } }
  }
}

/** Whether it ends already, no later than deprecating it would. */
async function endsInTime(tx: Transaction, { id, values }: SavedRule, now: Date): Promise<boolean> {
  if (values.expiresAt === null) return false
  const rule = await findStoredRule(tx, id)
  const days = rule === undefined ? 0 : await selectGrace(tx, rule)
  return Date.parse(values.expiresAt) <= now.getTime() + days * dayMilliseconds
}
