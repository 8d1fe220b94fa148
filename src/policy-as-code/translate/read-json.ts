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

/** The records of an answer of an API: a list, an object that has one under this name, or one record. */
export function recordsOf(text: string, name: string): Record<string, unknown>[] {
  const read: unknown = JSON.parse(text)
  const list = Array.isArray(read)
    ? read
    : Array.isArray(valueAt(read, name))
      ? listAt(read, name)
      : [read]
  return list.filter(isRecord)
}
