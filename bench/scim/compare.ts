import { contradictions, type Contradiction } from './contradictions.ts'
import type { Assertion } from './run-newman.ts'

export type Comparison = {
  assertions: number
  holding: number
  /** Those of the list that fail, as they should. */
  contradicting: readonly Contradiction[]
  /** Others that fail. */
  failing: readonly Assertion[]
  /** Those of the list that hold. */
  unexpected: readonly Contradiction[]
}

/** Compares what a run found with the assertions that contradict the RFCs. Of several with one name, any that fails counts. */
export function compare(assertions: readonly Assertion[]): Comparison {
  const failed = assertions.filter(({ failure }) => failure !== undefined)
  return {
    assertions: assertions.length,
    holding: assertions.length - failed.length,
    contradicting: contradictions.filter((one) => isIn(failed, one)),
    failing: failed.filter((each) => !contradictions.some((one) => isSame(each, one))),
    unexpected: contradictions.filter((one) => isIn(assertions, one) && !isIn(failed, one)),
  }
}

function isIn(some: readonly Assertion[], one: Contradiction): boolean {
  return some.some((each) => isSame(each, one))
}

function isSame(
  one: Pick<Assertion, 'request' | 'assertion'>,
  other: Pick<Assertion, 'request' | 'assertion'>,
): boolean {
  return one.request === other.request && one.assertion === other.assertion
}
