import { isList, isObject, type JsonValue } from '../../contract/json.ts'
import type { Document } from './read-resource.ts'

export function valueAt(document: Document, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const key of keys) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

export function listAt(document: Document, keys: readonly string[]): readonly JsonValue[] {
  const value = valueAt(document, keys)
  return isList(value) ? value : []
}

/** Sets or, without a value, takes away. What is left empty around it is taken away too. */
export function setAt(
  document: Document,
  keys: readonly string[],
  value: JsonValue | undefined,
): void {
  const [key = '', ...rest] = keys
  if (rest.length === 0) {
    if (value === undefined) delete document[key]
    else document[key] = value
    return
  }
  const inner = document[key]
  const within: Document = isObject(inner) ? { ...inner } : {}
  setAt(within, rest, value)
  if (Object.keys(within).length === 0) delete document[key]
  else document[key] = within
}

export function withPart(value: JsonValue, name: string, part: JsonValue | undefined): JsonValue {
  if (!isObject(value)) return value
  const { [name]: _, ...rest } = value
  return part === undefined ? rest : { ...rest, [name]: part }
}
