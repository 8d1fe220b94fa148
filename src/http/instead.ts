import type { Problem } from './problem.ts'
import type { WriteContext } from './route.ts'

/** What the transaction of a write comes to. */
export type Outcome =
  | { answer: unknown }
  /** 202 with the route's `accepted`: a job does the work. */
  | { accepted: unknown }
  /** Thrown after the commit: what was written stays. */
  | { refusal: Problem }

/**
 * Thrown by a handler to start over: its transaction is rolled back, and `work` runs in a new one, once the caller has
 * been asked again for the same permissions.
 */
export class Instead extends Error {
  readonly work: (context: WriteContext) => Promise<Outcome>
  readonly onSnapshot: boolean

  /** `onSnapshot`: the work writes nothing, and throws another. */
  constructor(work: (context: WriteContext) => Promise<Outcome>, { onSnapshot = false } = {}) {
    super('what was written is undone, and something else is done instead')
    this.work = work
    this.onSnapshot = onSnapshot
  }
}
