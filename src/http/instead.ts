import type { Problem } from './problem.ts'
import type { WriteContext } from './route.ts'

/** What came of the second transaction: an answer of the route, a 202, or a refusal that is told after it committed. */
export type Outcome =
  | { answer: unknown }
  /** 202 with the route's `accepted`: the work goes on by itself. */
  | { accepted: unknown }
  | { refusal: Problem }

/**
 * Thrown by a handler that has seen enough: all that its transaction wrote is undone, and `work` runs in another one,
 * for the same caller, who is asked again for what they were asked for before.
 */
export class Instead extends Error {
  readonly work: (context: WriteContext) => Promise<Outcome>

  constructor(work: (context: WriteContext) => Promise<Outcome>) {
    super('what was written is undone, and something else is done instead')
    this.work = work
  }
}
