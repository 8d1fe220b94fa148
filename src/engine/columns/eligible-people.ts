import type { Instant } from '../model.ts'
import { clearBit, hasBit, setBit, wordsFor, type Bitmap } from './bitmap.ts'
import { codeOfState, nobody, type PeopleFacts } from './people-facts.ts'

/**
 * The people who are active or expiring at `now`, with the same for the parent of a secondary user: `isEligible`
 * for everybody.
 */
export function eligiblePeople(facts: PeopleFacts, now: Instant): Bitmap {
  const present = presentPeople(facts, now)
  const eligible = present.slice()
  const { parents, size } = facts
  for (let person = 0; person < size; person++) {
    const parent = parents[person] ?? nobody
    if (parent !== nobody && !hasBit(present, parent)) clearBit(eligible, person)
  }
  return eligible
}

function presentPeople({ alive, baseStates, expiresAt, size }: PeopleFacts, now: Instant): Bitmap {
  const active = codeOfState('active')
  const present = new Uint32Array(wordsFor(size))
  for (let person = 0; person < size; person++) {
    const isActive = baseStates[person] === active && (expiresAt[person] ?? 0) > now
    if (isActive && hasBit(alive, person)) setBit(present, person)
  }
  return present
}
