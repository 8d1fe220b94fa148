import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'

const database = await testDatabase()
await database.query(
  `insert into directory_user (first_name, email) values ('Ada', 'ada@example.com')`,
)

/** Runs `muster doctor --deep` on the database of these tests. */
function deep(...options: string[]) {
  return runCli(['doctor', '--deep', '--database-url', database.url, ...options])
}

test('doctor --deep says what it checked, and ends with 0 where nothing differs', async () => {
  const { code, stdout, stderr } = await deep()
  assert.equal(code, 0, stderr)
  assert.match(
    stdout,
    /^1 person, 0 memberships, 0 audit rows checked in [\d.]+ s: no difference\.\n$/,
  )
})

test('doctor --deep lists what differs, each with its command, and ends with 1', async () => {
  await database.query(`insert into directory_user_tally values ('staged', 2)`)
  await database.query('update directory_user_version set audit_logs_record = 3')
  const told = await deep('--only', 'counters,people')
  assert.equal(told.code, 1)
  assert.match(
    told.stdout,
    /^PART +WHAT +.*SEE\ncounters +audit_logs_record +drusr_\w+ +ada .* 3 +0 +muster user show drusr_/,
  )
  assert.match(told.stdout, /\ncounters +people who are staged .* 3 +1 /)
  assert.match(told.stdout, /\n1 person checked in [\d.]+ s: 2 differences\.\n$/)
  const { code, stdout } = await deep('--json')
  assert.equal(code, 1)
  const { differences, difference_count: count, people } = JSON.parse(stdout)
  assert.deepEqual([differences.length, count, people], [2, 2, 1])
})

test('doctor --deep ends with 2 where it could not check', async () => {
  const url = 'postgres://127.0.0.1:1/muster'
  const { code, stderr } = await runCli(['doctor', '--deep', '--database-url', url])
  assert.equal(code, 2)
  assert.match(stderr, /ECONNREFUSED|refused/)
  const wrong = await deep('--only', 'counters,all')
  assert.match(wrong.stderr, /It must be some of access, people, /)
})
