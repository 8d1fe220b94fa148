import { readdir, readFile } from 'node:fs/promises'

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
