import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { examples } from './incidents-model/examples.ts'
import { moves } from './incidents-model/moves.ts'
import { perform } from './incidents-model/perform.ts'
import { startProduct } from './incidents-model/product.ts'
import { compare } from './incidents-model/compare.ts'
import { startSession } from './incidents-model/start-session.ts'
import { propertyRuns } from './property-runs.ts'

/** What the sequences must have reached, or they prove nothing. */
const clauses = [
  'opened',
  'joined',
  'released',
  'taken back',
  'account limit',
  'end acts',
  'new person held',
  'effect shown',
  'approve some',
  'reject some',
  'leaver beside an incident',
  'recreated source',
  'another mapping',
] as const

// The usual run repeats the same sequences; `MUSTER_PROPERTY_RUNS` tries others, and `MUSTER_PROPERTY_SEED` chosen ones.
test('incidents are as the model of them says, whatever sources, administrators and the clock do', async () => {
  const product = await startProduct()
  const isUsual = process.env['MUSTER_PROPERTY_RUNS'] === undefined
  const reached = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(moves, async (sequence) => {
      const session = await startSession(product)
      for (const each of sequence) {
        await perform(session, each)
        await compare(session, JSON.stringify(each))
      }
      for (const [what, times] of session.reached)
        reached.set(what, (reached.get(what) ?? 0) + times)
    }),
    isUsual
      ? { examples, numRuns: examples.length, seed: 3, endOnFailure: true }
      : { numRuns: propertyRuns(6), endOnFailure: true },
  )
  if (!isUsual) return
  const unreached = clauses.filter((clause) => !reached.has(clause))
  assert.deepEqual(unreached, [], `reached: ${JSON.stringify([...reached])}`)
})
