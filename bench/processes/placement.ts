import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Where a process runs: on the measured server's own core, on the one that all else shares, or, unmeasured, on both. */
export type Core = 'server' | 'rest' | 'any'

const cores: Record<Core, string> = { server: '0', rest: '1', any: '0,1' }

/** How processes are separated; `sentence` describes it in the report. */
export type Placement = {
  isPinned: boolean
  sentence: string
  /** A command line that runs on that core. */
  command: (core: Core, program: string, args: readonly string[]) => [string, string[]]
  /** Moves a running process and its future children. */
  pin: (core: Core, pid: number) => void
}

/** Every process runs on all cores. */
export const unpinned: Placement = {
  isPinned: false,
  sentence: 'Nothing is pinned: each side uses the cores that there are.',
  command: (_core, program, args) => [program, [...args]],
  pin: () => undefined,
}

/** Pins with taskset where there are two cores and a taskset, this process (and so PostgreSQL) to the second. */
export function choosePlacement(): Placement {
  const missing = whyNotPinned()
  if (missing !== undefined)
    return {
      ...unpinned,
      sentence: `Nothing is pinned, because ${missing}: both sides of each ratio share all cores.`,
    }
  pin('rest', process.pid)
  return {
    isPinned: true,
    sentence:
      'The server of each side runs on core 0; PostgreSQL and the load generator on core 1.',
    command: (core, program, args) => ['taskset', ['-c', cores[core], program, ...args]],
    pin,
  }
}

function pin(core: Core, pid: number): void {
  spawnSync('taskset', ['-a', '-cp', cores[core], String(pid)])
}

function whyNotPinned(): string | undefined {
  if (availableParallelism() < 2) return 'there is one core'
  const probe = spawnSync('taskset', ['-c', '0,1', process.execPath, '--version'])
  return probe.status === 0 ? undefined : 'taskset is not there or may not choose cores 0 and 1'
}
