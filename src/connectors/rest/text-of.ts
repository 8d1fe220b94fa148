import { isObject, type JsonValue } from '../../contract/json.ts'

/** A text or a number of an object, as text; undefined without one. */
export function textOf(value: JsonValue | undefined, key: string): string | undefined {
  const found = isObject(value) ? value[key] : undefined
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found !== '' ? found : undefined
}
