import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hiddenColumns, type Column } from '../../console/src/parts/columns.ts'
import { csvOf } from '../../console/src/parts/csv.ts'

type Row = { name: string; note: string }
const column = (id: keyof Row, rest: Partial<Column<Row>> = {}): Column<Row> => ({
  id,
  header: id,
  min: 100,
  text: (row) => row[id],
  cell: (row) => row[id],
  ...rest,
})

test('a download quotes what must be quoted, and starts no formula in a spreadsheet', () => {
  const columns = [column('name'), column('note')]
  const rows = [
    { name: 'Ada "Countess" Lovelace', note: 'one, two' },
    { name: '=HYPERLINK("https://evil.example")', note: '+1' },
    { name: '@sum', note: '-1\nsecond line' },
    { name: '＝1+1', note: ' =1+1' },
    { name: 'Grace', note: 'a-b' },
  ]
  assert.equal(
    csvOf(columns, rows),
    [
      'name,note',
      '"Ada ""Countess"" Lovelace","one, two"',
      `"'=HYPERLINK(""https://evil.example"")",'+1`,
      `'@sum,"'-1\nsecond line"`,
      `'＝1+1,' =1+1`,
      'Grace,a-b',
      '',
    ].join('\r\n'),
  )
})

test('columns that do not fit are left out from the last one on, and the first always stays', () => {
  const columns = [
    { id: 'a', min: 100 },
    { id: 'b', min: 100 },
    { id: 'c', min: 100, isOptional: true },
    { id: 'd', min: 100 },
  ]
  const hidden = (width: number, chosen?: string[]) => hiddenColumns(columns, chosen, width)
  assert.deepEqual(hidden(1000), ['c'])
  assert.deepEqual(hidden(1000, ['a', 'c']), ['b', 'd'])
  assert.deepEqual(hidden(250), ['c', 'd'])
  assert.deepEqual(hidden(50), ['b', 'c', 'd'])
  assert.deepEqual(hidden(50, ['c']), ['b', 'c', 'd'])
})
