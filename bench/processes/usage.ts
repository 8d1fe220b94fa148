import { readdir, readFile } from 'node:fs/promises'

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
/** Megabytes (2^20 bytes) in memory; undefined where /proc does not report them. */
export type Memory = { muster: number | undefined; postgres: number | undefined }

/** The memory of Muster's process, and of PostgreSQL's together, shared memory counted once. */
export async function readMemory(musterPid: number, postgresPid: number): Promise<Memory> {
  const family = [postgresPid, ...(await childrenOf(postgresPid))]
  const shares = await Promise.all(family.map((pid) => readKilobytes(pid, 'smaps_rollup', 'Pss')))
  const known = shares.filter((share) => share !== undefined)
  const muster = await readKilobytes(musterPid, 'status', 'VmRSS')
  return {
    muster: muster && muster / 1024,
    postgres: known.length === 0 ? undefined : known.reduce((sum, share) => sum + share) / 1024,
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => [])
  const pids = entries.map(Number).filter(Number.isInteger)
  const parents = await Promise.all(pids.map(async (each) => [each, await parentOf(each)] as const))
  return parents.flatMap(([each, parent]) => (parent === pid ? [each] : []))
}

async function parentOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return text === undefined
    ? undefined
    : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}

async function readKilobytes(pid: number, file: string, key: string): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const digits = new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
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
