import type { Filter } from 'scim2-parse-filter'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { attributeNamed } from './attribute-path.ts'
import { foldCase } from './fold-case.ts'
import type { Attribute } from './schema.ts'
import { invalidFilter, invalidPath } from './scim-problem.ts'

/**
 * Whether a value of a multi-valued attribute meets the filter in the brackets of a path, such as `type eq "work"`.
 * @throws ScimProblem 400 invalidPath or invalidFilter
 */
export function matches(attribute: Attribute, filter: Filter, value: JsonValue): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((each) => matches(attribute, each, value))
    case 'or':
      return filter.filters.some((each) => matches(attribute, each, value))
    case 'not':
      return !matches(attribute, filter.filter, value)
    case '[]':
      throw invalidFilter('A filter in brackets contains no further brackets.')
    default: {
      const sub = subAttribute(attribute, filter.attrPath)
      const part = isObject(value) ? value[sub.name] : value
      if (filter.op === 'pr') return part !== undefined && part !== null && part !== ''
      return compare(sub, filter.op, [part ?? null, filter.compValue])
    }
  }
}

function subAttribute(attribute: Attribute, name: string): Attribute {
  const sub = attributeNamed(attribute.subAttributes, name)
  if (sub === undefined) throw invalidPath(`${attribute.name} has no ${name}.`)
  return sub
}

type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le'
type Scalar = string | number | boolean | null

function compare(
  { isCaseExact }: Attribute,
  op: Comparison,
  [part, wanted]: readonly [JsonValue, Scalar],
): boolean {
  if (op === 'ne') return !isSame(part, wanted, isCaseExact)
  if (op === 'eq') return isSame(part, wanted, isCaseExact)
  if (typeof part !== 'string' || typeof wanted !== 'string') return false
  const [text, word] = isCaseExact ? [part, wanted] : [foldCase(part), foldCase(wanted)]
  switch (op) {
    case 'co':
      return text.includes(word)
    case 'sw':
      return text.startsWith(word)
    case 'ew':
      return text.endsWith(word)
    case 'gt':
      return text > word
    case 'ge':
      return text >= word
    case 'lt':
      return text < word
    case 'le':
      return text <= word
  }
}

/** A boolean is also written as a text, and one that is not assigned is false. */
function isSame(part: JsonValue, wanted: Scalar, isCaseExact: boolean): boolean {
  if (typeof part === 'boolean' || typeof wanted === 'boolean')
    return asBoolean(part) === asBoolean(wanted)
  if (typeof part === 'string' && typeof wanted === 'string' && !isCaseExact)
    return foldCase(part) === foldCase(wanted)
  return part === wanted
}

function asBoolean(value: JsonValue): boolean {
  return value === true || (typeof value === 'string' && /^true$/i.test(value))
}

/** The parts that a filter of equalities names, as in `type eq "work" and primary eq true`; undefined for another filter. */
export function valuesOfEquality(attribute: Attribute, filter: Filter): JsonObject | undefined {
  if (filter.op === 'eq') {
    const { name, type } = subAttribute(attribute, filter.attrPath)
    const { compValue } = filter
    const isText = type === 'boolean' && typeof compValue === 'string'
    return { [name]: isText ? /^true$/i.test(compValue) : compValue }
  }
  if (filter.op !== 'and') return undefined
  const parts = filter.filters.map((each) => valuesOfEquality(attribute, each))
  return parts.every((each) => each !== undefined) ? Object.assign({}, ...parts) : undefined
}
