import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Dialect } from './flavour.ts'
import { firstText, type LdapEntry } from './ldap-entry.ts'

/** Up to where a reading has seen the changes of a directory; the next one may begin there. */
const ChangeMark = Type.Union([
  // Active Directory counts the changes of each of its servers.
  Type.Object({
    kind: Type.Literal('usn'),
    server: Type.String(),
    usn: Type.String({ pattern: '^\\d{1,20}$' }),
  }),
  // Others give the time of each change; `directory` tells another server or other settings.
  Type.Object({
    kind: Type.Literal('time'),
    server: Type.String(),
    at: Type.String({ pattern: '^\\d{14}$', description: 'yyyymmddhhmmss, UTC' }),
  }),
])
export type ChangeMark = Static<typeof ChangeMark>

/** Null if it is not the mark of a directory. */
export function changeMarkOf(mark: unknown): ChangeMark | null {
  return Value.Check(ChangeMark, mark) ? mark : null
}

/** A change may be seen so much later than its time says: clocks differ, and replicas follow. */
const overlapMilliseconds = 10 * 60_000

/** The entries of a filter that have changed since; null if the mark says nothing about this server. */
export function changedSince(
  { changedBy }: Dialect,
  { mark, server }: { mark: ChangeMark; server: string },
): string | null {
  if (mark.server !== server) return null
  if (mark.kind === 'usn')
    return changedBy === 'uSNChanged' ? `(uSNChanged>=${BigInt(mark.usn) + 1n})` : null
  const since = timeText(new Date(timeOf(mark.at).getTime() - overlapMilliseconds))
  if (changedBy === 'entryCSN') return `(entryCSN>=${since}.000000Z#000000#000#000000)`
  return changedBy === 'modifyTimestamp' ? `(modifyTimestamp>=${since}Z)` : null
}

/** Finds the mark of a reading from the entries that it meets. */
export class MarkKeeper {
  readonly #dialect: Dialect
  readonly #server: string
  readonly #usn: string | undefined
  #latest = ''

  /** The root entry as it is before the reading, so that no later change is passed over. */
  constructor(dialect: Dialect, { root, server }: { root: LdapEntry; server: string }) {
    this.#dialect = dialect
    this.#server = server
    this.#usn = firstText(root, ['highestCommittedUSN'])
  }

  note(entry: LdapEntry): void {
    if (this.#dialect.changedBy === 'uSNChanged') return
    const [, at = ''] = /^(\d{14})/.exec(firstText(entry, [this.#dialect.changedBy]) ?? '') ?? []
    if (at > this.#latest) this.#latest = at
  }

  /** Null if the entries don't say when they changed. */
  mark(before: ChangeMark | null): ChangeMark | null {
    const server = this.#server
    if (this.#dialect.changedBy === 'uSNChanged')
      return this.#usn === undefined ? null : { kind: 'usn', server, usn: this.#usn }
    if (before?.kind === 'time' && before.server === server && before.at > this.#latest)
      return before
    return this.#latest === '' ? null : { kind: 'time', server, at: this.#latest }
  }
}

function timeOf(text: string): Date {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

function timeText(at: Date): string {
  return at.toISOString().replaceAll(/\D/g, '').slice(0, 14)
}
