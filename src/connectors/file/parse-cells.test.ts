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

test('an apostrophe before every text of a row keeps a spreadsheet from formulas, and is no part of it', () => {
  assert.deepEqual(
    parseCells(
      `"'auth0|1","'Ada","'O'Neil","2020-01-01T00:00:00.000Z",true,\n"'a","'t Hooft",Ada\n'Ada','Moreau'\n'x,"'y",z`,
      ',',
    ),
    [
      ['auth0|1', 'Ada', "O'Neil", '2020-01-01T00:00:00.000Z', 'true', ''],
      ["'a", "'t Hooft", 'Ada'],
      ["'Ada'", "'Moreau'"],
      ["'x", "'y", 'z'],
    ],
  )
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
