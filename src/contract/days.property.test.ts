import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { beginOfDay, endOfDay, isTimeZone } from './days.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  // Midnight is skipped or comes twice.
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Cairo',
  'Asia/Kathmandu',
  // A date is skipped.
  'Pacific/Apia',
  'Pacific/Kwajalein',
  'Australia/Lord_Howe',
]

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
  ]),
)

/** The first quarter of an hour at which a calendar in the zone shows the date or a later one. */
function firstQuarter(day: string, zone: string): string {
  const format = formats.get(zone)
  assert.ok(format)
  const quarter = 15 * 60_000
  const from = Date.parse(`${day}T00:00:00Z`) - 26 * 3_600_000
  for (let at = from; ; at += quarter)
    if (format.format(new Date(at)) >= day) return new Date(at).toISOString()
}

test('a day begins when a calendar in its time zone first shows it', () => {
  const dates = fc
    .integer({ min: Date.UTC(1975, 0, 1) / 86_400_000, max: Date.UTC(2037, 0, 1) / 86_400_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(dates, fc.constantFrom(...zones), (day, zone) => {
      assert.equal(beginOfDay(day, zone), firstQuarter(day, zone), `${day} ${zone}`)
    }),
    { numRuns: 400 },
  )
})

test('days at which clocks skip or repeat midnight, or a date', () => {
  for (const [day, zone] of [
    ['2018-11-04', 'America/Sao_Paulo'],
    ['2018-02-18', 'America/Sao_Paulo'],
    ['2025-11-02', 'America/Havana'],
    ['2025-03-09', 'America/Havana'],
    ['2011-12-30', 'Pacific/Apia'],
    ['1993-08-21', 'Pacific/Kwajalein'],
  ] as const)
    assert.equal(beginOfDay(day, zone), firstQuarter(day, zone), `${day} ${zone}`)
  assert.equal(endOfDay('2024-12-31', 'Asia/Tokyo'), '2024-12-31T15:00:00.000Z')
})

test('a time zone is one by its name', () => {
  assert.deepEqual(
    ['Europe/Berlin', 'UTC', 'Mars/Base', '', 'W. Europe Standard Time'].map(isTimeZone),
    [true, true, false, false, false],
  )
})
