import type { PeopleColumns } from '../../engine/columns/people-columns.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import type { AttributeFacts } from '../model/load-policy.ts'
import { isSameOrg, type ManifestChanges } from './manifest-changes.ts'

export type StoredOrg = { id: string; org: Readonly<Record<string, string>> }

type DeciderOfOrg = { rank: number; attribute: AttributeFacts }

/** Finds what org shows of everybody: for each dimension, the attribute of the first rule that they qualify for. */
export class OrgFinder {
  readonly #size: number
  /** Rule → its place in the order of admission, from 1, and its attribute; only of attributes that org may show. */
  readonly #deciders: ReadonlyMap<string, DeciderOfOrg>
  readonly #byRank: readonly (DeciderOfOrg | undefined)[]
  /** Dimension → by person the lowest rank of the rules that they qualify for; 0 is none. */
  readonly #firstOf = new Map<string, Uint32Array>()

  constructor({ compiled, attributes }: LoadedPolicy, size: number) {
    this.#size = size
    const ranked = compiled.rulesInForce.map(({ rule, ruleset }, at) => {
      const attribute = attributes.get(ruleset.resourceId)
      return attribute?.isActive === true ? { ruleId: rule.id, rank: at + 1, attribute } : undefined
    })
    this.#byRank = [undefined, ...ranked]
    this.#deciders = new Map(
      ranked.flatMap((each) => (each === undefined ? [] : [[each.ruleId, each]])),
    )
  }

  /** Notes who qualifies for a rule. */
  note(ruleId: string, people: Uint32Array): void {
    const decider = this.#deciders.get(ruleId)
    if (decider === undefined) return
    const { rank, attribute } = decider
    const first = this.#firstOf.get(attribute.dimensionHandle) ?? new Uint32Array(this.#size)
    this.#firstOf.set(attribute.dimensionHandle, first)
    for (const person of people) {
      const known = first[person] ?? 0
      if (known === 0 || rank < known) first[person] = rank
    }
  }

  /** Whose org is another one than what is stored. */
  changesOf(stored: readonly StoredOrg[], columns: PeopleColumns): ManifestChanges['orgs'] {
    return stored.flatMap(({ id, org }) => {
      const found = this.#orgAt(columns.indexOf(id))
      return isSameOrg(found, org) ? [] : [{ personId: id, org: found }]
    })
  }

  #orgAt(person: number): Record<string, string> {
    const org: Record<string, string> = {}
    for (const [dimension, first] of this.#firstOf) {
      const decider = this.#byRank[first[person] ?? 0]
      if (decider !== undefined) org[dimension] = decider.attribute.name
    }
    return org
  }
}
