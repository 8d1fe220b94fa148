/** Starts to measure how busy this process is; the function it gives says so, 0–1, for the time since. */
export function measureOwnBusy(): () => number {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / (performance.now() - startedAt)
  }
}
