import * as fc from 'fast-check'
import {
  membershipOperators,
  type Condition,
  type Person,
  type Policy,
  type Rule,
  type Ruleset,
} from '../model.ts'
import { conditionOperators } from '../../contract/states.ts'
import type { World } from '../evaluate-world.ts'
import { takesOrAbsent } from '../operators.ts'
import { attributeRuleset, now, person, rule, ruleset } from '../facts-for-tests.ts'

/** A workspace, and the changes of its people and its policy. */
export interface ChangingWorld extends World {
  /** People who are added, or replace who has that id. */
  changed: readonly Person[]
  removedIds: readonly string[]
  /** Values are renamed and a ruleset is gone. */
  policyAfter: Policy
}

/** A fifth of the time something else. */
export function mostly<const A, const B>(usual: A, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, other)
}

export function rarely<A>(other: fc.Arbitrary<A>): fc.Arbitrary<A | null> {
  return mostly(null, other)
}

const personIds = Array.from({ length: 12 }, (_, i) => `p${i}`)
const attributeIds = ['a0', 'a1', 'a2']
/** What rules decide that conditions ask for: each may depend on those before it. */
const decidedIds = ['a0', 'a1', 'resource of g0', 'a2']
const somebody = fc.constantFrom(...personIds, 'ghost')

/** Texts that fold to few values: case, composed and decomposed letters, blanks, numbers and dates. */
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Sales', 'SALES', ' sales ', 'Salesforce') },
  { weight: 2, arbitrary: fc.constantFrom('É', 'e\u0301', 'straße', 'STRASSE', 'STRAẞE', 'İ') },
  { weight: 2, arbitrary: fc.constantFrom('ΟΔΥΣ', 'οδυς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσεύς', 'ﬁ', 'ŉ') },
  { weight: 2, arbitrary: fc.constantFrom('9', '10', '2024-01-01', '2024-01-01T00:00:01Z') },
  { weight: 1, arbitrary: fc.constantFrom('9007199254740993', '9.50', '95e-1', 'Sales ') },
)
const scalar = fc.oneof(
  { weight: 12, arbitrary: text },
  fc.constantFrom(9, 10, true, null, '', ' '),
)
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  fc.record({ x: scalar }, { requiredKeys: [] }),
)
const profile = fc.oneof(
  { weight: 3, arbitrary: fc.record({ k: value, n: value }) },
  fc.record({ k: value, n: value, 'n.x': text }, { requiredKeys: [] }),
)
const profileKey = mostly('k', fc.constantFrom('n', 'n.x', 'k.0'))
const integrationId = mostly('idp', fc.constant('chat'))

const isDeactivated = mostly(false, fc.constant(true))
const anyIdentity = fc.record({ integrationId, profile, isDeactivated })
const anyIdentities = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(anyIdentity) },
  { weight: 3, arbitrary: fc.tuple(anyIdentity, anyIdentity) },
  fc.constant([]),
)

/** Any person of that id. Managers and parents may be unknown, in a loop, or the person themselves. */
export function anyPerson(id: string): fc.Arbitrary<Person> {
  return fc
    .record({
      baseState: mostly('active', fc.constantFrom('staged', 'suspended', 'deactivated')),
      expiresAt: rarely(fc.constantFrom(now - 1, now, now + 1)),
      deletedAt: rarely(fc.constant(now - 1)),
      managerId: fc.oneof({ weight: 4, arbitrary: somebody }, fc.constant(null)),
      parentId: rarely(somebody),
      identities: anyIdentities,
    })
    .map((facts) => person(id, facts))
}

/** The database accepts no person as their own manager. */
export function withoutSelves(people: readonly Person[]): Person[] {
  return people.map((each) => (each.managerId === each.id ? { ...each, managerId: null } : each))
}

const patterns = fc.constantFrom('sa.*', '.*force', '\\d+', 'É|e', 'STRASSE|straße', 'οδυσ+ε?.*')
const limits = fc.constantFrom('9', '9.5', '9007199254740992', '2024-01-01')

/** Any condition on a profile, with an operand that fits. */
const anyIdentityCondition: fc.Arbitrary<Condition> = fc
  .record({
    resourceId: mostly(null, fc.constantFrom('idp', 'chat', 'gone')),
    profileKey,
    operator: fc.constantFrom(...conditionOperators),
    orAbsent: fc.boolean(),
    operand: fc.record({
      text,
      list: fc.array(text, { minLength: 1, maxLength: 3 }),
      limits,
      patterns,
    }),
  })
  .map(({ operand, orAbsent, ...facts }) => {
    const value = operandFor(facts.operator, operand)
    const { resourceId, profileKey, operator } = facts
    const test = { type: 'identity' as const, resourceId, profileKey, operator, value }
    return orAbsent && takesOrAbsent(operator) ? Object.assign(test, { orAbsent }) : test
  })

type Operands = { text: string; list: string[]; limits: string; patterns: string }

function operandFor(operator: string, { text, list, limits, patterns }: Operands): string | null {
  if (operator.endsWith('exists')) return null
  if (operator === 'in' || operator === 'not_in') return JSON.stringify(list)
  if (operator === 'matches') return patterns
  return operator.endsWith('than') ? limits : text
}

