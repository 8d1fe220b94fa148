import { isObject, type JsonObject } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { RestSession } from './rest-session.ts'
import { textOf } from './text-of.ts'

/** A single record, which has this key; null only if the source says that there is none. @throws ImportRefused */
export async function findRecord(
  session: RestSession,
  path: string,
  key: string,
): Promise<JsonObject | null> {
  const { status, body } = await session.ask(path, { accept: [404, 410] })
  if (status === 404 || status === 410) return null
  if (isObject(body) && textOf(body, key) !== undefined) return body
  throw new ImportRefused(
    `The source answered ${clip(path)} with something else than a record. Is the \`url\` the one of its API?`,
  )
}
