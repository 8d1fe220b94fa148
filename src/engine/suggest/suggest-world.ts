import { wordsFor, setBit, type Bitmap } from '../columns/bitmap.ts'
import type { ColumnKey } from '../columns/column-keys.ts'
import { eligiblePeople } from '../columns/eligible-people.ts'
import type { PeopleColumns } from '../columns/people-columns.ts'
import { programOfRule } from '../columns/column-policy.ts'
import { copyOf, type PersonSet } from '../columns/person-set.ts'
import { visitRulePeople } from '../columns/rule-people.ts'
import type { Instant, Policy } from '../model.ts'
import { hashOf, isHeldOut } from './split.ts'

type Decided = { id: string; holders: PersonSet }

/** Everybody, as rules are suggested from: what policy may read of them, and which attributes they hold. */
export type SuggestWorld = {
  people: PeopleColumns
  /** Who may be in a manifest now. */
  eligible: Bitmap
  /** The keys that rules may be suggested on. */
  keys: readonly ColumnKey[]
  attributes: readonly Decided[]
  /** Vendors' resources, with the people who are entitled to them. */
  resources: readonly Decided[]
  hashes: Uint32Array
  heldOut: Bitmap
}

/** What rules are suggested on. The policy has one draft, in the ruleset of that id, which names all keys and attributes. */
export type SuggestSource = { policy: Policy; rulesetId: string; keys: readonly ColumnKey[] }

/** `people`: everybody, with all that the policy of the source reads. */
export function suggestWorld(
  { policy, rulesetId, keys }: SuggestSource,
  people: PeopleColumns,
  now: Instant,
): SuggestWorld {
  const attributes: Decided[] = []
  const resources: Decided[] = []
  const ruleset = policy.rulesets.find(({ id }) => id === rulesetId)
  const rule = policy.rules.find((each) => each.rulesetId === rulesetId)
  if (rule !== undefined && ruleset !== undefined)
    visitRulePeople(
      programOfRule(policy, { rule, ruleset }, 'in_force'),
      { facts: people, now },
      'many_rules',
      {
        onAttribute: ({ id }, holders) => attributes.push({ id, holders: copyOf(holders) }),
        onResource: ({ id }, holders) => resources.push({ id, holders: copyOf(holders) }),
      },
    )
  const { size } = people
  const hashes = Uint32Array.from({ length: size }, (_, at) => hashOf(people.idAt(at)))
  const heldOut = new Uint32Array(wordsFor(size))
  for (const [at, hash] of hashes.entries()) if (isHeldOut(hash)) setBit(heldOut, at)
  const eligible = eligiblePeople(people, now)
  return { people, eligible, keys, attributes, resources, hashes, heldOut }
}
