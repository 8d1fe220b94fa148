import type { TSchema } from 'typebox'

type Pick = (value: unknown) => unknown
type SchemaNode = {
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  additionalProperties?: boolean
}

/** Routes share schemas. */
const compiled = new WeakMap<TSchema, Pick>()

/**
 * Compiles a response schema into a function that lets out only what the schema names. A row that carries one column
 * too many leaks nothing.
 */
export function allowList(schema: TSchema): Pick {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const pick = compile(schema)
  compiled.set(schema, pick)
  return pick
}

function compile(schema: TSchema): Pick {
  // A TypeBox schema is the JSON Schema that it denotes; TSchema itself names none of the keywords.
  const node = schema as SchemaNode
  if (node.properties !== undefined) return pickProperties(node.properties)
  if (node.items !== undefined) return pickItems(allowList(node.items))
  if (node.anyOf !== undefined) return pickNonNull(node.anyOf)
  return (value) => value
}

function pickProperties(properties: Record<string, TSchema>): Pick {
  const picks = Object.entries(properties).map(
    ([name, schema]) => [name, allowList(schema)] as const,
  )
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of picks) {
      const part: unknown = Reflect.get(value, name)
      if (part !== undefined) picked[name] = pick(part)
    }
    return picked
  }
}

function pickItems(pick: Pick): Pick {
  return (value) => (Array.isArray(value) ? value.map(pick) : value)
}

/** Unions in answers are "a shape or null"; of several shapes, the first one's names count. */
function pickNonNull(variants: readonly TSchema[]): Pick {
  const first = variants.find((variant) => !('type' in variant && variant.type === 'null'))
  const pick: Pick = first === undefined ? (value) => value : allowList(first)
  return (value) => (value === null ? null : pick(value))
}
