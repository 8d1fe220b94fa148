import { createHash } from 'node:crypto'
import type { EffectRow, Held } from './effect.ts'

/**
 * SHA-256 of an effect, the same for the same effect at another time: rows in a fixed order, rulesets that only the plan
 * makes by `keys` (uuid → what names them in every run) instead of their fresh ids, and ends that merely follow from
 * the time of applying by their distance from it.
 */
export function digestOf(rows: readonly EffectRow[], keys: ReadonlyMap<string, string>): Buffer {
  const hash = createHash('sha256')
  const lines = rows.map((row) => {
    const { rulesetId, personId, before, after, endsAfter } = row
    const ends = endsAfter === null ? '' : `+${endsAfter}`
    return JSON.stringify([
      keys.get(rulesetId) ?? rulesetId,
      personId,
      shown(before, before?.expiresAt ?? ''),
      shown(after, ends === '' ? (after?.expiresAt ?? '') : ends),
    ])
  })
  for (const line of lines.sort()) hash.update(`${line}\n`)
  return hash.digest()
}

function shown(held: Held | null, end: string | number): unknown {
  return held === null ? null : [held.role, held.state, end]
}
