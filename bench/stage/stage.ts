import { startChild, type Child } from '../processes/child.ts'
import type { Placement } from '../processes/placement.ts'
import type { Turns } from '../rows/in-turns.ts'

/** What a row needs to measure. */
export type Stage = {
  placement: Placement
  generator: Child
  turns: Turns
  /** Requests in flight, the same for both sides. */
  connections: number
  poolSize: number
  /** Runs when the row is over, the last one first. */
  atEnd: (stop: () => Promise<void>) => void
}

/** Starts a process on a core for as long as the row lasts. */
export function onStage(stage: Stage, core: 'server' | 'rest', file: URL): Child {
  const child = startChild(stage.placement, core, file)
  stage.atEnd(() => child.stop())
  return child
}
