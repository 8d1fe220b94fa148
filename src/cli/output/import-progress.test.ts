import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressLine } from './import-progress.ts'

const progress = { bytesRead: 100, bytesTotal: 100, rowsRead: 500, rowsPerSecond: 12.3 }

const line = (phase: string, more = {}) =>
  progressLine('okta.json', { ...progress, ...more, phase }, 42.9)

test('only reading has a share; what follows is named, with the time so far', () => {
  assert.equal(
    line('reading', { bytesRead: 50 }),
    'okta.json | reading [==========          ] 50% | 500 rows | 12 rows/s',
  )
  assert.equal(line('matching'), 'okta.json | matching | 500 rows | 42 s')
  assert.equal(line('policy'), 'okta.json | working out access | 500 rows | 42 s')
})
