import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  byBindings,
  stateSources,
  withKnownFirst,
  withMeaning,
} from '../../console/src/pages/mapping/mapping-json.ts'

const sources = [
  { path: 'Status', values: 'stages' },
  { path: 'Stage', values: 'stages', ignore_others: true },
]
const mapping = { account: { state: { words: { stages: { here: 'active' } }, sources } } }

test('a column shows the words of the table that it names', () => {
  assert.deepEqual(stateSources(mapping), [
    { path: 'Status', values: { here: 'active' } },
    { path: 'Stage', values: { here: 'active' } },
  ])
})

test('a new meaning is of one column, and leaves the table that others name as it is', () => {
  const changed = withMeaning(mapping, { path: 'Stage', value: 'Away ' }, 'suspended')
  assert.deepEqual(changed['account'], {
    state: {
      words: { stages: { here: 'active' } },
      sources: [
        { path: 'Status', values: 'stages' },
        { path: 'Stage', values: { here: 'active', away: 'suspended' }, ignore_others: true },
      ],
    },
  })
})

test('a path has the columns that the server bound it to, whatever their names', () => {
  const columnsAt = byBindings([
    { path: 'Status', column: 'Status [HR]' },
    { path: 'Employee Number', column: 'Employee #' },
  ])
  assert.deepEqual(columnsAt('Status'), ['Status [HR]'])
  assert.deepEqual(withKnownFirst(['Last', 'Employee Number', 'Låst'], columnsAt), {
    first: ['Employee Number'],
    others: ['Last', 'Låst'],
  })
})
