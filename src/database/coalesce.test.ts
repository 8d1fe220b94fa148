import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { coalesce } from './coalesce.ts'

type Run = { questions: readonly number[] } & PromiseWithResolvers<void>

/** Doubles numbers in runs that the test ends, in any order. */
function doubler(limits: { questions: number; runs: number }) {
  const runs: Run[] = []
  const ask = coalesce(async (questions: readonly number[]) => {
    const run = { questions, ...Promise.withResolvers<void>() }
    runs.push(run)
    await run.promise
    return (question, place) => {
      assert.equal(questions[place], question)
      return question * 2
    }
  }, limits)
  return { ask, runs }
}

suite('coalesce', () => {
  test('those who ask together are answered by one run, each their own answer', async () => {
    const { ask, runs } = doubler({ questions: 10, runs: 1 })
    const answers = Promise.all([1, 2, 2, 3].map(ask))
    await nextTurn()
    assert.deepEqual(
      runs.map(({ questions }) => questions),
      [[1, 2, 2, 3]],
    )
    runs[0]?.resolve()
    assert.deepEqual(await answers, [2, 4, 4, 6])
  })

  test('who asks during a run is answered by a later one', async () => {
    const { ask, runs } = doubler({ questions: 10, runs: 1 })
    const first = ask(1)
    await nextTurn()
    const later = Promise.all([ask(2), ask(3)])
    await nextTurn()
    assert.equal(runs.length, 1, 'they wait')
    runs[0]?.resolve()
    assert.equal(await first, 2)
    await nextTurn()
    assert.deepEqual(runs[1]?.questions, [2, 3])
    runs[1]?.resolve()
    assert.deepEqual(await later, [4, 6])
  })

  test('a run takes no more questions, and no more runs are at once, than the limits say', async () => {
    const { ask, runs } = doubler({ questions: 2, runs: 2 })
    const answers = Promise.all([1, 2, 3, 4, 5].map(ask))
    await nextTurn()
    await nextTurn()
    assert.deepEqual(
      runs.map(({ questions }) => questions),
      [
        [1, 2],
        [3, 4],
      ],
    )
    runs[1]?.resolve()
    await nextTurn()
    await nextTurn()
    assert.deepEqual(runs[2]?.questions, [5])
    for (const run of runs) run.resolve()
    assert.deepEqual(await answers, [2, 4, 6, 8, 10])
  })

  test('a failure reaches all who asked in that run, and nobody else', async () => {
    const { ask, runs } = doubler({ questions: 2, runs: 2 })
    const answers = Promise.allSettled([1, 2, 3].map(ask))
    await nextTurn()
    await nextTurn()
    runs[0]?.reject(new Error('gone'))
    runs[1]?.resolve()
    assert.deepEqual(
      (await answers).map((it) => (it.status === 'fulfilled' ? it.value : String(it.reason))),
      ['Error: gone', 'Error: gone', 6],
    )
    const next = ask(4)
    await nextTurn()
    runs[2]?.resolve()
    assert.equal(await next, 8, 'and it goes on')
  })

  test('nobody is answered by a run that began before they asked', async () => {
    const limits = fc.record({
      questions: fc.integer({ min: 1, max: 4 }),
      runs: fc.integer({ min: 1, max: 3 }),
    })
    const steps = fc.array(fc.constantFrom('ask', 'turn', 'end'), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(limits, steps, async (bounds, list) => {
        let clock = 0
        const runs: PromiseWithResolvers<void>[] = []
        const ask = coalesce(async () => {
          const began = (clock += 1)
          const run = Promise.withResolvers<void>()
          runs.push(run)
          await run.promise
          return (askedAt: number) => ({ askedAt, began })
        }, bounds)
        const asked: { at: number; answer: Promise<{ askedAt: number; began: number }> }[] = []
        for (const step of list) {
          if (step === 'ask') asked.push({ at: (clock += 1), answer: ask(clock) })
          else if (step === 'turn') await nextTurn()
          else runs.pop()?.resolve()
        }
        const all = Promise.all(asked.map(({ answer }) => answer))
        for (const _ of asked) {
          await nextTurn()
          await nextTurn()
          for (const run of runs) run.resolve()
        }
        for (const [place, { askedAt, began }] of (await all).entries()) {
          assert.equal(askedAt, asked[place]?.at)
          assert.ok(began > askedAt)
        }
      }),
      { numRuns: 100 },
    )
  })
})
