/** `1 person`, `2,000 people` */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`
}

/** The same of several counts, without those that are 0. */
export function countedAll<Name extends string>(
  counts: Readonly<Record<Name, number>>,
  names: readonly (readonly [name: Name, one: string, several: string])[],
): string[] {
  return names.flatMap(([name, one, several]) =>
    counts[name] > 0 ? [counted(counts[name], one, several)] : [],
  )
}
