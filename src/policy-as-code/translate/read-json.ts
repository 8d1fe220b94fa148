import { isRecord } from '../../contract/json.ts'

/** The value at a path of objects; undefined where it ends. */
function valueAt(from: unknown, ...path: readonly string[]): unknown {
  return path.reduce((value, name) => (isRecord(value) ? value[name] : undefined), from)
}

/** '' where there is no text. */
export function textAt(from: unknown, ...path: readonly string[]): string {
  const value = valueAt(from, ...path)
  return typeof value === 'string' ? value : ''
}

export function listAt(from: unknown, ...path: readonly string[]): unknown[] {
  const value = valueAt(from, ...path)
  return Array.isArray(value) ? value : []
}

/** A file that has only a part of the rules, or none of the product's. */
export class WrongFile extends Error {}

/**
 * The records of an answer of an API: a list, an object that has one under this name, several of these, or one record.
 * @throws WrongFile for an answer that goes on elsewhere
 */
export function recordsOf(text: string, name: string): unknown[] {
  const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  return [read].flat(2).flatMap((page) => {
    for (const next of ['@odata.nextLink', 'nextPageToken'])
      if (textAt(page, next) !== '')
        throw new WrongFile(`it is one page of several (${next}): put all pages into one list`)
    const list = valueAt(page, name)
    return Array.isArray(list) ? list : [page]
  })
}
