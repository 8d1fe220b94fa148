import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCells } from './parse-cells.ts'

test('a number that is written as a formula to keep its zeros is read as its text', () => {
  assert.deepEqual(parseCells('="0042",Ada,="x"\n"=""0043""",="",Bo', ','), [
    ['0042', 'Ada', 'x'],
    ['0043', '', 'Bo'],
  ])
  assert.equal(parseCells('a="b"|="1"', '|'), null)
  assert.deepEqual(parseCells('=SUM(A1),"a=""b"""', ','), [['=SUM(A1)', 'a="b"']])
})

test('a letter or a figure can part the cells beside such a number', () => {
  for (const delimiter of ['d', 'n', 's', '1', '^', '.'])
    assert.deepEqual(
      parseCells(`="02"${delimiter}A\nB${delimiter}="03"`, delimiter),
      [
        ['02', 'A'],
        ['B', '03'],
      ],
      delimiter,
    )
})
