import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginOfDay, dayAt } from '../../contract/days.ts'
import { completeMapping } from './complete-mapping.ts'
import { exportDefaults } from '../vendors.ts'
import { read } from '../../../test/read-export-text.ts'

const today = '2026-06-15'
const mapping = completeMapping({
  account: {
    vendor_id: ['Employee ID'],
    full_name: ['Name'],
    state: { first_day: ['Hire Date'], ended_at: ['Last Day'] },
  },
})

/** The state and the last day of one person, or why the row is refused; and the notes. */
async function said(last: string | number, first = ''): Promise<[string, string[]]> {
  const row = { 'Employee ID': 'E1', Name: 'Ada Moreau', 'Hire Date': first, 'Last Day': last }
  const calendar = { today, zone: 'UTC', zoneKey: null }
  const [record] = await read('file', JSON.stringify([row]), { calendar, mapping })
  if (record?.kind === 'bad') return [record.reason, []]
  assert.ok(record?.kind === 'account')
  return [`${record.state} ${record.given?.lastDay ?? 'without an end'}`, record.notes]
}

test('a last day of the year 9999 is none, however it is written', async () => {
  for (const last of [
    '12/31/9999 12:00:00 AM',
    '12/31/9999',
    '31/12/9999',
    '9999/12/31',
    '9999-12-31T23:59:59.9999999Z',
    '99991231',
    '99991231235959Z',
    '31-Dec-9999',
    'Dec 31, 9999',
    '31.12.9999 00:00',
    '9999年12月31日',
    '/Date(253402214400000)/',
    '/Date(253402300799999)/',
    '/Date(999999999999999)/',
    '253402214400',
    '253402300799000',
    253_402_214_400,
    253_402_300_799_999,
    '2958465',
  ])
    assert.deepEqual(await said(last), ['active without an end', []], String(last))
  assert.deepEqual(await said('2999-12-31'), ['active 2999-12-31', []])
})

test('a day before 1971 is none, with a note, and the row counts', async () => {
  for (const last of [
    '1/0/1900',
    '1/0/1900 0:00',
    '0/1/1900',
    '1900-01-00',
    '00.01.1900',
    '0-Jan-00',
    '1899-12-30',
    '0001-01-01T00:00:00',
    '01/01/0001',
    '/Date(-62135596800000)/',
    '/Date(-2208988800000)/',
    '-2208988800',
    '-62135596800',
    -2_208_988_800,
    '1',
    '366',
    '-1',
    1,
  ]) {
    const [state, notes] = await said(last)
    assert.equal(state, 'active without an end', String(last))
    assert.match(notes.join(), /the last day is before 1971/, String(last))
  }
})

test('a day that can’t be told is no day before 1971', async () => {
  for (const last of ['2026-05-00', '0/13/2026', '367', '2026', 'soon'])
    assert.match((await said(last))[0], /the last day is not a date/, last)
})

test('when something was deleted is told like a last day', async () => {
  const { mapping: entra } = exportDefaults('entra')
  const stateOf = async (deletedDateTime: string, day = today) => {
    const user = { id: 'u1', userPrincipalName: 'ada', displayName: 'Ada', deletedDateTime }
    const [record] = await read('idp', JSON.stringify([user]), {
      mapping: entra,
      calendar: { today: day, zone: 'UTC', zoneKey: null },
    })
    return record?.kind === 'account' ? [record.state, record.notes.length] : [record?.kind]
  }
  assert.deepEqual(await stateOf('2026-06-15T01:00:00Z'), ['deactivated', 0])
  assert.deepEqual(await stateOf('2026-06-15T01:00:00Z', '2026-06-14'), ['active', 0])
  assert.deepEqual(await stateOf('12/31/9999 12:00:00 AM'), ['active', 0])
  assert.deepEqual(await stateOf('0001-01-01T00:00:00Z'), ['active', 1])
})

test('a day is past by the date of the source', async () => {
  assert.deepEqual(await said('2026-06-14'), ['deactivated 2026-06-14', []])
  assert.deepEqual(await said(today), ['active 2026-06-15', []])
  const noon = new Date('2026-06-15T11:30:00Z')
  assert.equal(dayAt(noon, 'Pacific/Auckland'), today)
  assert.equal(dayAt(new Date('2026-06-15T12:30:00Z'), 'Pacific/Auckland'), '2026-06-16')
  assert.equal(dayAt(new Date('2026-06-15T05:30:00Z'), 'America/Los_Angeles'), '2026-06-14')
  assert.equal(beginOfDay(dayAt(noon, 'UTC'), 'UTC'), '2026-06-15T00:00:00.000Z')
})
