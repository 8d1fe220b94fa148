import { isInForce } from '../../engine/compile-policy.ts'
import type { Condition, Policy } from '../../engine/model.ts'
import type { OpenFreeze, StoredPolicy } from '../load-policy.ts'

/** What rules in force name: id of a person, attribute or integration → the rulesets of those rules. */
type Named = ReadonlyMap<string, ReadonlySet<string>>
type Loaded = Pick<
  StoredPolicy,
  'freezes' | 'accepted' | 'quarantined' | 'freezesWhenGone' | 'policy'
>

/** What is frozen in one version of the policy, and what could freeze more of it. Ids are uuids. */
export class Freezes {
  /** Every open freeze, those of rulesets that are not managed any more among them. */
  readonly open: readonly OpenFreeze[]
  readonly quarantined: ReadonlySet<string>
  readonly whenGone: boolean
  readonly #policy: Policy
  readonly #accepted: ReadonlyMap<string, ReadonlySet<string>>
  readonly #acceptedIds: readonly string[]
  readonly #managed: ReadonlySet<string>
  readonly #frozen: ReadonlySet<string>
  readonly #keptRules: ReadonlySet<string>
  #named: { people: Named; attributes: Named; integrations: Named } | undefined

  constructor({ freezes, accepted, quarantined, freezesWhenGone, policy }: Loaded) {
    const managed = policy.rulesets.filter(({ state }) => state === 'managed').map(({ id }) => id)
    this.#policy = policy
    this.#managed = new Set(managed)
    this.open = freezes
    this.quarantined = new Set(quarantined)
    this.whenGone = freezesWhenGone
    this.#acceptedIds = [...new Set(accepted.map(({ referentId }) => referentId))]
    this.#accepted = groupSets(accepted.map((pair) => [pair.rulesetId, pair.referentId]))
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

  isAccepted(rulesetId: string, referentId: string): boolean {
    return this.#accepted.get(rulesetId)?.has(referentId) ?? false
  }

  get accepted(): readonly string[] {
    return this.#acceptedIds
  }

  /** What the rules in force of managed rulesets name: managers, attributes and integrations. */
  get named(): { people: Named; attributes: Named; integrations: Named } {
    return (this.#named ??= namedIn(this.#policy))
  }
}

function namedIn(policy: Policy) {
  const { rulesets, rules, primaryIntegrationId } = policy
  const rulesetById = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const people: [string, string][] = []
  const attributes: [string, string][] = []
  const integrations: [string, string][] = []
  const add = (condition: Condition, rulesetId: string) => {
    const id = condition.resourceId ?? primaryIntegrationId
    if (id === null) return
    if (condition.type === 'attribute') attributes.push([id, rulesetId])
    else if (condition.type === 'identity') integrations.push([id, rulesetId])
    // One who is named alone takes nobody with them.
    else if (condition.type !== 'user') people.push([id, rulesetId])
  }
  for (const rule of rules) {
    const ruleset = rulesetById.get(rule.rulesetId)
    if (ruleset === undefined || !isInForce(rule, ruleset)) continue
    for (const condition of rule.conditions) add(condition, ruleset.id)
  }
  return {
    people: groupSets(people),
    attributes: groupSets(attributes),
    integrations: groupSets(integrations),
  }
}

function groupSets(pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set()).add(value))
  return groups
}
