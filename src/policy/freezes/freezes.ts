import { isInForce } from '../../engine/compile-policy.ts'
import type { Policy } from '../../engine/model.ts'
import type { OpenFreeze, StoredPolicy } from '../load-policy.ts'

type Loaded = Pick<StoredPolicy, 'freezes' | 'quarantined' | 'policy'>

/** What is frozen in one version of the policy, and what could freeze more of it. Ids are uuids. */
export class Freezes {
  /** Every open freeze, also those of rulesets that are no longer managed. */
  readonly open: readonly OpenFreeze[]
  readonly quarantined: ReadonlySet<string>
  readonly #policy: Policy
  readonly #managed: ReadonlySet<string>
  readonly #frozen: ReadonlySet<string>
  readonly #keptRules: ReadonlySet<string>
  #integrations: ReadonlyMap<string, ReadonlySet<string>> | undefined

  constructor({ freezes, quarantined, policy }: Loaded) {
    const managed = policy.rulesets.filter(({ state }) => state === 'managed').map(({ id }) => id)
    this.#policy = policy
    this.#managed = new Set(managed)
    this.open = freezes
    this.quarantined = new Set(quarantined)
    const frozen = freezes.filter(({ rulesetId }) => this.#managed.has(rulesetId))
    this.#frozen = new Set(frozen.map(({ rulesetId }) => rulesetId))
    const ended = frozen.flatMap(({ endedRules }) => endedRules)
    const there = policy.rules.filter(({ rulesetId }) => this.#frozen.has(rulesetId))
    this.#keptRules = new Set([...ended, ...there.map(({ id }) => id)])
  }

  get isEmpty(): boolean {
    return this.#frozen.size === 0
  }

  isFrozen(rulesetId: string): boolean {
    return this.#frozen.has(rulesetId)
  }

  get frozenRulesets(): readonly string[] {
    return [...this.#frozen]
  }

  /** Whether who qualifies for the rule stays as it is stored. */
  keepsRule(ruleId: string): boolean {
    return this.#keptRules.has(ruleId)
  }

  isManaged(rulesetId: string): boolean {
    return this.#managed.has(rulesetId)
  }

  /** Integration → the managed rulesets whose rules in force read it. */
  get integrations(): ReadonlyMap<string, ReadonlySet<string>> {
    return (this.#integrations ??= integrationsRead(this.#policy))
  }
}

function integrationsRead({ rulesets, rules, primaryIntegrationId }: Policy) {
  const rulesetById = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const read = new Map<string, Set<string>>()
  for (const rule of rules) {
    const ruleset = rulesetById.get(rule.rulesetId)
    if (ruleset === undefined || !isInForce(rule, ruleset)) continue
    for (const { type, resourceId } of rule.conditions) {
      const id = resourceId ?? primaryIntegrationId
      if (type === 'identity' && id !== null)
        read.set(id, (read.get(id) ?? new Set()).add(ruleset.id))
    }
  }
  return read
}
