import type { TSchema } from 'typebox'
import { isRecord } from '../../contract/json.ts'

/** A value of a body at `at`, a JSON pointer, with the shape that its word chose; else the words that would choose one. */
export type TaggedValue =
  | { at: string; value: unknown; shape: TSchema }
  | { at: string; tag: string; isMissing: boolean; words: readonly string[] }

type Tagged = { tag: string; shapes: ReadonlyMap<string, TSchema> }

/**
 * The values in a body that are one of several shapes distinguished by a tag, such as `op`: a validator alone would
 * report the faults against every shape.
 */
export function* taggedValues(schema: unknown, value: unknown, at = ''): Generator<TaggedValue> {
  if (!isRecord(schema)) return
  const tagged = readTagged(schema['anyOf'])
  if (tagged !== undefined) {
    if (isRecord(value)) yield choose(tagged, value, at)
  } else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      yield* taggedValues(schema['items'], entry, `${at}/${index}`)
  } else if (isRecord(value) && isRecord(schema['properties'])) {
    for (const [name, inner] of Object.entries(schema['properties']))
      if (Object.hasOwn(value, name)) yield* taggedValues(inner, value[name], `${at}/${name}`)
  }
}

function choose({ tag, shapes }: Tagged, value: Record<string, unknown>, at: string): TaggedValue {
  const word = Object.hasOwn(value, tag) ? value[tag] : undefined
  const shape = typeof word === 'string' ? shapes.get(word) : undefined
  if (shape !== undefined) return { at, value, shape }
  return { at, tag, isMissing: word === undefined, words: [...shapes.keys()] }
}

/** The shapes by their words; undefined where the variants have no such word, all under the same name. */
function readTagged(variants: unknown): Tagged | undefined {
  if (!Array.isArray(variants)) return undefined
  const shapes = new Map<string, TSchema>()
  const tags = new Set<string>()
  for (const variant of variants) {
    const found = isRecord(variant) ? wordOf(variant) : undefined
    if (found === undefined) return undefined
    tags.add(found.tag)
    shapes.set(found.word, variant)
  }
  const [tag = '', ...others] = tags
  return others.length === 0 ? { tag, shapes } : undefined
}

function wordOf({
  properties,
}: Record<string, unknown>): { tag: string; word: string } | undefined {
  if (!isRecord(properties)) return undefined
  for (const [tag, schema] of Object.entries(properties)) {
    const word = isRecord(schema) ? schema['const'] : undefined
    if (typeof word === 'string') return { tag, word }
  }
  return undefined
}
