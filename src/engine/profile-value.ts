/**
 * The values of a key in a profile, trimmed, in the profile's order.
 * An exact key of the profile wins; otherwise the key is a dotted path, in which a number indexes a list and a name
 * applies to all elements of a list. Numbers and booleans become their JSON text. Null, objects, blank strings and
 * anything that the path does not reach give nothing: the key is absent.
 */
export function readProfile(profile: Readonly<Record<string, unknown>>, key: string): string[] {
  const found = Object.hasOwn(profile, key) ? profile[key] : follow(profile, key.split('.'))
  return scalars(found)
}

function follow(from: unknown, path: readonly string[]): unknown {
  const [segment, ...rest] = path
  if (segment === undefined) return from
  if (Array.isArray(from) && !/^\d+$/.test(segment)) return from.map((item) => follow(item, path))
  return follow(ownMember(from, segment), rest)
}

/** Own members only, so that `constructor` or `length` name nothing. */
function ownMember(of: unknown, name: string): unknown {
  if (Array.isArray(of)) return of.at(Number(name))
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, name)) return undefined
  return Reflect.get(of, name)
}

function scalars(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(scalars)
  if (typeof value === 'number' || typeof value === 'boolean') return [JSON.stringify(value)]
  if (typeof value !== 'string') return []
  const trimmed = value.trim()
  return trimmed === '' ? [] : [trimmed]
}
