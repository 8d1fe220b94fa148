import assert from 'node:assert/strict'
import * as fc from 'fast-check'

/** A property, with the evidence that its worlds were relevant to it. */
type Matter = {
  /** How many worlds are tried at once; `MUSTER_PROPERTY_RUNS` sets another number. */
  runs: number
  /** Whether the worlds tried so far have shown what the property is about. */
  isEnough: () => boolean
  /** What they have shown, as text for a failed run. */
  told: () => string
}

const rounds = 10

export function propertyRuns(usual: number): number {
  return Number(process.env['MUSTER_PROPERTY_RUNS'] ?? usual)
}

/**
 * Tries a property until the random worlds have shown enough of the behaviour. A property over worlds where nothing
 * happens proves nothing, and a threshold over one round of them fails by bad luck: so the rounds continue, and
 * only a generator that produces next to nothing fails.
 */
export async function holdsWithMatter(
  property: fc.IRawProperty<unknown>,
  { runs, isEnough, told }: Matter,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- The next round is only for what this one has not shown.
    await fc.assert(property, { numRuns: propertyRuns(runs) })
    if (isEnough()) return
  }
  assert.fail(`${rounds} rounds showed too little: ${told()}`)
}
