import { compilePolicy } from './compile-policy.ts'
import { directoryOf } from './directory.ts'
import { evaluatePerson, stagedRulesOf, type PersonVerdict } from './evaluate-person.ts'
import type {
  IdentityCondition,
  Instant,
  Operator,
  Person,
  Policy,
  Rule,
  Ruleset,
} from './model.ts'

/** The instant of tests that do not care which: 2026-01-01T00:00:00Z. */
export const now: Instant = Date.UTC(2026, 0, 1)

export function person(id: string, facts: Partial<Person> = {}): Person {
  return {
    id,
    baseState: 'active',
    expiresAt: null,
    deletedAt: null,
    managerId: null,
    parentId: null,
    identities: [],
    ...facts,
  }
}

/** A person with one identity in the integration `idp`, which is primary in `policyOf`. */
export function personWith(id: string, profile: Record<string, unknown>): Person {
  return person(id, { identities: [{ integrationId: 'idp', profile }] })
}

/** A managed ruleset; of an attribute where `type` says so. */
export function ruleset(id: string, facts: Partial<Ruleset> = {}): Ruleset {
  return {
    id,
    resourceId: `resource of ${id}`,
    type: 'codehost_group',
    state: 'managed',
    expiresAfterDays: null,
    ...facts,
  }
}

/** The ruleset of an attribute; rules refer to it as `<attributeId>.rules`. */
export function attributeRuleset(attributeId: string, facts: Partial<Ruleset> = {}): Ruleset {
  return ruleset(`${attributeId}.rules`, {
    resourceId: attributeId,
    type: 'directory_attribute',
    ...facts,
  })
}

/** An active rule. */
export function rule(id: string, rulesetId: string, facts: Partial<Rule> = {}): Rule {
  return {
    id,
    rulesetId,
    state: 'active',
    role: 'member',
    priority: 100,
    activatedAt: 0,
    expiresAt: null,
    expiresAfterDays: null,
    everyoneElse: false,
    conditions: [],
    ...facts,
  }
}

/** A condition on the primary integration. */
export function profileIs(
  profileKey: string,
  operator: Operator,
  value: string | null,
): IdentityCondition {
  return { type: 'identity', resourceId: null, profileKey, operator, value }
}

export function policyOf(rulesets: Ruleset[], rules: Rule[]): Policy {
  return { primaryIntegrationId: 'idp', rulesets, rules }
}

/** One person's verdict among those given. */
export function verdictOn(subject: Person, policy: Policy, others: Person[] = []): PersonVerdict {
  return evaluatePerson(settingOf(policy, [subject, ...others]), subject)
}

/** One person's staged rules among those given. */
export function stagedFor(subject: Person, policy: Policy, others: Person[] = []) {
  return stagedRulesOf(settingOf(policy, [subject, ...others]), subject)
}

function settingOf(policy: Policy, people: Person[]) {
  return { policy: compilePolicy(policy), directory: directoryOf(people), now }
}
