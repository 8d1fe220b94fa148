import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'

/** What to do about a row that was refused. */
export type Remedy = {
  /** In words that fit the console, the API and the command line. */
  text: string
  /** The part of the mapping where it is done, or may be; null where the mapping can't help. */
  mappingPath: string | null
}

const Remedies = Type.Array(
  Type.Object({
    reason: Type.String({ minLength: 1 }),
    remedy: Type.String({ minLength: 1, maxLength: 500 }),
    mapping: Type.Optional(Type.String()),
  }),
)

let known: readonly { pattern: RegExp; remedy: Remedy }[] | undefined

/** Those of `remedies.yaml`, in their order. */
function remedies(): readonly { pattern: RegExp; remedy: Remedy }[] {
  if (known !== undefined) return known
  const text = readFileSync(new URL('remedies.yaml', import.meta.url), 'utf8')
  known = Value.Parse(Remedies, parse(text)).map(({ reason, remedy, mapping }) => ({
    pattern: new RegExp(reason),
    remedy: { text: remedy, mappingPath: mapping ?? null },
  }))
  return known
}

/** Reasons for refusal that call for the same, most frequent first. */
export type Refusals = {
  remedy: Remedy
  rows: number
  reasons: CountedReason[]
}

/** Why rows were not taken, as it was said of the first of them. */
export type CountedReason = { reason: string; rows: number; line: number | null }

/** How many rows were refused, by the kind of reason, which quotes no value. */
export type RefusedKinds = Readonly<Record<string, number>>

export type RefusalCounter = {
  /** @returns whether it is the first of its kind */
  add: (reason: string, line: number | null) => boolean
  /** At most `most` kinds of reasons. */
  list: (most: number) => Refusals[]
  /** The same without what to do. */
  reasons: (most: number) => CountedReason[]
  /** The same without values and lines. */
  kinds: (most: number) => RefusedKinds
  /** Counts what was counted elsewhere in place of what was added of these kinds. */
  recount: (kinds: RefusedKinds) => void
  /** @returns a function that takes back everything added since */
  mark: () => () => void
}

const mostKinds = 100
/** Kinds of reasons that are counted of a run. */
export const mostReasons = 20

/** Counts reasons; those that differ only in the value at fault are one. */
export function countRefusals(): RefusalCounter {
  let kinds = new Map<string, CountedReason>()
  const first = (most: number) =>
    [...kinds].toSorted(([, one], [, other]) => other.rows - one.rows).slice(0, most)
  const firstReasons = (most: number) => first(most).map(([, reason]) => reason)
  return {
    add(reason, line) {
      const kind = kindOf(reason)
      const known = kinds.get(kind)
      if (known !== undefined) known.rows += 1
      const isFirst = known === undefined && kinds.size < mostKinds
      if (isFirst) kinds.set(kind, { reason, rows: 1, line })
      return isFirst
    },
    list(most) {
      const grouped = Map.groupBy(firstReasons(most), ({ reason }) => remedyOf(reason))
      return [...grouped].map(([remedy, own]) => ({
        remedy,
        rows: own.reduce((sum, { rows }) => sum + rows, 0),
        reasons: own,
      }))
    },
    reasons: firstReasons,
    kinds: (most) => Object.fromEntries(first(most).map(([kind, { rows }]) => [kind, rows])),
    recount(counted) {
      for (const [kind, rows] of Object.entries(counted))
        kinds.set(kind, { ...(kinds.get(kind) ?? { reason: kind, line: null }), rows })
    },
    mark() {
      const before = structuredClone(kinds)
      return () => (kinds = structuredClone(before))
    },
  }
}

function kindOf(reason: string): string {
  return withoutValues(reason)
    .replaceAll(/\d+/g, '')
    .slice(0, 300)
    .replace(/[:\s]+$/, '')
}

/** Values at fault are quoted as JSON, and may be cut off. */
function withoutValues(reason: string): string {
  return reason.replaceAll(/"(?:[^"\\]|\\.)*"?/g, '')
}

const usual: Remedy = { text: 'correct the row in the source', mappingPath: null }

/** What to do about a row that was refused for the reason: the same object for the same remedy. */
export function remedyOf(reason: string): Remedy {
  return remedies().find(({ pattern }) => pattern.test(reason))?.remedy ?? usual
}

const fields = [
  'vendor_id',
  'parent_vendor_id',
  'handle',
  'email',
  'first_name',
  'last_name',
  'full_name',
  'name',
  'created_at',
  'state',
  'profile',
  'role',
]
const fieldInReason = new RegExp(
  `(?:^|: |; )(?:no )?(${fields.join('|')})(?= (?:is|has|was)\\b| \\(|:|;|$)`,
)

/** The field that a reason is about, as the mapping calls it; of several the first. Null if it is about the row. */
export function fieldOf(reason: string): string | null {
  if (reason.startsWith('the last day ')) return 'ended_at'
  return fieldInReason.exec(withoutValues(reason))?.[1] ?? null
}
