import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { DatabaseClock } from './clock.ts'

const { database, query } = await testDatabase()
const hour = 3_600_000

/** A reading taken now, `ahead` of this process and as exact as its round trip is short. */
function reading(ahead: number, roundTrip = 0) {
  const at = performance.now()
  return { at: at + ahead, sentAt: at - roundTrip / 2, receivedAt: at + roundTrip / 2 }
}

test('setting the system’s clock moves nothing', async () => {
  const real = Date.now
  mock.method(Date, 'now', () => real() + hour)
  try {
    const before = database.now().getTime()
    const [row] = await query<{ now: Date }>('select clock_timestamp() as now')
    const now = row?.now.getTime() ?? Number.NaN
    assert.ok(before - 1000 < now && now < database.now().getTime() + 1000)
  } finally {
    mock.restoreAll()
  }
})

test('a reading that contradicts what is known corrects it, one that is merely slow does not', () => {
  const clock = new DatabaseClock(reading(hour, 2))
  clock.correct(reading(hour + 400, 1000))
  assert.ok(Math.abs(clock.now().getTime() - performance.now() - hour) < 5)
  clock.correct(reading(2 * hour, 10))
  assert.ok(Math.abs(clock.now().getTime() - performance.now() - 2 * hour) < 10)
})

test('it waits instead of running backwards, and follows the database where that was set back', () => {
  const clock = new DatabaseClock(reading(hour))
  const before = clock.now().getTime()
  clock.correct(reading(hour - 500))
  assert.ok(clock.now().getTime() >= before)
  clock.correct(reading(0))
  assert.ok(Math.abs(clock.now().getTime() - performance.now()) < 5)
})

test('every beat of the lease is a reading', async () => {
  const { joinLease } = await import('./lease.ts')
  const readings: number[] = []
  const lease = await joinLease(
    { ...database, correctClock: ({ at }) => void readings.push(at) },
    () => undefined,
  )
  await lease.close()
  assert.ok(readings.length >= 2)
  for (const at of readings) assert.ok(Math.abs(at - Date.now()) < 60_000)
})
