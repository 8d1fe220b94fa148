import { readFile } from 'node:fs/promises'

// Linux counts a process's time in hundredths of a second on every machine that Node runs on.
const ticksPerSecond = 100

/** Starts to measure how busy a process is; the returned function gives the load since, 1 being one core. */
export async function measureBusy(pid: number): Promise<() => Promise<number | undefined>> {
  const before = await readTicks(pid)
  const startedAt = performance.now()
  return async () => {
    const after = await readTicks(pid)
    if (before === undefined || after === undefined) return undefined
    return (after - before) / ticksPerSecond / ((performance.now() - startedAt) / 1000)
  }
}

async function readTicks(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The fields after the name, which is in parentheses, begin with field 3; user and system time are 14 and 15.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && Number(fields[11]) + Number(fields[12])
}
/** Megabytes (2^20 bytes) of a process in memory; undefined where /proc does not report them. */
export async function readMemory(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(text) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** Starts to measure how busy this process is; the returned function gives the share since, 0–1. */
export function measureOwnBusy(): () => number {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / (performance.now() - startedAt)
  }
}
