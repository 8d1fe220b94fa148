import { MusterError } from 'muster-sdk'
import { noteVersion, versionOf } from './versions.ts'

const accepted = new WeakMap<object, object>()

/** A write of what has changed since it was shown. Nothing was written. */
export class Conflict extends MusterError {
  readonly record: string
  /** As it was shown. */
  readonly before: object
  readonly now: object

  /** `record` is its id. */
  constructor(record: string, { before, now }: { before: object; now: object }) {
    super('This has changed since it was shown here. Nothing was changed.', { status: 412 })
    this.record = record
    this.before = before
    this.now = now
  }

  /** Says that the viewer has seen what changed: the next write of `before` replaces it. */
  accept(): void {
    noteVersion(this.before, versionOf(this.now))
    accepted.set(this.before, this.now)
  }
}

/** A record as it was read, or as it was when its viewer accepted what others had changed. */
export function latestOf<Shown extends object>(shown: Shown): Shown {
  const now = accepted.get(shown)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are the answer of one read
  return now === undefined ? shown : (now as Shown)
}

type Change = { key: string; old: unknown; new: unknown }

/** What differs between two states of a record, as far as both say it. Counts and names of actions are no part of it. */
export function changesBetween(before: object, now: object): Change[] {
  const is = valuesOf(now)
  return [...valuesOf(before)].flatMap(([key, old]) =>
    !is.has(key) || JSON.stringify(old) === JSON.stringify(is.get(key))
      ? []
      : [{ key, old, new: is.get(key) }],
  )
}

const aside = new Set(['abilities', 'count', 'findings', 'included', 'links', 'timestamp'])

function valuesOf(record: object): Map<string, unknown> {
  const { included = {}, timestamp = {} } = { ...record } satisfies Record<string, unknown>
  return new Map([
    ...Object.entries(record).filter(([key]) => !aside.has(key)),
    ...Object.entries(included).map(([key, value]) => [key, namesOf(value)] as const),
    ...Object.entries(timestamp).filter(([key]) => key === 'expires_at' || key === 'activates_at'),
  ])
}

/** What is included, by name. */
function namesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(namesOf)
  if (typeof value !== 'object' || value === null) return value
  const named = Object.entries(value).find(([key]) => /^(description|full_name|name)$/.test(key))
  return named?.[1] ?? ('id' in value ? value.id : value)
}
