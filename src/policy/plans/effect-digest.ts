import { hash } from 'node:crypto'
import { unhurried } from '../../http/unhurried.ts'
import type { EffectRow, StayAccess } from './effect.ts'

/**
 * Sum of the SHA-256 of each row, modulo 2^256: the same for the same rows in any order, with none of them kept. The same
 * for the same effect at another time: rulesets that only the plan makes count by `keys` (uuid → what names them in every
 * run) instead of their fresh ids, and ends that merely follow from the time of applying by their distance from it.
 * A sum is easier to collide with than one hash of all rows, for whoever can choose a great many rows freely; what a plan
 * moves is chosen by the organisation's people, and who applies it sees the rows.
 */
export async function digestOf(
  rows: Iterable<EffectRow>,
  keys: ReadonlyMap<string, string>,
): Promise<Buffer> {
  let sum = 0n
  for await (const row of unhurried(rows)) sum += BigInt(`0x${hash('sha256', lineOf(row, keys))}`)
  return Buffer.from(BigInt.asUintN(256, sum).toString(16).padStart(64, '0'), 'hex')
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
