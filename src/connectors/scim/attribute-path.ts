import { isRecord } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import type { ClientProfile } from './client-profiles.ts'
import { attribute, type Attribute, type Schema } from './attributes.ts'
import { commonAttributes, type ResourceType } from './schema.ts'
import { invalidSyntax } from './scim-problem.ts'

/** Where a value is in a document: its keys, the attribute there, and the complex attribute around it, if any. */
export type AttributePath = {
  keys: readonly [string, ...string[]]
  attribute: Attribute
  around: Attribute | null
}

/** An attribute of an extension that no schema here describes: its values are taken as they are. */
const opaque = (name: string): Attribute => attribute(name, '', { type: 'any' })

/** An extension as one attribute: complex if it is known here, else taken as it is. */
export function wholeExtension(urn: string, known: Schema | undefined): Attribute {
  if (known === undefined) return opaque(urn)
  const { id, description, attributes } = known
  return { ...opaque(id), type: 'complex', description, subAttributes: attributes }
}

/**
 * The entries of an object, those below the URN of the core schema as if they stood at the top.
 * @throws ScimProblem 400 where one is at both places
 */
export function topEntries({ core }: ResourceType, sent: Record<string, unknown>) {
  const entries = Object.entries(sent).flatMap(([key, value]) =>
    key.toLowerCase() === core.id.toLowerCase() && isRecord(value)
      ? Object.entries(value)
      : [[key, value] as const],
  )
  requireOnce(entries.map(([key]) => key))
  return entries
}

/** Two readers of a body could read a name that it has twice in two ways. @throws ScimProblem 400 */
export function requireOnce(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    const folded = name.toLowerCase()
    if (seen.has(folded)) throw invalidSyntax(`The body has ${JSON.stringify(clip(name))} twice.`)
    seen.add(folded)
  }
}

/** The attribute of that name, in any case. */
export function attributeNamed(
  attributes: readonly Attribute[],
  name: string,
): Attribute | undefined {
  const folded = name.toLowerCase()
  return attributes.find((attribute) => attribute.name.toLowerCase() === folded)
}

/** The attributes at the top of a resource. */
export function topAttributes({ core }: ResourceType): readonly Attribute[] {
  return [...commonAttributes, ...core.attributes]
}

/** Whether the text can be the URN of an extension. */
export function isUrn(text: string): boolean {
  return /^urn:[a-z0-9][a-z0-9-]{0,31}:[A-Za-z0-9._:/-]{1,200}$/i.test(text)
}

/** The extension that a URN names, if it is known here. */
export function extensionNamed({ extensions }: ResourceType, urn: string): Schema | undefined {
  return extensions.find(({ id }) => id.toLowerCase() === urn.toLowerCase())
}

/**
 * Where a path of RFC 7644, figure 7, leads, without a filter: `userName`, `name.familyName`, either after the URN of its schema, or
 * the URN of an extension alone. Names are in any case. `present` are the keys of the document, for extensions that are not known here.
 */
export function resolvePath(
  type: ResourceType,
  text: string,
  present: readonly string[] = [],
): AttributePath | undefined {
  if (!/^urn:/i.test(text)) return inAttributes(topAttributes(type), text, null)
  const rest = afterUrn(text, type.core.id)
  if (rest !== undefined) return inAttributes(topAttributes(type), rest, null)
  for (const extension of type.extensions) {
    const own = afterUrn(text, extension.id)
    if (own === '')
      return {
        keys: [extension.id],
        attribute: wholeExtension(extension.id, extension),
        around: null,
      }
    if (own !== undefined) return inAttributes(extension.attributes, own, extension.id)
  }
  return inUnknownExtension(text, present)
}

/** As {@link resolvePath}; some clients leave out the URN before a name that only an extension has. */
export function resolveClientPath(
  type: ResourceType,
  text: string,
  { client, present }: { client: ClientProfile; present?: readonly string[] },
): AttributePath | undefined {
  const path = resolvePath(type, text, present)
  if (path !== undefined || !client.takesNamesWithoutUrn) return path
  for (const { id, attributes } of type.extensions) {
    const found = inAttributes(attributes, text, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** The text behind a URN and its colon, '' for the URN alone; undefined where it does not begin with that URN. */
function afterUrn(text: string, urn: string): string | undefined {
  if (text.slice(0, urn.length).toLowerCase() !== urn.toLowerCase()) return undefined
  if (text.length === urn.length) return ''
  return text.charAt(urn.length) === ':' ? text.slice(urn.length + 1) : undefined
}

function inAttributes(
  attributes: readonly Attribute[],
  text: string,
  before: string | null,
): AttributePath | undefined {
  const [first = '', second, ...more] = text.split('.')
  const attribute = attributeNamed(attributes, first)
  if (attribute === undefined || more.length > 0) return undefined
  const keys = keysOf(before, attribute.name)
  if (second === undefined) return { keys, attribute, around: null }
  const sub = attributeNamed(attribute.subAttributes, second)
  if (sub === undefined) return undefined
  return { keys: [...keys, sub.name], attribute: sub, around: attribute }
}

function keysOf(before: string | null, name: string): AttributePath['keys'] {
  return before === null ? [name] : [before, name]
}

function inUnknownExtension(text: string, present: readonly string[]): AttributePath | undefined {
  const whole = present.find((key) => key.toLowerCase() === text.toLowerCase())
  if (whole !== undefined) return { keys: [whole], attribute: opaque(whole), around: null }
  const colon = text.lastIndexOf(':')
  const urn = text.slice(0, colon)
  const name = text.slice(colon + 1)
  if (!isUrn(urn) || !/^[A-Za-z][\w$-]{0,99}$/.test(name)) return undefined
  const extension = present.find((key) => key.toLowerCase() === urn.toLowerCase()) ?? urn
  return { keys: [extension, name], attribute: opaque(name), around: null }
}
