import { isObject, type JsonValue } from '../../contract/json.ts'
import type { SyncMark } from '../pull/connector.ts'
import { byUrl, pages, rowsIn } from '../rest/pages.ts'
import type { RestSession } from '../rest/rest-session.ts'
import { textOf } from '../rest/text-of.ts'

export const nextPage = byUrl('@odata.nextLink')

/** Where the changes of people and of groups go on. */
type Places = { users: string; groups: string }

export const isPlace = (since: SyncMark, place: keyof Places) => textOf(since, place) !== undefined

/** What has changed at Microsoft Graph, by its delta queries. */
export class Changes {
  readonly next: Partial<Places> = {}
  /** Microsoft keeps a place for some days. Without it everything is read next. */
  isLost = false
  readonly #session: RestSession

  constructor(session: RestSession) {
    this.#session = session
  }

  /** From now on, before anything is read. */
  async begin(place: keyof Places, fields: string): Promise<void> {
    if (this.next[place] !== undefined) return
    const path = `v1.0/${place}/delta?$select=${fields}&$deltatoken=latest`
    for await (const _change of this.#read(place, path));
  }

  /** The ids of what has changed since, each with whether it was deleted. */
  from(place: keyof Places, since: SyncMark): AsyncIterable<Change> {
    return this.#read(place, textOf(since, place) ?? '')
  }

  async *#read(place: keyof Places, from: string): AsyncGenerator<Change> {
    const read = pages(this.#session, from, { accept: [400, 404, 410], next: nextPage })
    for await (const { status, body } of read) {
      if (status !== 200) {
        requireLostPlace(this.#session, { status, body })
        this.isLost = true
        return
      }
      for (const row of rowsIn(body, from, ['value'])) {
        const id = textOf(row, 'id')
        if (id !== undefined) yield { id, isDeleted: isObject(row['@removed']) }
      }
      const to = textOf(body, '@odata.deltaLink')
      if (to !== undefined) this.next[place] = to
    }
  }
}

type Change = { id: string; isDeleted: boolean }

/** After some days without a reading, changes can't be told any more. @throws ImportRefused for anything else */
function requireLostPlace(
  session: RestSession,
  { status, body }: { status: number; body: JsonValue },
): void {
  const code = textOf(isObject(body) ? body['error'] : undefined, 'code') ?? ''
  if (status === 410 || /^(syncStateNotFound|resyncRequired|syncStateInvalid)$/i.test(code)) return
  throw session.refuse(
    `Microsoft Graph does not tell what has changed (${status} ${session.quote(code)}). Sync everything; if it stays so, see what Microsoft says about it.`,
  )
}
