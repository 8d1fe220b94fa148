import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NoTurn } from './failure.ts'
import { Turns } from './turns.ts'

test('work waits for its turn, in order, and whoever gives up takes none', async () => {
  const turns = new Turns(1)
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const fails = async () => {
    await first.promise
    throw new Error('first')
  }
  const work = (name: string) => async () => void done.push(name)
  const waiting = [turns.take(fails), turns.take(work('impatient'), 1), turns.take(work('patient'))]
  const [, impatient] = waiting
  await assert.rejects(impatient ?? Promise.resolve(), NoTurn)
  assert.deepEqual(done, [])
  first.resolve()
  const ended = await Promise.allSettled([...waiting, turns.take(work('last'), 10_000)])
  assert.deepEqual(
    ended.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual(done, ['patient', 'last'])
  await turns.take(work('alone'), 1)
  assert.equal(done.at(-1), 'alone')
})
