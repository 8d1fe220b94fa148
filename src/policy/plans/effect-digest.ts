import { hash } from 'node:crypto'
import { inSlices } from '../../http/lists/in-slices.ts'
import type { EffectRow, StayAccess } from './effect.ts'

/**
 * The sum of the SHA-256 of each row, modulo 2^256: independent of the order of rows, without keeping any of them.
 * It is the same for the same effect at another time: rulesets that only the plan creates count by `keys` (uuid →
 * their stable name in every run) instead of their fresh ids, and ends that follow from the time of applying count
 * by their distance from it. A sum is easier to collide with than one hash of all rows if an attacker can choose a
 * great many rows freely; here the rows follow from the organisation's people, and the person who applies the plan
 * sees them. `besides`, in order, is what has to be the same although it moves no one now.
 */
export async function digestOf(
  rows: Iterable<EffectRow>,
  keys: ReadonlyMap<string, string>,
  besides: readonly string[] = [],
): Promise<Buffer> {
  let sum = 0n
  for await (const row of inSlices(rows)) sum += BigInt(`0x${hash('sha256', lineOf(row, keys))}`)
  const ofRows = BigInt.asUintN(256, sum).toString(16).padStart(64, '0')
  // In one hash, because those who draft rules choose freely what they say.
  return besides.length === 0
    ? Buffer.from(ofRows, 'hex')
    : hash('sha256', JSON.stringify([ofRows, ...besides]), 'buffer')
}

function lineOf(row: EffectRow, keys: ReadonlyMap<string, string>): string {
  const { rulesetId, personId, kinds, before, after, endsAfter } = row
  return JSON.stringify([
    keys.get(rulesetId) ?? rulesetId,
    personId,
    kinds,
    shown(before, before?.expiresAt ?? ''),
    shown(after, endsAfter === null ? (after?.expiresAt ?? '') : `+${endsAfter}`),
  ])
}

function shown(access: StayAccess | null, end: string | number): unknown {
  return access === null ? null : [access.role, access.state, end]
}
