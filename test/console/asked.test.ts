import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsBeside } from '../../console/src/pages/connect/asked.ts'

const question = (id: string, proposed: string | null = null) => ({
  id,
  text: `About ${id}?`,
  choices: [],
  proposed,
  answer: null,
})
const reasons = [{ reason: 'no vendor_id', rows: 3, line: 2 }]
const nobody = { remedy: 'name the column', mapping_path: 'account.vendor_id', rows: 3, reasons }
const broken = { remedy: 'correct the line', mapping_path: null, rows: 1, reasons: [] }
const unknown = { path: 'Status', value: 'Left', rows: 2 }
const read = {
  questions: [],
  refusals: [nobody, broken],
  unknown_states: [unknown],
  is_identified: false,
}

test('without questions every fault is shown with its remedy', () => {
  assert.deepEqual(faultsBeside(read), {
    isUnidentified: true,
    unknown: [unknown],
    refusals: [nobody, broken],
  })
})

test('what a question asks about has no remedy beside it', () => {
  const questions = [question('id'), question('means: Status = Left')]
  const beside = faultsBeside({ ...read, questions })
  assert.equal(beside.isUnidentified, false)
  assert.deepEqual(beside.unknown, [])
  const [waiting, ...rest] = beside.refusals
  assert.match(waiting?.remedy ?? '', /once the questions above are answered/)
  assert.equal(waiting?.rows, 3)
  assert.deepEqual(rest, [broken])
})

test('rows that an answer refuses lead back to the answer', () => {
  const { refusals } = faultsBeside({ ...read, questions: [question('id', 'Number')] })
  assert.match(refusals[0]?.remedy ?? '', /choose another answer above/)
  assert.deepEqual(refusals[0]?.reasons, reasons)
})
