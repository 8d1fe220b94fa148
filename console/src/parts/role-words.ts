/** A role at a vendor in words, from its handle, as the roles of rules are named: `owner` is Owner. */
export function roleWords(handle: string): string {
  return handle.slice(0, 1).toUpperCase() + handle.slice(1).replaceAll('_', ' ')
}
