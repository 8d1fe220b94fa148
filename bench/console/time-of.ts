/** How many milliseconds it takes. */
export async function timeOf(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}
