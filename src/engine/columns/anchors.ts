import { itemAt } from './item-at.ts'
import type { Atom, ValueAtom } from './predicates.ts'
import type { Program } from './program.ts'

type RuleList = readonly number[]

/**
 * Each rule under the one predicate that a person must meet before the rule is worth a look: that which the
 * fewest people are likely to meet.
 */
export interface Anchors {
  byUser: ReadonlyMap<string, RuleList>
  byManager: ReadonlyMap<string, RuleList>
  byManagerAbove: ReadonlyMap<string, RuleList>
  byAttribute: ReadonlyMap<number, RuleList>
  byColumn: readonly ColumnAnchors[]
  /** Rules with only negative conditions about the person. */
  always: RuleList
}

/** The rules anchored at values of one column. */
export interface ColumnAnchors {
  byValue: ReadonlyMap<string, RuleList>
  patterns: readonly { atom: ValueAtom; rules: RuleList }[]
  ifPresent: RuleList
  ifAbsent: RuleList
}

/** Anchors the rules of a program, without those that no person can meet. */
export function anchorRules(program: Program): Anchors {
  const drafts = new AnchorDrafts(program)
  for (const [rule, { predicates }] of program.rules.entries()) drafts.add(rule, predicates)
  return drafts
}

/** The lower, the fewer people are likely to meet it. */
const ranks: Record<Atom['kind'], number> = {
  never: 0,
  user: 1,
  direct_reports_of: 2,
  value: 3,
  all_reports_of: 4,
  attribute: 5,
  presence: 8,
  only_deactivated: 8,
  away: 8,
}
const patternRank = 6
const negativeRank = { presence: 7, value: 9, membership: 10 }

class AnchorDrafts implements Anchors {
  readonly byUser = new Map<string, number[]>()
  readonly byManager = new Map<string, number[]>()
  readonly byManagerAbove = new Map<string, number[]>()
  readonly byAttribute = new Map<number, number[]>()
  readonly byColumn: {
    byValue: Map<string, number[]>
    patterns: { atom: ValueAtom; rules: number[] }[]
    ifPresent: number[]
    ifAbsent: number[]
  }[]
  readonly always: number[] = []
  readonly #program: Program
  readonly #uses: Uint32Array

  constructor(program: Program) {
    this.#program = program
    this.#uses = new Uint32Array(program.predicates.length)
    this.byColumn = program.columns.map(() => ({
      byValue: new Map(),
      patterns: [],
      ifPresent: [],
      ifAbsent: [],
    }))
    for (const { predicates } of program.rules) {
      for (const index of predicates) this.#uses[index] = (this.#uses[index] ?? 0) + 1
    }
  }

  add(rule: number, predicates: readonly number[]): void {
    const [anchor] = [...predicates].sort((a, b) => this.#compare(a, b))
    if (anchor === undefined) return
    const { atom: at, isNegative, orAbsent } = itemAt(this.#program.predicates, anchor)
    const atom = itemAt(this.#program.atoms, at)
    if (isNegative) this.#addNegative(rule, atom, orAbsent)
    else this.#addPositive(rule, atom)
  }

  /** An atom that fewer rules use is likely to match fewer people. */
  #compare(a: number, b: number): number {
    return this.#rank(a) - this.#rank(b) || (this.#uses[a] ?? 0) - (this.#uses[b] ?? 0)
  }

  #rank(predicate: number): number {
    const { atom: at, isNegative } = itemAt(this.#program.predicates, predicate)
    const atom = itemAt(this.#program.atoms, at)
    if (atom.kind === 'never') return ranks.never
    if (!isNegative) {
      return atom.kind === 'value' && atom.whole === null ? patternRank : ranks[atom.kind]
    }
    return atom.kind === 'presence' || atom.kind === 'value'
      ? negativeRank[atom.kind]
      : negativeRank.membership
  }

  #addPositive(rule: number, atom: Atom): void {
    switch (atom.kind) {
      case 'never':
        return
      case 'only_deactivated':
      case 'away':
        return void this.always.push(rule)
      case 'user':
        return push(this.byUser, atom.id, rule)
      case 'direct_reports_of':
        return push(this.byManager, atom.id, rule)
      case 'all_reports_of':
        return push(this.byManagerAbove, atom.id, rule)
      case 'attribute':
        return push(this.byAttribute, atom.attribute, rule)
      case 'presence':
        return void itemAt(this.byColumn, atom.column).ifPresent.push(rule)
      case 'value':
        return this.#addValue(rule, atom)
    }
  }

  #addValue(rule: number, atom: ValueAtom): void {
    const { byValue, patterns } = itemAt(this.byColumn, atom.column)
    if (atom.whole !== null) {
      for (const value of atom.whole) push(byValue, value, rule)
      return
    }
    const known = patterns.find((pattern) => pattern.atom === atom)
    if (known === undefined) patterns.push({ atom, rules: [rule] })
    else known.rules.push(rule)
  }

  #addNegative(rule: number, atom: Atom, orAbsent: boolean): void {
    if (orAbsent && atom.kind === 'value') itemAt(this.byColumn, atom.column).ifAbsent.push(rule)
    if (atom.kind === 'presence') itemAt(this.byColumn, atom.column).ifAbsent.push(rule)
    else if (atom.kind === 'value') itemAt(this.byColumn, atom.column).ifPresent.push(rule)
    else if (atom.kind !== 'never') this.always.push(rule)
  }
}

function push<K>(map: Map<K, number[]>, key: K, rule: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [rule])
  else list.push(rule)
}
