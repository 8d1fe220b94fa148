import {
  Engine,
  type ConditionProperties,
  type NestedCondition,
  type RuleProperties,
} from 'json-rules-engine'
import { fold } from '../../../src/engine/fold.ts'
import type { Condition, IdentityCondition, Person, Rule } from '../../../src/engine/model.ts'
import { wholeValues } from '../../../src/engine/operators.ts'
import { kindOfKey } from '../../world/policy-world.ts'
import { kindOf, toValue } from '../key-kinds.ts'
import { factsOf, type FactValue } from './person-facts.ts'
import type { LoadedPeer, Peer } from './peer.ts'

/**
 * json-rules-engine: one engine with all rules, run once for each person. It has no text operators, so they are
 * added through its API; a rule that decides an attribute runs first and passes it to the others as a fact.
 */
export function jsonRulesEngine(attributeOf: (rule: Rule) => string | null): Peer {
  return {
    name: 'json-rules-engine',
    canExpress,
    load: (rules) => loadRules(rules, attributeOf),
  }
}

function canExpress(condition: Condition): true | string {
  switch (condition.type) {
    case 'identity':
      return condition.operator === 'matches' ? 'matches' : true
    case 'all_reports_of':
      return 'all_reports_of'
    case 'attribute':
    case 'direct_reports_of':
    case 'user':
      return condition.operator === 'not_equals' ? `not ${condition.type}` : true
  }
}

function loadRules(rules: readonly Rule[], attributeOf: (rule: Rule) => string | null): LoadedPeer {
  const engine = new Engine([], { allowUndefinedFacts: true })
  addTextOperators(engine)
  for (const rule of rules) engine.addRule(toRule(rule, attributeOf(rule)))
  return {
    prepare(person) {
      const facts = toFacts(person)
      return async () => {
        const { events } = await engine.run(facts)
        return events.map(({ type }) => type)
      }
    },
  }
}

/** Absent is null: undefined would be unequal to everything. */
function toFacts(person: Person): Record<string, FactValue | null> {
  const absent = Object.keys(kindOfKey).map((key) => [key, null] as const)
  const relations = [['person', person.id] as const, ['manager', person.managerId] as const]
  return Object.fromEntries([...absent, ...factsOf(person), ...relations])
}

function addTextOperators(engine: Engine): void {
  engine.addOperator('hasText', (value: unknown, part: string) =>
    textsOf(value).some((text) => text.includes(part)),
  )
  engine.addOperator('startsWith', (value: unknown, start: string) =>
    textsOf(value).some((text) => text.startsWith(start)),
  )
  engine.addOperator('endsWith', (value: unknown, end: string) =>
    textsOf(value).some((text) => text.endsWith(end)),
  )
  engine.addOperator(
    'hasNoText',
    (value: unknown, part: string) =>
      textsOf(value).length > 0 && textsOf(value).every((text) => !text.includes(part)),
  )
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function toRule(rule: Rule, attributeId: string | null): RuleProperties {
  const tells = {
    conditions: { all: rule.conditions.flatMap(toConditions) },
    event: { type: rule.id },
  }
  if (attributeId === null) return { ...tells, priority: 1 }
  return {
    ...tells,
    priority: 2,
    onSuccess: (_event, almanac) => almanac.addRuntimeFact(attributeId, true),
  }
}

function toConditions(condition: Condition): NestedCondition[] {
  switch (condition.type) {
    case 'identity':
      return toTests(condition)
    case 'attribute':
      return [{ fact: condition.resourceId, operator: 'equal', value: true }]
    case 'direct_reports_of':
      return [{ fact: 'manager', operator: 'equal', value: condition.resourceId }]
    case 'user':
      return [{ fact: 'person', operator: 'equal', value: condition.resourceId }]
    case 'all_reports_of':
      throw new Error('json-rules-engine knows no hierarchy')
  }
}

function toTests({ profileKey: fact, operator, value }: IdentityCondition): NestedCondition[] {
  const operand = value ?? ''
  const kind = kindOf(fact)
  const isList = kind === 'list'
  const test = (operatorName: string, compared: unknown): ConditionProperties => ({
    fact,
    operator: operatorName,
    value: compared,
  })
  const present = test('notEqual', null)
  switch (operator) {
    case 'exists':
      return [present]
    case 'not_exists':
      return [test('equal', null)]
    case 'equals':
      return [test(isList ? 'contains' : 'equal', toValue(kind, operand))]
    case 'not_equals':
      return [present, test(isList ? 'doesNotContain' : 'notEqual', toValue(kind, operand))]
    case 'in':
      return [test('in', wholeValues('in', operand))]
    case 'not_in':
      return [present, test('notIn', wholeValues('in', operand))]
    case 'contains':
      return [test('hasText', fold(operand))]
    case 'not_contains':
      return [test('hasNoText', fold(operand))]
    case 'starts_with':
      return [test('startsWith', fold(operand))]
    case 'ends_with':
      return [test('endsWith', fold(operand))]
    case 'greater_than':
      return [test('greaterThan', toValue(kind, operand))]
    case 'less_than':
      return [test('lessThan', toValue(kind, operand))]
    case 'matches':
      throw new Error('json-rules-engine has no patterns')
  }
}
