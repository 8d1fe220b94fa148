import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importStep } from './progress.ts'

const step = { bytesRead: 50, bytesTotal: 100, rowsRead: 500, rowsPerSecond: 12.3 }

test('only reading has a share; what follows is named', () => {
  assert.equal(
    importStep({ ...step, phase: 'reading' }),
    'reading [==========          ] 50%, 500 rows, 12 rows/s',
  )
  assert.equal(importStep({ ...step, phase: 'matching' }), 'matching, 500 rows')
  assert.equal(importStep({ ...step, phase: 'policy' }), 'working out access, 500 rows')
})
