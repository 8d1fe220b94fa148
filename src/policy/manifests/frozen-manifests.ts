import type { PersonVerdict } from '../../engine/evaluate-person.ts'
import { attributeRulesetType } from '../../engine/model.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import type { CurrentPerson } from './manifest-changes.ts'

/** The verdict with what is stored of frozen rulesets: who qualifies for their rules stays so, whatever the conditions say. */
export function keepFrozen(
  verdict: PersonVerdict,
  current: CurrentPerson,
  policy: LoadedPolicy,
): PersonVerdict {
  const { freezes, compiled } = policy
  if (freezes.isEmpty) return verdict
  const kept = [...current.qualified].filter((ruleId) => freezes.keepsRule(ruleId))
  const decided = verdict.qualified.filter((ruleId) => !freezes.keepsRule(ruleId))
  const qualified = new Set([...decided, ...kept])
  const attributes = new Set<string>()
  const admitted = new Map<string, string>()
  for (const { rule, ruleset } of compiled.rulesInForce) {
    if (!qualified.has(rule.id)) continue
    if (ruleset.type === attributeRulesetType) attributes.add(ruleset.resourceId)
    if (verdict.eligible && !admitted.has(ruleset.id)) admitted.set(ruleset.id, rule.id)
  }
  return { ...verdict, qualified: [...qualified], attributes: [...attributes], admitted }
}
