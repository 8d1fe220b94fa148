import { hasOnlyDeactivated } from './accounts.ts'
import { byAdmission } from './admission-order.ts'
import { compileCondition } from './compile-condition.ts'
import { isDraft, isInForce, type CompiledPolicy } from './compile-policy.ts'
import type { Directory } from './directory.ts'
import { effectiveState, isEligible, type PersonState } from './effective-state.ts'
import {
  attributeRulesetType,
  type Condition,
  type Instant,
  type MembershipCondition,
  type Person,
  type Policy,
  type Rule,
  type Ruleset,
} from './model.ts'
import { leastFarRule, nearestRule, type Subject } from './nearest-rule.ts'
import { viewPerson, type PersonView } from './person-view.ts'
import { readProfile } from './profile-value.ts'
import {
  unmetOf,
  type ConditionFinding,
  type RuleFinding,
  type SeenValues,
} from './rule-finding.ts'

/** The setting in which people are explained: the policy, and the same compiled. */
export interface ExplainSetting {
  source: Policy
  compiled: CompiledPolicy
  directory: Directory
  now: Instant
}

export interface Eligibility {
  isEligible: boolean
  isDeleted: boolean
  state: PersonState
  /** Null for a person without a parent, and for one whose parent is not known. */
  parentState: PersonState | null
}

export interface Explanation {
  eligibility: Eligibility
  /** Every rule of the ruleset that has not ended, in admission order; not only those in force. */
  rules: readonly RuleFinding[]
  /** The first rule in force that admits the person. */
  admittingRuleId: string | null
  /** The first rule in force whose conditions all hold, also for a deleted person. */
  first: RuleFinding | null
  /** For a person who meets no rule in force: the rule that could admit them with the fewest unmet conditions. */
  nearest: RuleFinding | null
}

/** How many levels of nested rules are explained, and how many nested conditions. */
export const explainLimits = { depth: 3, conditions: 1000 }

/**
 * Says why a person is admitted by a ruleset, or why not: the same verdict as `evaluatePerson`, with everything that it
 * rests on. A staged rule counts staged attribute rules as in force.
 */
export function explainPerson(
  setting: ExplainSetting,
  person: Person,
  rulesetId: string,
): Explanation {
  const explainer = new Explainer(setting, person)
  const eligibility = explainEligibility(setting, person)
  const rules = placeRules(setting.source)
    .filter(({ ruleset }) => ruleset.id === rulesetId)
    .map((placed) => explainer.explainRule(placed, explainLimits.depth))
  const inForce = rules.filter((finding) => finding.isInForce)
  const first =
    inForce.find((each) => each.conditions.length > 0 && unmetOf(each).length === 0) ?? null
  return {
    eligibility,
    rules,
    admittingRuleId: (eligibility.isEligible && first?.rule.id) || null,
    first,
    nearest: first === null ? nearestRule(inForce, subjectOf(setting, person)) : null,
  }
}

function subjectOf({ source }: ExplainSetting, { id: personId }: Person): Subject {
  return { personId, primaryIntegrationId: source.primaryIntegrationId }
}

function explainEligibility({ directory, now }: ExplainSetting, person: Person): Eligibility {
  const parent = directory.parentOf(person)
  return {
    isEligible: isEligible(person, parent, now),
    isDeleted: person.deletedAt !== null,
    state: effectiveState(person, now),
    parentState: parent === null ? null : effectiveState(parent, now),
  }
}

type RuleOfRuleset = { rule: Rule; ruleset: Ruleset }

/** The rules that have not ended, in admission order, with their rulesets. */
function placeRules({ rules, rulesets }: Policy): RuleOfRuleset[] {
  const rulesetById = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  return rules
    .filter(({ state }) => state !== 'expired' && state !== 'deactivated')
    .toSorted(byAdmission)
    .flatMap((rule) => {
      const ruleset = rulesetById.get(rule.rulesetId)
      return ruleset === undefined ? [] : [{ rule, ruleset }]
    })
}

type Scope = { view: PersonView; withStaged: boolean }

/** One person looked at through one policy. */
class Explainer {
  readonly #setting: ExplainSetting
  readonly #person: Person
  readonly #inForce: Scope
  readonly #withStaged: Scope
  #placed: readonly RuleOfRuleset[] | undefined
  #left = explainLimits.conditions

