import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import { isRecord } from '../../contract/json.ts'
import type { JsonSchema } from './model.ts'

const mapKeywords = new Set(['properties', 'patternProperties'])
const listKeywords = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const schemaKeywords = new Set(['items', 'additionalProperties', 'not'])

/**
 * Collects the schemas that have an `$id`, so that each appears once under `components` and is referenced
 * elsewhere.
 */
export class ComponentSchemas {
  readonly #schemas = new Map<string, JsonSchema>()

  /** A schema as the document shows it: a reference if it has a name. */
  show(schema: TSchema): JsonSchema {
    const plain: unknown = JSON.parse(JSON.stringify(schema))
    return isRecord(plain) ? this.#show(plain) : {}
  }

  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #show({ $id, shownAs, ...rest }: JsonSchema): JsonSchema {
    if (isRecord(shownAs)) return this.#show(shownAs)
    const shown = this.#keywords(rest)
    if (typeof $id !== 'string') return shown
    const known = this.#schemas.get($id)
    if (known !== undefined && !isDeepStrictEqual(known, shown))
      throw new Error(`two different schemas have the $id ${$id}`)
    this.#schemas.set($id, shown)
    return { $ref: `#/components/schemas/${$id}` }
  }

  #keywords(schema: JsonSchema): JsonSchema {
    const shown: JsonSchema = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (mapKeywords.has(keyword) && isRecord(value))
        shown[keyword] = mapValues(value, (inner) => this.#inner(inner))
      else if (listKeywords.has(keyword) && Array.isArray(value))
        shown[keyword] = value.map((inner) => this.#inner(inner))
      else shown[keyword] = schemaKeywords.has(keyword) ? this.#inner(value) : value
    }
    return openRecord(typedEnum(shown))
  }

  #inner(value: unknown): unknown {
    return isRecord(value) ? this.#show(value) : value
  }
}

/** TypeBox writes a vocabulary without its type, which generators of clients want to know. */
function typedEnum(schema: JsonSchema): JsonSchema {
  const { enum: values } = schema
  const isText = Array.isArray(values) && values.every((value) => typeof value === 'string')
  return isText && schema['type'] === undefined ? { type: 'string', ...schema } : schema
}

/** A record of any keys is shown by the schema of its values. */
function openRecord(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema
  if (!isRecord(patternProperties) || Object.keys(patternProperties).join(' ') !== '^.*$')
    return schema
  return { ...rest, additionalProperties: patternProperties['^.*$'] }
}

function mapValues(
  record: Record<string, unknown>,
  map: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
