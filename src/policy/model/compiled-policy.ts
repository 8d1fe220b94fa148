import { isDeepStrictEqual } from 'node:util'
import type { Reader } from '../../database/database.ts'
import {
  compilePolicy,
  isInForce,
  type CompiledPolicy,
  type CompiledRule,
} from '../../engine/compile-policy.ts'
import { compileColumnPolicy } from '../../engine/columns/column-policy.ts'
import { PersonVerdicts } from '../../engine/columns/person-verdicts.ts'
import { graceOfRule } from '../../engine/grace.ts'
import { attributeRulesetType, type Policy, type Rule, type Ruleset } from '../../engine/model.ts'
import type { HoldingRule } from '../../engine/stays.ts'
import { sharePolicy, type SharedPolicy } from './shared-policy.ts'
import {
  loadPolicy,
  readVersion,
  type AttributeFacts,
  type KnownPolicy,
  type StoredPolicy,
} from './load-policy.ts'
import { readsOf, type PolicyReads } from './policy-reads.ts'

/** One version of the policy, ready for evaluation. */
export type LoadedPolicy = {
  version: number
  /** It holds changes of the transaction that it was loaded in. */
  isUncommitted: boolean
  /** What it was compiled from. */
  source: Policy
  compiled: CompiledPolicy
  /** What it was loaded from, to load the next version from. */
  known: KnownPolicy
  /** Made when first needed, and kept by later versions with the same rules in force. */
  made: { verdicts?: PersonVerdicts }
  /** Evaluates one person, reading only rules that could match; created on first use. */
  verdicts(): PersonVerdicts
  /** The same for other threads; serialised on first use. */
  shared(): SharedPolicy
  reads: PolicyReads
  attributes: ReadonlyMap<string, AttributeFacts>
  rulesets: ReadonlyMap<string, Ruleset>
  /** Whether limits hold what happens in a ruleset: it is not an attribute's. */
  hasLimits(rulesetId: string): boolean
  /** Any rule that can hold a stay; one that has ended is not in force and gives no grace. */
  holdingRule(ruleId: string): HoldingRule
}

/**
 * Loads and compiles the policy that the connection sees, and reuses what is the same in a former one. Throws what
 * `compilePolicy` throws.
 */
export async function loadCompiledPolicy(
  reader: Reader,
  former?: LoadedPolicy,
): Promise<LoadedPolicy> {
  return compile(await loadPolicy(reader, former?.known), former)
}

/** The policy that a reader sees, its own unfinished changes too; without a cache it is loaded afresh. */
export function policySeenBy(
  reader: Reader,
  policies: PolicyCache | undefined,
): Promise<LoadedPolicy> {
  return policies?.inTransaction(reader) ?? loadCompiledPolicy(reader)
}

/** A load under way: in a transaction of just that version, outside of one of that or a later one. */
type Load = { version: number; isInTransaction: boolean; policy: Promise<LoadedPolicy> }

/** The policy without the rules that are over and not settled. */
type UnsettledPolicy = { key: string; policy: Promise<LoadedPolicy> }

/** The last compiled policy of one database, cached by one process. */
export class PolicyCache {
  #current: LoadedPolicy | undefined
  #unsettled: UnsettledPolicy | undefined
  readonly #loads = new Set<Load>()

