/** Works on items in their order, so many at a time. */
export async function workOff<T>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
