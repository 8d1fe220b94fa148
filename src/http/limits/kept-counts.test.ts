import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { KeptCounts } from './kept-counts.ts'

const limits = { kept: 1000, results: 3, characters: 10 }
const one = () => 1

suite('counts that are kept', () => {
  test('are forgotten at their end, also if nobody asks again', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const counts = new KeptCounts(limits)
    void counts.keep('a', async () => 'a', one)
    context.mock.timers.tick(999)
    assert.equal(counts.size, 1)
    context.mock.timers.tick(1)
    assert.equal(counts.size, 0)
  })

  test('are shared while they are kept, and not if they fail', async () => {
    const counts = new KeptCounts(limits)
    const first = counts.keep('a', async () => 'first', one)
    assert.equal(await counts.keep('a', async () => 'second', one), await first)
    await assert.rejects(counts.keep('b', () => Promise.reject(new Error('no')), one))
    assert.equal(await counts.keep('b', async () => 'again', one), 'again')
    counts.clear()
    assert.equal(counts.size, 0)
    assert.equal(await counts.keep('a', async () => 'third', one), 'third')
  })

  test('are few, and small together: the oldest are forgotten first', async () => {
    const counts = new KeptCounts(limits)
    const keep = (text: string) =>
      counts.keep(
        text,
        async () => text,
        ({ length }) => length,
      )
    for (const text of ['aaa', 'bbb', 'ccc', 'd']) await keep(text)
    assert.equal(counts.size, 3)
    await keep('eeeee')
    assert.equal(counts.size, 3)
    await keep('ffffffffff')
    assert.equal(counts.size, 1)
    await keep('ggggggggggg')
    assert.equal(counts.size, 0)
  })

  test('that were cleared while they were counted are not kept', async () => {
    const counts = new KeptCounts(limits)
    const counting = Promise.withResolvers<string>()
    const first = counts.keep('a', () => counting.promise, one)
    counts.clear()
    counting.resolve('old')
    assert.equal(await first, 'old')
    assert.equal(await counts.keep('a', async () => 'new', one), 'new')
  })
})
