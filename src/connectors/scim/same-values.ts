import canonicalize from 'canonicalize'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { attributeNamed } from './attribute-path.ts'
import { foldCase } from './fold-case.ts'
import type { Attribute } from './attributes.ts'

/** What two values of an attribute have in common if they are the same one. */
export type IdentityOf = (value: JsonValue, attribute: Attribute) => string

/**
 * The list with values that are added. Of one value with one type there is one (RFC 7643, section 2.4): it takes what else is sent,
 * such as `primary`.
 */
export function withValues(
  attribute: Attribute,
  { list, added }: { list: readonly JsonValue[]; added: readonly JsonValue[] },
  identity: IdentityOf = identityOf,
): JsonValue[] {
  const after = [...list]
  const places = new Map(list.map((each, at) => [identity(each, attribute), at]))
  for (const value of added) {
    const own = identity(value, attribute)
    const at = places.get(own)
    const known = at === undefined ? undefined : after[at]
    if (at === undefined) places.set(own, after.push(value) - 1)
    else if (isObject(known) && isObject(value))
      after[at] = { ...known, ...partsOf(value, (name) => !isOfIdentity(value, name)) }
  }
  return after
}

export function identityOf(value: JsonValue, { subAttributes }: Attribute): string {
  if (!isObject(value)) return canonicalize(value) ?? ''
  const parts = partsOf(value, (name) => isOfIdentity(value, name))
  const folded = Object.entries(parts).map(([name, part]) => {
    const isExact = attributeNamed(subAttributes, name)?.isCaseExact === true
    return [name, typeof part === 'string' && !isExact ? foldCase(part) : part] as const
  })
  return canonicalize(Object.fromEntries(folded)) ?? ''
}

/** A value is the same by its `value` and `type`; one without a `value`, such as an address, by all that it says. */
function isOfIdentity(value: JsonObject, name: string): boolean {
  if (value['value'] !== undefined) return name === 'value' || name === 'type'
  return name !== 'primary' && name !== 'display'
}

function partsOf(value: JsonObject, isWanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => isWanted(name)))
}
