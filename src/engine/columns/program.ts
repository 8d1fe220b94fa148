import { byAdmission } from '../admission-order.ts'
import { namedBy } from '../attribute-graph.ts'
import type { Integrations } from '../compile-condition.ts'
import { attributeRulesetType, type Rule, type Ruleset } from '../model.ts'
import { attributeLevels, levelOf } from './attribute-levels.ts'
import type { ColumnKey } from './column-keys.ts'
import { PredicateTable, type Atom, type Predicate } from './predicates.ts'

/** A rule with the ruleset it belongs to. */
export interface PlacedRule {
  rule: Rule
  ruleset: Ruleset
}

/** A rule as its predicates; a rule without any matches no person. */
export interface ProgramRule extends PlacedRule {
  predicates: readonly number[]
  /** The attribute, or the resource that a condition names, that it helps to decide; -1 for any other rule. */
  attribute: number
  /** Greater than that of every attribute it names. */
  level: number
  /** An asked rule, not one that is only needed by others. */
  isAsked: boolean
}

/** An attribute that rules decide, or a resource that a condition names (`isResource`). */
export interface ProgramAttribute {
  id: string
  isResource: boolean
  /** Indices of the rules that decide it, in admission order. */
  rules: readonly number[]
}

/** Rules prepared for evaluation, for any question. All references are indices into these lists. */
export interface Program {
  /** In admission order. */
  rules: readonly ProgramRule[]
  /** Each after those that it depends on. */
  attributes: readonly ProgramAttribute[]
  columns: readonly ColumnKey[]
  atoms: readonly Atom[]
  predicates: readonly Predicate[]
}

/** The input of a program. */
export interface ProgramSource {
  asked: readonly PlacedRule[]
  /** The rules that decide attributes and resources, among them those of `asked` that do. */
  deciding: readonly PlacedRule[]
  integrations: Integrations
}

/**
 * Builds a program of the asked rules and of those that decide the attributes and resources that they name. These must not
 * form a cycle. Throws for a condition's operand that does not fit.
 */
export function makeProgram(source: ProgramSource): Program {
  const deciders = Map.groupBy(source.deciding, decidedBy)
  const levels = attributeLevels(attributesIn(source), deciders)
  const attributeIds = [...levels.keys()]
  const attributeIndex = new Map(attributeIds.map((id, index) => [id, index]))
  const table = new PredicateTable(source.integrations, attributeIndex)
  const asked = new Set(source.asked.map(({ rule }) => rule))
  const deciding = new Set(source.deciding.map(({ rule }) => rule))
  const needed = attributeIds.flatMap((id) => deciders.get(id) ?? [])
  const toRule = ({ rule, ruleset }: PlacedRule): ProgramRule => ({
    rule,
    ruleset,
    predicates: table.addAll(rule.conditions),
    attribute: (deciding.has(rule) ? attributeIndex.get(ruleset.resourceId) : undefined) ?? -1,
    level: levelOf(rule, levels),
    isAsked: asked.has(rule),
  })
  const rules = eachOnce([...source.asked, ...needed]).map(toRule)
  const { columns, atoms, predicates } = table
  return {
    rules,
    attributes: attributesOf(
      attributeIds.map((id) => ({ id, isResource: !deciders.get(id)?.some(isOfAttribute) })),
      rules,
    ),
    columns,
    atoms,
    predicates,
  }
}

function isOfAttribute({ ruleset }: PlacedRule): boolean {
  return ruleset.type === attributeRulesetType
}

function decidedBy({ ruleset }: PlacedRule): string {
  return ruleset.resourceId
}

/** The attributes and resources that asked rules name, and the attributes that they decide. */
function attributesIn({ asked, deciding }: ProgramSource): string[] {
  const askedRules = new Set(asked.map(({ rule }) => rule))
  const decided = deciding.filter((placed) => isOfAttribute(placed) && askedRules.has(placed.rule))
  return [...asked.flatMap(({ rule }) => namedBy(rule)), ...decided.map(decidedBy)]
}

function eachOnce(rules: readonly PlacedRule[]): PlacedRule[] {
  const once = new Map(rules.map((placed) => [placed.rule, placed]))
  return [...once.values()].sort((a, b) => byAdmission(a.rule, b.rule))
}

function attributesOf(
  of: readonly Omit<ProgramAttribute, 'rules'>[],
  rules: readonly ProgramRule[],
): ProgramAttribute[] {
  const decided = of.map((each) => ({ ...each, rules: new Array<number>() }))
  for (const [index, rule] of rules.entries()) decided[rule.attribute]?.rules.push(index)
  return decided
}
