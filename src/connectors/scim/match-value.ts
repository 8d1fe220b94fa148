import type { Filter } from 'scim2-parse-filter'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import type { Turns } from '../../http/lists/in-slices.ts'
import { attributeNamed } from './attribute-path.ts'
import { foldCase } from './fold-case.ts'
import type { PatchWork } from './patch-work.ts'
import type { Attribute } from './attributes.ts'
import { invalidFilter, invalidPath } from './scim-problem.ts'

/** Whether a value meets a filter. `foldedParts` are the texts of its parts without their case, once they are known. */
type Test = (value: JsonValue, foldedParts: Map<string, string>) => boolean

/**
 * Finds which values of a multi-valued attribute meet the filter in the brackets of a path, such as `type eq "work"`.
 * @throws ScimProblem 400 invalidPath, invalidFilter, or tooMany
 */
export async function findMatching(
  attribute: Attribute,
  filter: Filter,
  { list, work, turns }: { list: readonly JsonValue[]; work: PatchWork; turns: Turns },
): Promise<boolean[]> {
  const test = testOf(attribute, filter, work)
  const matches: boolean[] = []
  for (const value of list) {
    if (turns.isDue()) await turns.next()
    matches.push(test(value, new Map()))
  }
  return matches
}

function testOf(attribute: Attribute, filter: Filter, work: PatchWork): Test {
  switch (filter.op) {
    case 'and': {
      const tests = filter.filters.map((each) => testOf(attribute, each, work))
      return (value, foldedParts) => tests.every((test) => test(value, foldedParts))
    }
    case 'or': {
      const tests = filter.filters.map((each) => testOf(attribute, each, work))
      return (value, foldedParts) => tests.some((test) => test(value, foldedParts))
    }
    case 'not': {
      const test = testOf(attribute, filter.filter, work)
      return (value, foldedParts) => !test(value, foldedParts)
    }
    case '[]':
      throw invalidFilter('A filter in brackets contains no further brackets.')
    case 'pr': {
      const { name } = subAttribute(attribute, filter.attrPath)
      return (value) => {
        work.spend(1)
        const part = partOf(value, name)
        return part !== null && part !== ''
      }
    }
    default:
      return comparisonOf(subAttribute(attribute, filter.attrPath), filter, work)
  }
}

function subAttribute(attribute: Attribute, name: string): Attribute {
  const sub = attributeNamed(attribute.subAttributes, name)
  if (sub === undefined) throw invalidPath(`${attribute.name} has no ${name}.`)
  return sub
}

function partOf(value: JsonValue, name: string): JsonValue {
  return isObject(value) ? (value[name] ?? null) : value
}

type Comparison = Extract<Filter, { compValue: unknown }>

const charactersPerStep = 100

function comparisonOf(
  { name, isCaseExact }: Attribute,
  { op, compValue }: Comparison,
  work: PatchWork,
): Test {
  const isFolded = typeof compValue === 'string' && !isCaseExact
  const wanted = isFolded ? foldCase(compValue) : compValue
  const folded = (part: string, foldedParts: Map<string, string>): string => {
    const text = foldedParts.get(name) ?? work.made(foldCase(part))
    foldedParts.set(name, text)
    return text
  }
  return (value, foldedParts) => {
    const part = partOf(value, name)
    if (typeof part !== 'string') work.spend(1)
    else work.spend(1 + part.length / charactersPerStep)
    const isText = isFolded && typeof part === 'string'
    return compare(op, isText ? folded(part, foldedParts) : part, wanted)
  }
}

function compare(op: Comparison['op'], part: JsonValue, wanted: Comparison['compValue']): boolean {
  if (op === 'ne') return !isSame(part, wanted)
  if (op === 'eq') return isSame(part, wanted)
  if (typeof part !== 'string' || typeof wanted !== 'string') return false
  switch (op) {
    case 'co':
      return part.includes(wanted)
    case 'sw':
      return part.startsWith(wanted)
    case 'ew':
      return part.endsWith(wanted)
    case 'gt':
      return part > wanted
    case 'ge':
      return part >= wanted
    case 'lt':
      return part < wanted
    case 'le':
      return part <= wanted
  }
}

/** A boolean is also written as a text, and one that is not assigned is false. */
function isSame(part: JsonValue, wanted: Comparison['compValue']): boolean {
  if (typeof part === 'boolean' || typeof wanted === 'boolean')
    return asBoolean(part) === asBoolean(wanted)
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
