/** Starts to measure how busy this process is; the returned function gives the share since, 0–1. */
export function measureOwnBusy(): () => number {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / (performance.now() - startedAt)
  }
}