  /** The policy of that version, or of a later one that was committed meanwhile. For readers outside transactions. */
  async compiledPolicy(reader: Reader, version: number): Promise<LoadedPolicy> {
    if (this.#current !== undefined && this.#current.version >= version) return this.#current
    const load = { version, isInTransaction: false }
    return this.#shared(reader, load, (other) => other.version >= version)
  }

  /** The policy that a transaction sees, of no later version. Its own unfinished changes stay out of the cache. */
  async inTransaction(reader: Reader): Promise<LoadedPolicy> {
    const { version, isUncommitted, unsettledRules } = await readVersion(reader)
    if (isUncommitted) return loadCompiledPolicy(reader, this.#current)
    if (unsettledRules !== null) return this.#withoutRules(reader, `${version} ${unsettledRules}`)
    if (this.#current?.version === version) return this.#current
    const load = { version, isInTransaction: true }
    // A reader outside of a transaction may be waiting for the connection that this one holds, so its load can't be
    // awaited here.
    const policy = await this.#shared(
      reader,
      load,
      (other) => other.isInTransaction && other.version === version,
    )
    return policy.version === version ? policy : loadCompiledPolicy(reader, this.#current)
  }

  /** As {@link #shared}, for the policy without the rules that `key` names. */
  async #withoutRules(reader: Reader, key: string): Promise<LoadedPolicy> {
    const other = this.#unsettled?.key === key ? this.#unsettled.policy : undefined
    const shared = await other?.catch(() => undefined)
    if (shared !== undefined) return shared
    const policy = loadCompiledPolicy(reader)
    this.#unsettled = { key, policy }
    return policy
  }

  /** Waits for a load under way that serves as well, or loads. */
  async #shared(
    reader: Reader,
    { version, isInTransaction }: Omit<Load, 'policy'>,
    serves: (other: Load) => boolean,
  ): Promise<LoadedPolicy> {
    const other = [...this.#loads].find(serves)
    // An error of another reader's load does not concern this reader.
    const shared = await other?.policy.catch(() => undefined)
    if (shared !== undefined) return shared
    const load = { version, isInTransaction, policy: this.#load(reader) }
    this.#loads.add(load)
    try {
      return await load.policy
    } finally {
      this.#loads.delete(load)
    }
  }

  async #load(reader: Reader): Promise<LoadedPolicy> {
    const policy = await loadCompiledPolicy(reader, this.#current)
    const isLater = this.#current === undefined || this.#current.version < policy.version
    if (!policy.isUncommitted && isLater) this.#current = policy
    return policy
  }
}

/** Compiles a policy that was loaded; what is the same in a former one is reused. Throws what `compilePolicy` throws. */
export function compile(stored: StoredPolicy, former?: LoadedPolicy): LoadedPolicy {
  const rules = new Map(stored.policy.rules.map((rule) => [rule.id, rule]))
  const { rulesets, attributes } = rulesetsById(stored, former)
  const dimensionDays = (attributeId: string) => attributes.get(attributeId)?.dimensionDays ?? null
  const successors = new Map(stored.successions.map((each) => [each.ruleId, each]))
  const describe = (rule: Rule, ruleset: Ruleset): HoldingRule => ({
    id: rule.id,
    inForce: isInForce(rule, ruleset),
    endsAt: rule.expiresAt,
    graceDays: graceOfRule(rule, ruleset, { dimensionDays, workspaceDays: stored.workspaceDays })
      .days,
    successor: null,
  })
  const find = (ruleId: string): HoldingRule | undefined => {
    const rule = rules.get(ruleId)
    const ruleset = rule && rulesets.get(rule.rulesetId)
    return rule && ruleset && describe(rule, ruleset)
  }
  const successorOf = (ruleId: string): HoldingRule | null => {
    const { role, successorId } = successors.get(ruleId) ?? {}
    if (successorId === undefined || rules.get(successorId)?.role !== role) return null
    const successor = find(successorId)
    return successor?.inForce === true ? successor : null
  }
  const made =
    former !== undefined && isSameInForce(former.source, stored.policy) ? former.made : {}
  let shared: SharedPolicy | undefined
  return {
    version: stored.version,
    isUncommitted: stored.isUncommitted,
    source: stored.policy,
    compiled: compilePolicy(stored.policy, reusableRules(stored.policy, former)),
    verdicts: () => (made.verdicts ??= new PersonVerdicts(compileColumnPolicy(stored.policy))),
    made,
    known: stored.known,
    rulesets,
    shared: () => (shared ??= sharePolicy(stored.policy)),
    reads: readsOf(stored.policy),
    attributes,
    hasLimits: (rulesetId) => rulesets.get(rulesetId)?.type !== attributeRulesetType,
    holdingRule: (ruleId) => find(ruleId) ?? ended(ruleId, successorOf(ruleId)),
  }
}

function rulesetsById(
  { policy, attributes }: StoredPolicy,
  former: LoadedPolicy | undefined,
): Pick<LoadedPolicy, 'rulesets' | 'attributes'> {
  if (former?.source.rulesets === policy.rulesets) return former
  return {
    rulesets: new Map(policy.rulesets.map((ruleset) => [ruleset.id, ruleset])),
    attributes: new Map(attributes.map((attribute) => [attribute.id, attribute])),
  }
}

/** The compiled rules of a former policy with the same rulesets and attributes, and the same primary integration. */
function reusableRules(policy: Policy, former: LoadedPolicy | undefined): readonly CompiledRule[] {
  if (
    former?.source.rulesets !== policy.rulesets ||
    former.source.primaryIntegrationId !== policy.primaryIntegrationId
  )
    return []
  return [...former.compiled.rulesInForce, ...former.compiled.stagedRules]
}

/**
 * Whether two policies give everyone the same verdicts, ignoring drafts. Rules that were not reloaded are the same
 * objects.
 */
function isSameInForce(one: Policy, other: Policy): boolean {
  const [rules, otherRules] = [one, other].map((policy) => policy.rules.filter(isNotStaged))
  const { rules: _rules, ...rest } = one
  const { rules: _otherRules, ...otherRest } = other
  const isSameRule = (rule: Rule, at: number) => rule === otherRules?.[at]
  return (
    rules?.length === otherRules?.length &&
    rules?.every(isSameRule) === true &&
    isDeepStrictEqual(rest, otherRest)
  )
}

const isNotStaged = ({ state }: Rule) => state !== 'staged'

function ended(ruleId: string, successor: HoldingRule | null): HoldingRule {
  return { id: ruleId, inForce: false, endsAt: null, graceDays: 0, successor }
}
