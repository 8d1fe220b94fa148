import { fold } from '../../src/engine/fold.ts'
import { kindOfKey, type KeyKind } from '../world/policy-world.ts'

const kinds = new Map<string, KeyKind>(Object.entries(kindOfKey))

export function kindOf(key: string): KeyKind {
  return kinds.get(key) ?? 'text'
}

/** A text as a key of that kind holds and compares it: folded, a number, or a date in milliseconds. */
export function toValue(kind: KeyKind, text: string): string | number {
  if (kind === 'number') return Number(text)
  return kind === 'date' ? Date.parse(text) : fold(text)
}
