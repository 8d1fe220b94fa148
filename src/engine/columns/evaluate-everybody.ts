import type { Instant, Ruleset } from '../model.ts'
import type { ColumnPolicy } from './column-policy.ts'
import { eligiblePeople } from './eligible-people.ts'
import { emptyManifest, ManifestMaker, type Manifest } from './manifest-maker.ts'
import type { PeopleFacts } from './people-facts.ts'
import { visitRulePeople, type RuleVisitor } from './rule-people.ts'

/** Called with the results, in the order of the evaluation. */
export interface WorldVisitor extends RuleVisitor {
  /** Who is in a managed ruleset's manifest by right; every managed ruleset once. */
  onManifest?(manifest: Manifest): void
}

/**
 * Evaluates everybody against the rules in force at `now`. Only what the visitor keeps stays in memory. Throws
 * where the facts lack a column that the policy reads.
 */
export function evaluateEverybody(
  { policy, inForce }: ColumnPolicy,
  facts: PeopleFacts,
  now: Instant,
  visitor: WorldVisitor,
): void {
  const maker = new ManifestMaker(eligiblePeople(facts, now), facts.size)
  const seen = new Set<Ruleset>()
  const finish = () => {
    const manifest = maker.finish()
    if (manifest !== null) visitor.onManifest?.(manifest)
  }
  visitRulePeople(inForce, { facts, now }, 'many_rules', {
    onAttribute: (attribute, people) => visitor.onAttribute?.(attribute, people),
    onRule(rule, people) {
      visitor.onRule?.(rule, people)
      if (!seen.has(rule.ruleset)) finish()
      seen.add(rule.ruleset)
      maker.admit(rule.rule, people)
    },
  })
  finish()
  for (const ruleset of policy.rulesets) {
    if (ruleset.state === 'managed' && !seen.has(ruleset)) {
      visitor.onManifest?.(emptyManifest(ruleset.id))
    }
  }
}
