import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NoTurn } from './failure.ts'
import { Semaphore } from './semaphore.ts'

test('work waits for its turn, in order, and work that gives up takes none', async () => {
  const turns = new Semaphore(1)
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const fails = async () => {
    await first.promise
    throw new Error('first')
  }
  const work = (name: string) => async () => void done.push(name)
  const waiting = [turns.run(fails), turns.run(work('impatient'), 1), turns.run(work('patient'))]
  const [, impatient] = waiting
  await assert.rejects(impatient ?? Promise.resolve(), NoTurn)
  assert.deepEqual(done, [])
  first.resolve()
  const ended = await Promise.allSettled([...waiting, turns.run(work('last'), 10_000)])
  assert.deepEqual(
    ended.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual(done, ['patient', 'last'])
  await turns.run(work('alone'), 1)
  assert.equal(done.at(-1), 'alone')
})
