import { idPrefixes } from '../../contract/ids.ts'
import type { NotReverted } from '../plans/not-reverted.ts'
import type { Written } from './written.ts'

/** The operations that undo what a plan did to one record, together or not at all. */
export type Step = {
  about: Omit<NotReverted, 'reason'>
  operations: readonly object[]
  /** What is done in its place where it is refused. */
  otherwise?: readonly Step[]
}

/** Steps in their order, and what is left. */
export type Undoing = { steps: Step[]; left: NotReverted[] }

/** `rulesetId`: the ruleset that it is in, if it is in one. */
export function aboutOf(
  { kind, id, event }: Written,
  rulesetId: string | null = null,
): Omit<NotReverted, 'reason'> {
  return { event, type: idPrefixes[kind], id, rulesetId }
}

/** Why a record is left: which of what the plan wrote was changed since, in words. */
export function changedSince(keys: readonly string[]): string {
  const words = keys.map((key) => key.replaceAll('_', ' '))
  return `Its ${new Intl.ListFormat('en-GB').format(words)} ${words.length === 1 ? 'was' : 'were'} changed since.`
}

/** Of these keys, those that were changed since. */
export function changedOf({ since }: Written, keys: Iterable<string>): string[] {
  return [...keys].filter((key) => since.has(key))
}

/** The former values of keys that nobody changed since, under the names of an operation. */
export function formerValues(
  record: Written,
  names: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    [...record.changes].flatMap(([key, { old }]) => {
      const name = names[key]
      return name === undefined || record.since.has(key) ? [] : [[name, old]]
    }),
  )
}

/** Each key by its own name. */
export function namesOf(keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, key]))
}
