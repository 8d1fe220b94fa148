import { cpus, totalmem } from 'node:os'

/** What the figures were measured on. */
export type Machine = {
  cpu: string
  cores: number
  memoryGigabytes: number
  node: string
  platform: string
  date: string
}

export function readMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    date: new Date().toISOString(),
  }
}
