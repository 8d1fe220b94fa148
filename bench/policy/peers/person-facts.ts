import { fold } from '../../../src/engine/fold.ts'
import type { Person } from '../../../src/engine/model.ts'
import { readProfile } from '../../../src/engine/profile-value.ts'
import { kindOfKey } from '../../world/policy-world.ts'
import { toValue } from '../key-kinds.ts'

export type FactValue = string | number | string[]

/** What a profile holds under each key that it has, folded; dates in milliseconds. */
export function factsOf(person: Person): Map<string, FactValue> {
  const facts = new Map<string, FactValue>()
  for (const [key, kind] of Object.entries(kindOfKey)) {
    const values = readProfile(person.identities[0]?.profile ?? {}, key).map(fold)
    const [first] = values
    if (first !== undefined) facts.set(key, kind === 'list' ? values : toValue(kind, first))
  }
  return facts
}
