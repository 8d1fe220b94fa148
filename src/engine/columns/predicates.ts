import type { Integrations } from '../compile-condition.ts'
import type { Condition, IdentityCondition, MembershipCondition } from '../model.ts'
import type { ComparedText } from '../fold.ts'
import { compileTest, foundValue, isNegative, positiveOf, wholeValues } from '../operators.ts'
import { columnName, type ColumnKey } from './column-keys.ts'

/** A positive test of a person; `never` matches no person. */
export type Atom =
  | { kind: 'never' }
  | ValueAtom
  | { kind: 'presence'; column: number }
  | { kind: 'user' | 'direct_reports_of' | 'all_reports_of'; id: string }
  /** Also of a resource. */
  | { kind: 'attribute'; attribute: number }
  /** Expired, deactivated or deleted. */
  | { kind: 'away' }
  /** All accounts that the person has there, if any, are deactivated. */
  | { kind: 'only_deactivated'; integrationId: string }

/** Some value of a column meets a test. */
export interface ValueAtom {
  kind: 'value'
  column: number
  /** The folded values that meet it; null where each value must be tried. */
  whole: readonly string[] | null
  holds: (value: ComparedText) => boolean
}

/**
 * An atom or its negation: no value matches though there are some, no value exists though there is an identity, the
 * person is not a member. The atom `never` makes both false.
 */
export interface Predicate {
  atom: number
  isNegative: boolean
  /** Of a value: no value matches, though perhaps none exists; there is an identity. */
  orAbsent: boolean
}

/** The distinct atoms and predicates that conditions come down to. Throws where an operand does not fit. */
export class PredicateTable {
  readonly columns: ColumnKey[] = []
  readonly atoms: Atom[] = []
  readonly predicates: Predicate[] = []
  readonly #integrations: Integrations
  readonly #attributeIndex: ReadonlyMap<string, number>
  readonly #known = new Map<string, number>()

  /** `attributeIndex` has the attributes and resources that rules decide; any other is unknown. */
  constructor(integrations: Integrations, attributeIndex: ReadonlyMap<string, number> = new Map()) {
    this.#integrations = integrations
    this.#attributeIndex = attributeIndex
  }

  /** The predicates that must all hold, each once. */
  addAll(conditions: readonly Condition[]): number[] {
    return [...new Set(conditions.flatMap((condition) => this.#add(condition)))]
  }

  #add(condition: Condition): number[] {
    const negative = condition.operator !== null && isNegative(condition.operator)
    const atom =
      condition.type === 'identity' ? this.#identity(condition) : this.#membership(condition)
    const integrationId = this.#integrations.integrationOfAttribute?.[condition.resourceId ?? '']
    const isDenied = condition.type === 'attribute' && negative && integrationId !== undefined
    const orAbsent = condition.type === 'identity' && condition.orAbsent === true
    const rests = condition.type === 'user' && !negative
    return [
      this.#predicate(atom, negative, orAbsent),
      ...(rests ? [this.#predicate(this.#away(), true)] : []),
      ...(isDenied ? [this.#predicate(this.#onlyDeactivated(integrationId), true)] : []),
    ]
  }

  #predicate(atom: number, negative: boolean, orAbsent = false): number {
    const name = `${negative ? 'not' : 'is'} ${atom}${orAbsent ? ' or absent' : ''}`
    return this.#once(name, () => {
      return this.predicates.push({ atom, isNegative: negative, orAbsent }) - 1
    })
  }

  #onlyDeactivated(integrationId: string): number {
    const kind = 'only_deactivated'
    return this.#atom(`${kind} ${integrationId}`, () => ({ kind, integrationId }))
  }

  #membership({ type, resourceId: id }: MembershipCondition): number {
    if (type !== 'attribute' && type !== 'entitled_to')
      return this.#atom(`${type} ${id}`, () => ({ kind: type, id }))
    const attribute = this.#attributeIndex.get(id)
    if (attribute === undefined) return this.#never()
    return this.#atom(`attribute ${id}`, () => ({ kind: 'attribute', attribute }))
  }

  #identity({ resourceId, profileKey, operator, value }: IdentityCondition): number {
    const positive = positiveOf(operator)
    const test = compileTest(positive, value)
    const { primaryIntegrationId } = this.#integrations
    const integrationId = resourceId ?? primaryIntegrationId
    if (integrationId === null) return this.#never()
    const column = this.#column({
      integrationId,
      profileKey,
      isPrimary: integrationId === primaryIntegrationId,
    })
    if (positive === 'exists' || value === null) {
      return this.#atom(`presence ${column}`, () => ({ kind: 'presence', column }))
    }
    if (positive !== 'equals' && positive !== 'in') {
      const name = `value ${column} ${positive} ${value}`
      const holds = (each: ComparedText) => test(foundValue(each))
      return this.#atom(name, () => ({ kind: 'value', column, whole: null, holds }))
    }
    const whole = [...new Set(wholeValues(positive, value))].sort()
    const holds = ({ folded }: ComparedText) => whole.includes(folded)
    const name = `value ${column} in ${JSON.stringify(whole)}`
    return this.#atom(name, () => ({ kind: 'value', column, whole, holds }))
  }

  #away(): number {
    return this.#atom('away', () => ({ kind: 'away' }))
  }

  #never(): number {
    return this.#atom('never', () => ({ kind: 'never' }))
  }

  #atom(name: string, make: () => Atom): number {
    return this.#once(`atom ${name}`, () => this.atoms.push(make()) - 1)
  }

  #column(key: ColumnKey): number {
    return this.#once(`column ${columnName(key)}`, () => this.columns.push(key) - 1)
  }

  #once(name: string, make: () => number): number {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const index = make()
    this.#known.set(name, index)
    return index
  }
}
