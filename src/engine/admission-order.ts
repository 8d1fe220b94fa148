import type { Rule } from './model.ts'

/**
 * Compares two rules by (priority, activated_at, id): the first rule that admits a person is the one that
 * holds them. A rule that was never activated comes after those of its priority that were.
 */
export function byAdmission(a: Rule, b: Rule): number {
  return (
    compare(a.priority, b.priority) ||
    compare(a.activatedAt ?? Infinity, b.activatedAt ?? Infinity) ||
    compare(a.id, b.id)
  )
}

/** By code unit, not by language, so that every machine and the database agree. */
function compare<T extends string | number>(a: T, b: T): number {
  return Number(a > b) - Number(a < b)
}
