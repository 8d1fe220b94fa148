import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { isBeforeDates, readDay, readSpan } from './read-day.ts'

test('the last day of a span is the end of its last day, month or year', () => {
  for (const [text, end] of [
    ['2020-01-01 - 2024-03-31', '2024-03-31'],
    ['2020-01-01/2024-03-31', '2024-03-31'],
    ['2020-01-01-2024-03-31', '2024-03-31'],
    ['2020-01-01T00:00:00Z to 2024-03-31T00:00:00Z', '2024-03-31'],
    ['20200101-20240331', '2024-03-31'],
    ['01.01.2020–31.03.2024', '2024-03-31'],
    ['vom 1.1.2020 bis 31.3.2024', '2024-03-31'],
    ['bis 31.03.2024', '2024-03-31'],
    ['du 01/01/2020 au 31/03/2024', '2024-03-31'],
    ['1 Jan 2020 to 31 Mar 2024', '2024-03-31'],
    ['01-Jan-2020 - 31-Mar-2024', '2024-03-31'],
    ['2019–2024', '2024-12-31'],
    ['from 2019 to 2024', '2024-12-31'],
    ['01/2020 - 02/2024', '2024-02-29'],
    ['2020-01 - 2024-02', '2024-02-29'],
    ['January 2020 – Feb 2024', '2024-02-29'],
    ['2020年1月1日～2024年3月31日', '2024-03-31'],
  ] as const)
    assert.deepEqual(readSpan(text), { ends: [end] }, text)
})

test('a span without a last day is open', () => {
  for (const text of [
    '2021-05-01 - ',
    '2019–',
    '2019-present',
    '05/2021 bis heute',
    'seit 01.05.2021',
    'since 2021',
    'depuis le 01/05/2021',
    '1 May 2021 to date',
  ])
    assert.deepEqual(readSpan(text), { ends: [] }, text)
})

test('a day alone, a number, and what can be read in several ways are no spans', () => {
  for (const text of [
    '2021-05-01',
    '01.05.2021',
    '05/2021',
    '2021',
    '-',
    '12 - 24 months',
    '08:00 - 17:00',
    '01/20 - 03/24',
    '2019-24',
    '1 - 31 March 2024',
    '2024-03-31 - 2020-01-01',
    '2015-2018, 2020-',
    '2020-01-01 - unknown',
    'C-2020-17',
    '',
  ])
    assert.equal(readSpan(text), undefined, text)
})

test('a long value is told to be no span in time that grows with its length', () =>
  assertGrowsLinearly(16 * 1024, (size) => {
    for (const piece of ['-', ' to ', '2019-', ' ', '1.']) readSpan(piece.repeat(size))
  }))

test('a day is read in the notations of programs, without the time and the offset beside it', () => {
  for (const value of [
    '2026-03-01-08:00',
    '2026-03-01+0100',
    '2026-03-01Z',
    '2026-03-01T23:30:00-05:00',
    '20260301',
    '20260301T000000Z',
    '20260301235959',
    '20260301080000Z',
    'Mar  1 2026 12:00AM',
    'Sun, 01 Mar 2026',
    'Sunday, March 1, 2026',
    'Sun Mar 01 2026',
    'Sun Mar 01 00:00:00 UTC 2026',
    'Sun Mar 01 00:00:00 GMT+01:00 2026',
    '46082',
    '1772323200.5',
  ])
    assert.deepEqual(readDay(value), ['2026-03-01'], value)
})

test('a number is read as the same digits in a text', () => {
  for (const [value, day] of [
    [20_260_301, '2026-03-01'],
    [46_082, '2026-03-01'],
    [46_082.75, '2026-03-01'],
    [1_772_323_200, '2026-03-01'],
    [1_772_323_200_000, '2026-03-01'],
    [788_918_400, '1995-01-01'],
    [-2_208_988_800, '1900-01-01'],
  ] as const)
    assert.deepEqual(readDay(value), [day], String(value))
  assert.deepEqual(readDay(12_312_026), [], 'which part is the year can not be told')
  for (const value of [1, 366, 19_000_101]) assert.equal(isBeforeDates(value), true, String(value))
})