const membershipOperator = fc.constantFrom(...membershipOperators, null)
const anyPersonCondition: fc.Arbitrary<Condition> = fc.record({
  type: fc.constantFrom('user', 'direct_reports_of', 'all_reports_of'),
  resourceId: somebody,
  operator: membershipOperator,
})

/** A condition that names only the first `level` of {@link decidedIds} and one that is unknown, so that no cycle can arise. */
export function anyCondition(level: number): fc.Arbitrary<Condition> {
  const named = fc.constantFrom(...decidedIds.slice(0, level), 'vanished', 'resource vanished')
  const anyDecidedCondition = fc
    .record({ resourceId: named, operator: membershipOperator })
    .map(({ resourceId, operator }): Condition => {
      const type = resourceId.startsWith('resource') ? 'entitled_to' : 'attribute'
      return { type, resourceId, operator }
    })
  return fc.oneof(
    { weight: 4, arbitrary: anyIdentityCondition },
    { weight: 2, arbitrary: anyPersonCondition },
    { weight: level === 0 ? 0 : 2, arbitrary: anyDecidedCondition },
  )
}

function anyRuleOf(rulesetId: string, level: number): fc.Arbitrary<Omit<Rule, 'id'>> {
  return fc
    .record({
      state: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('active', 'active', 'expiring') },
        { weight: 3, arbitrary: fc.constant('staged') },
        fc.constantFrom('expired', 'deactivated'),
      ),
      priority: fc.integer({ min: 0, max: 1 }),
      activatedAt: fc.option(fc.integer({ min: 0, max: 1 })),
      conditions: fc.oneof(
        { weight: 6, arbitrary: fc.tuple(anyCondition(level)) },
        { weight: 4, arbitrary: fc.tuple(anyCondition(level), anyCondition(level)) },
        fc.array(anyCondition(level), { maxLength: 3 }),
      ),
    })
    .map((facts) => rule('', rulesetId, facts))
}

/** The third is of no dimension. */
const integrationOfAttribute = { a0: 'idp', a1: 'chat' }

/** The first attribute is decided by two rulesets. */
const rulesets: readonly Ruleset[] = [
  ...attributeIds.map((id) => attributeRuleset(id)),
  ruleset('a0.more', { type: 'directory_attribute', resourceId: 'a0' }),
  ruleset('g0'),
  ruleset('g1'),
]

const rulesetState = mostly('managed', fc.constantFrom('monitored', 'unmanaged', 'deactivated'))
const anyRulesets = fc
  .tuple(...rulesets.map(() => rulesetState))
  .map((states) => rulesets.map((each, i) => ({ ...each, state: states[i] ?? each.state })))

const anyRule = fc.oneof(
  ...rulesets.map(({ id, resourceId }) => {
    const level = decidedIds.indexOf(resourceId)
    return anyRuleOf(id, level === -1 ? decidedIds.length : level)
  }),
  anyRuleOf('nowhere', 0),
)

/** At most ten rules in six rulesets of any state. */
const anyPolicy = fc
  .record({
    primaryIntegrationId: mostly('idp', fc.constantFrom('chat', null)),
    rulesets: anyRulesets,
    rules: fc.array(anyRule, { minLength: 3, maxLength: 10, size: 'max' }),
  })
  .map(({ primaryIntegrationId, rulesets, rules }): Policy => ({
    primaryIntegrationId,
    integrationOfAttribute,
    rulesets,
    rules: rules.map(named),
  }))

function named(facts: Omit<Rule, 'id'>, index: number): Rule {
  return { ...facts, id: `r${index}` }
}

/** At most twelve people under at most ten rules, and a few changes. */
export const anyChangingWorld: fc.Arbitrary<ChangingWorld> = fc
  .record({
    people: fc.tuple(...personIds.map((id) => fc.option(anyPerson(id), { freq: 3 }))),
    policy: anyPolicy,
    changed: fc.array(fc.constantFrom(...personIds).chain(anyPerson), { maxLength: 3 }),
    removedIds: fc.array(fc.constantFrom(...personIds), { maxLength: 1 }),
    renamed: text,
    goneRuleset: fc.constantFrom(...rulesets.map(({ id }) => id)),
  })
  .map(({ people, policy, changed, removedIds, renamed, goneRuleset }) => ({
    people: people.filter((each) => each !== null),
    policy,
    changed,
    removedIds,
    policyAfter: {
      primaryIntegrationId: policy.primaryIntegrationId,
      integrationOfAttribute,
      rulesets: policy.rulesets.filter(({ id }) => id !== goneRuleset),
      rules: policy.rules.map((each) => renameIn(each, renamed)),
    },
  }))

function renameIn(of: Rule, value: string): Rule {
  return { ...of, conditions: of.conditions.map((condition) => rename(condition, value)) }
}

function rename(condition: Condition, value: string): Condition {
  const isRenamed = condition.type === 'identity' && condition.operator === 'equals'
  return isRenamed ? { ...condition, value } : condition
}

/** The people after the changes. */
export function peopleAfter({ people, changed, removedIds }: ChangingWorld): Person[] {
  const after = new Map([...people, ...changed].map((each) => [each.id, each]))
  for (const id of removedIds) after.delete(id)
  return [...after.values()]
}
