import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenIn, filtersIn, sortIn, startOf } from '../../console/src/parts/list/narrowing.ts'

const byState = { key: 'state', field: 'filter[state]' }
const byColour = { key: 'colour', field: 'filter[paint]' }
const isHeld = {
  key: 'held',
  field: 'filter[is_held]',
  ask: (chosen: string) => (chosen.includes(',') ? undefined : chosen),
}

test('the filters of an address are asked for by the names that the API has for them', () => {
  const declared = { search: 'filter[name]', filters: [byState, byColour, isHeld] }
  const asked = (url: Record<string, string>) => filtersIn(url, declared)
  assert.deepEqual(asked({}), {})
  assert.deepEqual(asked({ colour: 'red,blue', open: 'some_row' }), { 'filter[paint]': 'red,blue' })
  assert.deepEqual(asked({ search: ' ada ', held: 'true' }), {
    'filter[name]': 'ada',
    'filter[is_held]': 'true',
  })
  assert.deepEqual(asked({ search: 'ad', held: 'true,false' }), {}, 'too few letters, and both')
})

test('what is usual is asked for until the address says something else, or any', () => {
  const usual = { ...byState, usual: 'active' }
  const asked = (url: Record<string, string>) => filtersIn(url, { filters: [usual] })
  assert.deepEqual(asked({}), { 'filter[state]': 'active' })
  assert.deepEqual(asked({ state: 'revoked' }), { 'filter[state]': 'revoked' })
  assert.deepEqual(asked({ state: 'any' }), {})
  assert.equal(chosenIn({ state: 'any' }, byState), '', 'where nothing is usual too')
})

test('a filter without a name of the API is left to its page, and a range has two ends', () => {
  const ended = { key: 'ended' }
  const url = { ended: 'true', starts_after: '2026-01-01T00:00:00Z' }
  assert.deepEqual(filtersIn(url, { filters: [ended], ranges: [{ key: 'starts' }] }), {
    'filter[starts_after]': '2026-01-01T00:00:00Z',
  })
})

test('the last days begin with a day, so that a query stays the same while it is open', () => {
  const days = [7, 30]
  for (const chosen of ['30', '7,30', '30,7,9999999999']) {
    const start = new Date(startOf(days, chosen) ?? '')
    const day = new Date()
    day.setHours(0, 0, 0, 0)
    day.setDate(day.getDate() - 30)
    assert.equal(start.getTime(), day.getTime(), chosen)
  }
  assert.equal(startOf(days, 'soon'), undefined)
  assert.equal(startOf(days, '9999999999'), undefined, 'it is none of the choices')
})

test('rows are in the order of the address where a column has it, else in the usual one', () => {
  const columns = [{ sort: 'name' }, {}]
  assert.equal(sortIn({ sort: '-name' }, columns, 'name'), '-name')
  assert.equal(sortIn({ sort: 'colour' }, columns, 'name'), 'name')
  assert.equal(sortIn({}, columns, undefined), undefined)
})
