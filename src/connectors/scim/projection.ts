import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import { isUrn, resolvePath } from './attribute-path.ts'
import { groupType, userType, type ResourceType } from './schema.ts'
import { invalidSyntax, ScimProblem } from './scim-problem.ts'

/** Which attributes an answer has (RFC 7644, section 3.9). Without either, all that are returned by default. */
export type Projection = {
  attributes: readonly (readonly string[])[] | undefined
  excluded: readonly (readonly string[])[]
}

/** Of each kind of resource. */
export type Projections = Readonly<Record<ResourceType['kind'], Projection>>

type Given = {
  attributes?: readonly string[] | undefined
  excluded?: readonly string[] | undefined
}

const mostNames = 100

/**
 * Reads `attributes` and `excludedAttributes`. What names no attribute is passed over.
 * @throws ScimProblem 400 where both are given
 */
export function readProjections(given: Given): Projections {
  return { User: readProjection(userType, given), Group: readProjection(groupType, given) }
}

function readProjection(type: ResourceType, { attributes = [], excluded = [] }: Given): Projection {
  if (attributes.length > 0 && excluded.length > 0)
    throw invalidSyntax('Send attributes or excludedAttributes, not both.')
  if (attributes.length + excluded.length > mostNames)
    throw new ScimProblem(400, 'tooMany', `At most ${mostNames} attributes can be named.`)
  const keys = (names: readonly string[]) => {
    const found = names.flatMap((name) => {
      const text = name.replace(/\[.*$/s, '')
      // The URN of an extension that is not known here, or of an attribute in it: documents tell.
      const whole = isUrn(text) ? [[text]] : []
      const path = resolvePath(type, text)
      return path === undefined ? whole : [path.keys, ...whole]
    })
    return [...new Map(found.map((each) => [each.join(' '), each])).values()]
  }
  return {
    attributes: attributes.length > 0 ? keys(attributes) : undefined,
    excluded: keys(excluded),
  }
}

/** The names in a parameter. */
export function readNames(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .flatMap((name) => (name.trim() === '' ? [] : [clip(name.trim(), 500)]))
}

/** Whether an attribute at the top is in the answer. */
export function shows({ attributes, excluded }: Projection, name: string): boolean {
  if (attributes !== undefined) return attributes.some(([first]) => first === name)
  return !excluded.some((keys) => keys.length === 1 && keys[0] === name)
}

const always = ['schemas', 'id']

/** The attributes of a resource that an answer has; `schemas` and `id` always. */
export function project(resource: JsonObject, { attributes, excluded }: Projection): JsonObject {
  if (attributes !== undefined) {
    const kept = Object.fromEntries(
      always.flatMap((name) => (resource[name] === undefined ? [] : [[name, resource[name]]])),
    )
    return attributes.reduce<JsonObject>((shown, keys) => copyAt(shown, resource, keys), kept)
  }
  const omitted = excluded.filter(([first = '']) => !always.includes(first))
  return omitted.length === 0 ? resource : omitFrom(resource, omitted)
}

function copyAt(
  to: JsonObject,
  from: JsonObject,
  [key = '', ...rest]: readonly string[],
): JsonObject {
  const value = from[key]
  if (value === undefined) return to
  return { ...to, [key]: rest.length === 0 ? value : copyWithin(to[key], value, rest) }
}

function copyWithin(
  to: JsonValue | undefined,
  from: JsonValue,
  rest: readonly string[],
): JsonValue {
  if (isList(from))
    return from.map((each, at) => copyWithin(isList(to) ? to[at] : undefined, each, rest))
  return isObject(from) ? copyAt(isObject(to) ? to : {}, from, rest) : from
}

function omitFrom(from: JsonObject, paths: Projection['excluded']): JsonObject {
  const byKey = Map.groupBy(paths, ([key = '']) => key)
  const kept = Object.entries(from).flatMap(([key, value]): [string, JsonValue][] => {
    const below = byKey.get(key)?.map(([, ...rest]) => rest)
    if (below === undefined) return [[key, value]]
    return below.some((rest) => rest.length === 0) ? [] : [[key, omitWithin(value, below)]]
  })
  return Object.fromEntries(kept)
}

function omitWithin(value: JsonValue, paths: Projection['excluded']): JsonValue {
  if (isList(value)) return value.map((each) => omitWithin(each, paths))
  return isObject(value) ? omitFrom(value, paths) : value
}
