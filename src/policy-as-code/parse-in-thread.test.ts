import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../http/refusals/problem.ts'
import { parseInThread } from './parse-in-thread.ts'

const long = 'rules:\n' + '- { role: developer, conditions: [] }\n'.repeat(20_000)

const refusal = (what: string) => (error: unknown) =>
  error instanceof Problem && error.status === 422 && JSON.stringify(error).includes(what)

test('files that take too long to read are refused', async () => {
  await assert.rejects(
    parseInThread([long], { milliseconds: 1, megabytes: 256 }),
    refusal('take too long'),
  )
})

test('files that take too much memory to read are refused', async () => {
  await assert.rejects(
    parseInThread([long], { milliseconds: 60_000, megabytes: 12 }),
    refusal('take too much memory'),
  )
})

test('long files are read in a thread as short ones are at once', async () => {
  const text = 'rules: [{ role: developer }]'
  const [short] = await parseInThread([text])
  const [first, second] = await parseInThread([text, long])
  assert.deepEqual(first, short)
  assert.ok(second !== undefined && !('errors' in second))
})
