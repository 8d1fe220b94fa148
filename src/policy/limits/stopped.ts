import type { Exceeded } from './counting.ts'

/** Why a change is not carried out: it exceeds limits, moves more than a request should wait for, or needs a plan. */
export type StopReason =
  | { kind: 'limits'; exceeded: readonly Exceeded[] }
  /** All rulesets (uuids) in which it was seen to move people. */
  | { kind: 'size'; rulesetIds: readonly string[] }
  /** A plan shows who moves; the message says why that is needed. */
  | { kind: 'plan'; message: string }

/** Returned instead of the result of a change that is not carried out. Its transaction must be rolled back. */
export class Stopped {
  readonly reason: StopReason
  /** The version of the record that the change is about, as it was found. */
  readonly version: number | null

  constructor(reason: StopReason, version: number | null = null) {
    this.reason = reason
    this.version = version
  }

  at(version: number): Stopped {
    return new Stopped(this.reason, version)
  }
}

/** The limits by which a change was stopped. Nothing else may have stopped it. */
export function exceededOf({ reason }: Stopped): readonly Exceeded[] {
  if (reason.kind !== 'limits') throw new Error(`the change was stopped: ${reason.kind}`)
  return reason.exceeded
}

/** The result of a change that can't be stopped: it counts towards no limit, and any size is allowed. */
export function carriedOut<T>(result: T | Stopped): T {
  if (result instanceof Stopped) throw new Error(`the change was stopped: ${result.reason.kind}`)
  return result
}
