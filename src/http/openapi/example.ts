import type { TSchema } from 'typebox'
import { isRecord } from '../../contract/json.ts'

/**
 * An example of a schema, composed from the `examples` of its parts, always the same. A part without any gets the
 * plainest value; a pattern can't be guessed and needs an example of its own. Optional members are left out, unless
 * nothing is required: a body whose fields exclude one another needs an example of its own.
 */
export function exampleOf(schema: TSchema): unknown {
  const plain: unknown = JSON.parse(JSON.stringify(schema))
  return compose(plain)
}

function compose(schema: unknown): unknown {
  if (!isRecord(schema)) return null
  const { examples, enum: values, anyOf } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(anyOf)) return compose(anyOf[0])
  return composeType(schema)
}

function composeType(schema: Record<string, unknown>): unknown {
  switch (schema['type']) {
    case 'object':
      return composeObject(schema)
    case 'array':
      return schema['maxItems'] === 0 ? [] : [compose(schema['items'])]
    case 'string':
      return composeText(numberOf(schema['minLength']), numberOf(schema['maxLength']))
    case 'integer':
    case 'number':
      return numberOf(schema['minimum']) ?? 1
    case 'boolean':
      return false
    default:
      return null
  }
}

function composeObject({ properties, required }: Record<string, unknown>): Record<string, unknown> {
  if (!isRecord(properties)) return {}
  const shown =
    Array.isArray(required) && required.length > 0 ? required.map(String) : Object.keys(properties)
  return Object.fromEntries(shown.map((name) => [name, compose(properties[name])]))
}

function composeText(minLength = 0, maxLength = Infinity): string {
  return 'text'.padEnd(minLength, '.').slice(0, maxLength)
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
