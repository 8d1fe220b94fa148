const closers: (() => Promise<void>)[] = []

/** Closes what the tests of a process share when the last of them is over. */
export function whenProcessEnds(close: () => Promise<void>): void {
  closers.push(close)
}

/** Before the process ends. */
export async function closeShared(): Promise<void> {
  for (const close of closers.splice(0)) await close()
}