  constructor(setting: ExplainSetting, person: Person) {
    const { compiled } = setting
    this.#setting = setting
    this.#person = person
    this.#inForce = {
      view: viewPerson(person, setting, compiled.decidedInForce),
      withStaged: false,
    }
    this.#withStaged = {
      view: viewPerson(person, setting, compiled.decidedWithStaged),
      withStaged: true,
    }
  }

  explainRule(
    { rule, ruleset }: RuleOfRuleset,
    depth: number,
    scope = this.#scopeOf(rule),
  ): RuleFinding {
    const conditions = rule.conditions.map((condition) =>
      this.#explainCondition(condition, depth, scope),
    )
    return {
      rule,
      ruleset,
      isInForce: isInForce(rule, ruleset),
      isMet:
        this.#person.deletedAt === null &&
        conditions.length > 0 &&
        conditions.every(({ isMet }) => isMet),
      conditions,
    }
  }

  #scopeOf({ state }: Rule): Scope {
    return state === 'staged' ? this.#withStaged : this.#inForce
  }

  #explainCondition(condition: Condition, depth: number, scope: Scope): ConditionFinding {
    const isMet = compileCondition(condition, this.#setting.source)(scope.view)
    return { condition, isMet, saw: this.#look(condition, depth, scope) }
  }

  #look(condition: Condition, depth: number, scope: Scope): SeenValues {
    switch (condition.type) {
      case 'identity':
        return this.#lookAtIdentities(condition.resourceId, condition.profileKey)
      case 'user':
        return { kind: 'self', isAway: scope.view.isAway }
      case 'direct_reports_of': {
        const { managerId } = this.#person
        return { kind: 'managers', managers: managerId === null ? [] : [managerId] }
      }
      case 'all_reports_of':
        return { kind: 'managers', managers: scope.view.managersAbove() }
      case 'attribute':
      case 'entitled_to':
        return this.#lookAtDeciding(condition, depth, scope)
    }
  }

  #decides({ rule, ruleset }: RuleOfRuleset, { withStaged }: Scope): boolean {
    const isStaged = withStaged && ruleset.type === attributeRulesetType && isDraft(rule, ruleset)
    return isStaged || isInForce(rule, ruleset)
  }

  #lookAtIdentities(resourceId: string | null, profileKey: string): SeenValues {
    const integrationId = resourceId ?? this.#setting.source.primaryIntegrationId
    const isPrimary = integrationId === this.#setting.source.primaryIntegrationId
    const identities = this.#accountsIn(integrationId).map(({ identity, index }) => ({
      index,
      values: readProfile(identity.profile, profileKey),
      isIgnored: !isPrimary && identity.isDeactivated === true,
    }))
    return { kind: 'identities', integrationId, identities }
  }

  #accountsIn(integrationId: string | null) {
    const accounts = this.#person.identities.map((identity, index) => ({ identity, index }))
    return accounts.filter(({ identity }) => identity.integrationId === integrationId)
  }

  /** The accounts that make a negative condition on the attribute false: all of them are deactivated. */
  #deactivatedFor({ resourceId, operator }: MembershipCondition): number[] {
    const integrationId = this.#setting.source.integrationOfAttribute?.[resourceId] ?? null
    const isFalse =
      operator === 'not_equals' &&
      integrationId !== null &&
      hasOnlyDeactivated(this.#person, integrationId)
    return isFalse ? this.#accountsIn(integrationId).map(({ index }) => index) : []
  }

  #lookAtDeciding(condition: MembershipCondition, depth: number, scope: Scope): SeenValues {
    const { resourceId } = condition
    const holds = scope.view.holds(resourceId)
    const deactivated = this.#deactivatedFor(condition)
    const sight = { kind: 'attribute' as const, holds, deactivated }
    if (holds === null) return { ...sight, rule: null, isCut: false }
    this.#placed ??= placeRules(this.#setting.source)
    const deciding = this.#placed.filter(
      ({ rule, ruleset }) =>
        ruleset.resourceId === resourceId &&
        (ruleset.type === attributeRulesetType) === (condition.type === 'attribute') &&
        this.#decides({ rule, ruleset }, scope),
    )
    const size = deciding.reduce((sum, { rule }) => sum + rule.conditions.length, 0)
    if (depth <= 1 || size > this.#left) return { ...sight, rule: null, isCut: true }
    this.#left -= size
    const findings = deciding.map((placed) => this.explainRule(placed, depth - 1, scope))
    const subject = subjectOf(this.#setting, this.#person)
    const rule = findings.find(({ isMet }) => isMet) ?? leastFarRule(findings, subject)
    return { ...sight, rule, isCut: false }
  }
}
