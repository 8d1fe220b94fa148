/** Without the keys that are undefined. */
export function definedOf<T extends object>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  const defined = Object.entries(values).filter(([, one]) => one !== undefined)
  return Object.assign(kept, Object.fromEntries(defined))
}
