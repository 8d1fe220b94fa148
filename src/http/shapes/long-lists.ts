import { isRecord } from '../../contract/json.ts'

type LongList = { field: string; maxItems: number }

/**
 * The lists in a body that are longer than their schema allows. They are looked for before anything else, because
 * a validator that explains each of a hundred thousand entries takes minutes.
 */
export function longLists(schema: unknown, value: unknown, field = ''): LongList[] {
  if (!isRecord(schema)) return []
  const { anyOf, maxItems, items, properties } = schema
  if (Array.isArray(anyOf)) return longLists(onlyVariant(anyOf), value, field)
  if (Array.isArray(value)) {
    if (typeof maxItems === 'number' && value.length > maxItems) return [{ field, maxItems }]
    return value.flatMap((entry, index) => longLists(items, entry, `${field}.${index}`))
  }
  if (!isRecord(value) || !isRecord(properties)) return []
  return Object.entries(properties).flatMap(([name, inner]) =>
    Object.hasOwn(value, name)
      ? longLists(inner, value[name], field === '' ? name : `${field}.${name}`)
      : [],
  )
}

/** The variant besides null; a choice between several shapes is left to the validator. */
function onlyVariant(variants: readonly unknown[]): unknown {
  const [only, ...others] = variants.filter(
    (variant) => isRecord(variant) && variant['type'] !== 'null',
  )
  return others.length === 0 ? only : undefined
}
