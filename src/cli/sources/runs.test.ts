import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMuster, type Body } from '../../../sdk/src/index.ts'
import { waitForRun } from './runs.ts'

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>

const run = { id: 'run_1', integration_id: 'int_1', timestamp: { finished_at: null } }
const over = { ...run, timestamp: { finished_at: '2026-11-27T10:00:00.000Z' } }

/** Answers in turn; none is a server that is not there. */
function serverOf(answers: readonly (Response | null)[]) {
  const left = [...answers]
  return createMuster({
    origin: 'http://127.0.0.1:1',
    token: 'x',
    retries: 0,
    fetch: async () => {
      const answer = left.shift()
      if (answer === null || answer === undefined) throw new TypeError('fetch failed')
      return answer
    },
  })
}

// The parts of a run that are needed here.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const begun = run as unknown as Run

test('a run is waited for while the server restarts', async () => {
  const muster = serverOf([Response.json(run), null, null, null, Response.json(over)])
  const read: (string | null)[] = []
  const ended = await waitForRun(muster, begun, ({ timestamp }) => read.push(timestamp.finished_at))
  assert.equal(ended.timestamp.finished_at, over.timestamp.finished_at)
  assert.equal(read.length, 5)
})

test('a server that refuses is not waited for', async () => {
  const muster = serverOf([Response.json({ message: 'No such run' }, { status: 404 })])
  await assert.rejects(
    waitForRun(muster, begun, () => undefined),
    /No such run/,
  )
})
