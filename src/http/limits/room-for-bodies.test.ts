import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../../../test/run-cli.ts'

// No server listens there: a start that reaches the database ends with that error.
const noDatabase = { MUSTER_DATABASE_URL: 'postgres://127.0.0.1:1/none' }

test('a start with more memory for ready answers than the heap can hold is refused, saying what to do', async () => {
  const { code, stderr } = await runCli(['serve', '--cache-mb', '300'], {
    ...noDatabase,
    NODE_OPTIONS: '--max-old-space-size=256',
  })
  assert.equal(code, 1)
  assert.match(
    stderr,
    /MUSTER_CACHE_MB is 300\b.*\bhas \d+ MB.*NODE_OPTIONS=--max-old-space-size=600\b/s,
  )
})

test('with the heap that the refusal names, the start goes on', async () => {
  const { stderr } = await runCli(['serve', '--cache-mb', '300'], {
    ...noDatabase,
    NODE_OPTIONS: '--max-old-space-size=600',
  })
  assert.doesNotMatch(stderr, /MUSTER_CACHE_MB/)
  assert.match(stderr, /ECONNREFUSED|connect/)
})
