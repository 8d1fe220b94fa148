import { MusterError, type Answer } from 'muster-sdk'
import { changesBetween, Conflict } from './conflict.ts'
import { noteVersion, versionOf } from './versions.ts'

export type AnyInit = {
  params?: { path?: Record<string, string>; header?: Record<string, string> }
  of?: object
}
export type Sent = Promise<Answer<unknown>>
export type AnySend = (method: string, path: string, init: AnyInit) => Sent

type Change = { method: string; path: string; init: AnyInit; of: object }

/** Sends a write of a record with the version of it that is shown. {@link Conflict} if it has another one now. */
export async function sendIfSame(send: AnySend, { method, path, init, of }: Change): Sent {
  const { params: { path: ids = {}, header } = {} } = init
  const read = async () => {
    // A step of a record is below its path.
    const place = method === 'put' ? path : path.replace(/\}\/[^{]*$/, '}')
    const { body } = await send('get', place, { params: { path: ids } })
    if (typeof body !== 'object' || body === null) throw new Error(`${path} is of no record`)
    return body
  }
  const id = idOf(of) ?? Object.values(ids).at(-1) ?? ''
  const version = versionOf(of) ?? (await versionOfRow(id, of, read))
  try {
    const params = { ...init.params, header: { ...header, 'If-Match': version } }
    const answer = await send(method, path, { ...init, params })
    // What follows in this tab before it is read again is about its own change.
    if (idOf(answer.body) === id) noteVersion(of, answer.etag)
    return answer
  } catch (error) {
    if (!(error instanceof MusterError) || error.status !== 412) throw error
    throw new Conflict(id, { before: of, now: await read() })
  }
}

/** A row of a list has no version: that of its record, if that still says the same. */
async function versionOfRow(id: string, row: object, read: () => Promise<object>): Promise<string> {
  const now = await read()
  // A session's end moves with its use.
  const changes = changesBetween(row, now).filter(({ key }) => key !== 'expires_at')
  if (changes.length > 0) throw new Conflict(id, { before: row, now })
  return versionOf(now) ?? ''
}

function idOf(record: unknown): string | undefined {
  const isNamed = typeof record === 'object' && record !== null && 'id' in record
  return isNamed && typeof record.id === 'string' ? record.id : undefined
}
