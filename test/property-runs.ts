import assert from 'node:assert/strict'
import * as fc from 'fast-check'

const runsAsked = process.env['MUSTER_PROPERTY_RUNS']
const seedAsked = process.env['MUSTER_PROPERTY_SEED']
const usualSeed = 20_260_301

/** The seed of this run. The usual run repeats the same values, so that it fails because of a change and not by luck. */
function seedOf(round: number): number | undefined {
  if (seedAsked !== undefined) return Number(seedAsked) + round
  return runsAsked === undefined ? usualSeed + round : undefined
}

/** Long enough for every usual run, and a bound on the search for a smaller counterexample. */
const usualLimitMilliseconds = 4 * 60_000

/** Sets how every property of this process runs, also those that a test file gives to fast-check itself. */
export function configureProperties(): void {
  const limit =
    runsAsked === undefined
      ? { interruptAfterTimeLimit: usualLimitMilliseconds, markInterruptAsFailure: true }
      : {}
  fc.configureGlobal({ ...seeded(0), ...limit })
}

function seeded(round: number): { seed?: number } {
  const seed = seedOf(round)
  return seed === undefined ? {} : { seed }
}

/** How many worlds a property tries: the usual number, or `MUSTER_PROPERTY_RUNS`. */
export function propertyRuns(usual: number): number {
  return Number(runsAsked ?? usual)
}

/** A property, with the evidence that its worlds were relevant to it. */
type Matter = {
  /** How many worlds are tried at once; `MUSTER_PROPERTY_RUNS` sets another number. */
  runs: number
  /** Worlds that are always tried, before the random ones. */
  examples?: unknown[]
  /** Whether the worlds tried so far have shown what the property is about. */
  isEnough: () => boolean
  /** What they have shown, as text for a failed run. */
  told: () => string
}

const rounds = 10

/**
 * Tries a property until the random worlds have shown enough of the behaviour. A property over worlds where nothing
 * happens proves nothing, and a threshold over one round of them fails by bad luck: so the rounds continue, and
 * only a generator that produces next to nothing fails.
 */
export async function holdsWithMatter(
  property: fc.IRawProperty<unknown>,
  { runs, examples = [], isEnough, told }: Matter,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await fc.assert(property, { numRuns: propertyRuns(runs), examples, ...seeded(round) })
    if (isEnough()) return
  }
  assert.fail(`${rounds} rounds showed too little: ${told()}`)
}
