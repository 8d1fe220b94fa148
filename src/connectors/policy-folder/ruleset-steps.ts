import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { areSameLimits } from '../../policy/freezes/limit-values.ts'
import { findStoredRule } from '../../policy/rules/stored-rule.ts'
import { selectGrace } from '../../policy/rules/effective-grace.ts'
import { stepsBetween } from '../../policy/rulesets/ruleset-states.ts'
import { hasEnded } from '../policy-file/draft-rule.ts'
import { loadReferences } from '../policy-file/load-references.ts'
import { refuseFaults, type FolderFault } from './folder-error.ts'
import { matchRules, type PairedRule, type PairedRules } from './match-rules.ts'
import { valuesOf, type Target } from './match-rulesets.ts'
import { changesRule, makesAnotherRule } from './rule-differences.ts'
import { addRuleSteps, noRuleSteps } from './rule-steps.ts'
import { faultAt, type Step } from './step.ts'
import type { StoredPolicy, StoredRule } from './stored-policy.ts'

const dayMs = 86_400_000

type Setting = {
  policy: StoredPolicy
  targets: readonly Target[]
  now: Date
  /** Of the folder. */
  isWhole: boolean
}

/** What rulesets and rules of a folder ask for. Throws FolderError with all that is wrong in any of them. */
export async function* rulesetSteps(tx: Transaction, setting: Setting): AsyncGenerator<Step> {
  const { policy, targets, now, isWhole } = setting
  const references = await loadReferences(tx, { rulesets: targets.map(asInFile) })
  const matched = targets.map((target) => matchRules(target, { policy, references, now, isWhole }))
  refuseFaults(matched.flatMap((one) => [...one.faults, ...faultsOf(one, setting)]))
  for (const target of targets) yield* ownSteps(target)
  for (const [index, { unnamed }] of matched.entries()) {
    const target = targets[index]
    if (target !== undefined && isWhole) yield* removalSteps(tx, target, unnamed, now)
  }
  yield* pairSteps(matched, setting)
}

function faultsOf({ pairs }: PairedRules, { now, isWhole }: Setting): FolderFault[] {
  return pairs.flatMap((pair) => [
    ...keyFaults(pair, now),
    ...(isWhole ? [] : dateFaults(pair, now)),
  ])
}

function* pairSteps(
  matched: readonly PairedRules[],
  { policy, now, isWhole }: Setting,
): Generator<Step> {
  const steps = noRuleSteps()
  for (const { pairs } of matched) {
    for (const pair of pairs) {
      const stored = policy.rules.get(pair.target.ruleset.id) ?? []
      addRuleSteps(steps, pair, { now, pairs, stored, isWhole })
    }
  }
  yield* steps.first
  yield* steps.inPlace
  yield* steps.replacing
  yield* steps.creating
  yield* steps.dating
}

/** What the lookup of names asks of a policy file. */
function asInFile({ source: { data } }: Target) {
  const { handle: _handle, ...resource } = data.resource
  const rules = data.rules.map((rule) => ({ ...rule, key: rule.key ?? 'unnamed' }))
  return { ...data, resource, rules }
}

/** Without a key the next plan would not find what this one makes. */
function keyFaults(pair: PairedRule, now: Date): FolderFault[] {
  const { file, stored } = pair
  if (file.key !== undefined || (stored?.key ?? null) !== null) return []
  if (!makesAnotherRule(pair, now)) return []
  return [faultAt(pair, 'give the rule a key: by it the next plan finds it again')]
}

/** Whoever gave it its date decided about the rule as it stands, and a file that is not whole can't say the date. */
function dateFaults(pair: PairedRule, now: Date): FolderFault[] {
  const at = pair.stored?.activatesAt ?? null
  if (at === null || !changesRule(pair) || hasEnded(pair.file, now)) return []
  const help = 'take that back first: activate the rule with `at` null'
  return [faultAt(pair, `differs from the rule, which begins at ${at}; ${help}`)]
}

function* ownSteps({ source, ruleset, isNew }: Target): Generator<Step> {
  if (isNew) return
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

/** A draft that has gone from its file is deleted; a rule in force ends after its grace, as if it were deprecated. */
async function* removalSteps(
  tx: Transaction,
  { source }: Target,
  unnamed: readonly StoredRule[],
  now: Date,
): AsyncGenerator<Step> {
  for (const rule of unnamed) {
    const rule_id = encodeId('rule', rule.id)
    const place = { source, path: 'rules' }
    if (rule.values.state === 'staged')
      yield { ...place, operation: { op: 'delete_rule', rule_id } }
    else if (!(await endsInTime(tx, rule, now)))
      yield { ...place, operation: { op: 'deprecate_rule', rule_id } }
  }
}

/** It has an end already, and would not get an earlier one. */
async function endsInTime(
  tx: Transaction,
  { id, values }: StoredRule,
  now: Date,
): Promise<boolean> {
  if (values.expiresAt === null) return false
  const rule = await findStoredRule(tx, id)
  const days = rule === undefined ? 0 : await selectGrace(tx, rule)
  return Date.parse(values.expiresAt) <= now.getTime() + days * dayMs
}
