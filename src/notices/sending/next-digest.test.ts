import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDigest } from './next-digest.ts'

const next = (now: string, hour: number, zone = 'Europe/Berlin') =>
  nextDigest(new Date(now), hour, zone).toISOString()

test('the next digest is at the hour of the zone, also on days with 23 and 25 hours', () => {
  assert.equal(next('2026-11-20T06:59:59.999Z', 8), '2026-11-20T07:00:00.000Z')
  assert.equal(next('2026-11-20T07:00:00Z', 8), '2026-11-21T07:00:00.000Z')
  assert.equal(next('2026-11-20T23:30:00Z', 0, 'UTC'), '2026-11-21T00:00:00.000Z')
  assert.equal(next('2026-03-28T12:00:00Z', 2), '2026-03-29T01:00:00.000Z', 'left out: one later')
  assert.equal(next('2026-10-24T12:00:00Z', 8), '2026-10-25T07:00:00.000Z')
  assert.equal(next('2026-10-25T00:30:00Z', 2), '2026-10-26T01:00:00.000Z', 'not twice a day')
})
