/** The item at an index that is known to be in the list. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`nothing stands at ${index} of ${list.length}`)
  return item
}
