import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { within } from '../../../test/within.ts'
import { factsOf, type Value } from './facts.ts'
import { csvOf, textOf } from './present.ts'
import { details, titledTable, wrapped } from './table-text.ts'

const id = 'drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'
const plain = (text: string) => stripVTControlCharacters(text).split('\n')

test('columns are aligned by what a terminal shows, and numbers at the right', () => {
  const rows = [
    ['田中', '7', 'x'],
    ['Ada', '10', '–'],
  ]
  assert.deepEqual(plain(titledTable(['name', 'people', 'note'], rows, Infinity)), [
    'NAME  PEOPLE  NOTE',
    '田中       7  x',
    'Ada       10  –',
  ])
})

test('a table fits the terminal: long cells are cut, ids are not', () => {
  const rows = [['a'.repeat(200), id, 'b'.repeat(90)]]
  const [head = '', line = ''] = plain(titledTable(['name', 'id', 'why'], rows, 80))
  assert.equal(line.length, 80)
  assert.match(line, /^a{21}…  drusr_\w{26}  b{21}…$/)
  assert.ok(head.length <= 80)
  assert.match(
    plain(titledTable(['name', 'id', 'why'], rows, 20))[1] ?? '',
    /^a{7}…  drusr_\w{26} /,
  )
})

test('texts of others can not move the cursor, break a line or take our colours', () => {
  const rows = [['a\nb\u001b[2J\u001b[31m\u202e', 'active']]
  const [, line = ''] = titledTable(['name', 'state'], rows, Infinity).split('\n')
  assert.match(line, /^a<U\+000A>b<U\+001B>\[2J<U\+001B>\[31m<U\+202E> /)
  assert.match(details([['name', 'a\u001b[2J']], 80), /^name {2}a<U\+001B>\[2J$/)
})

test('details go on below their beginning, and long words stay whole', () => {
  assert.deepEqual(
    plain(
      details(
        [
          ['a', 'one two three'],
          ['long', id],
        ],
        16,
      ),
    ),
    ['a     one two', '      three', `long  ${id}`],
  )
  assert.deepEqual(wrapped('', 10), [''])
})

test('a long value is broken in time that grows with its length', async () => {
  const words = Array.from({ length: 60_000 }, () => 'ab')
  const text = words.join(' ')
  assert.deepEqual(await within(5000, async () => wrapped(text, Infinity)), [text])
  assert.equal(wrapped(text, 8).length, Math.ceil(words.length / 3))
})

test('a value is for people: local times, lists, words', () => {
  assert.match(textOf('2026-11-24T15:37:12.000Z'), /^2026-11-2\d \d\d:\d7$/)
  assert.deepEqual([null, '', [], true, 0, ['a', 'b']].map(textOf), [
    '–',
    '–',
    '–',
    'yes',
    '0',
    'a, b',
  ])
})

test('CSV is quoted where it must be, and no cell is a formula', () => {
  const rows: Value[][] = [
    ['Lovelace, "Ada"', '=cmd|x', -1],
    ['@sum', null, true],
    ['-1+2', 'a\nb', undefined],
    [' +1', ['a', 'b'], 0],
    ['＝1', '＠sum', 1],
    [' padded', '\t=1', false],
  ]
  const fields = ['name', 'note', 'my count'].map(
    (name, at) => [name, (row: Value[]) => row[at]] as const,
  )
  assert.equal(
    csvOf(rows, fields),
    `name,note,my_count\n"Lovelace, ""Ada""",'=cmd|x,-1\n'@sum,,true\n'-1+2,"a\nb",\n' +1,a b,0\n'＝1,'＠sum,1\n" padded",'\t=1,false`,
  )
})

test('every field of a record is a line, nested ones by both names', () => {
  assert.deepEqual(
    factsOf({
      id,
      is_primary: true,
      policy_keys: ['a', 'b'],
      findings: [{ message: 'gone' }],
      policy_resource: { name: 'X' },
      timestamp: { created_at: 't' },
      count: { rules: 1 },
      links: { self: 'l' },
      abilities: {},
    }),
    [
      ['id', id],
      ['is primary', true],
      ['policy keys', ['a', 'b']],
      ['findings', ['gone']],
      ['policy resource name', 'X'],
      ['created at', 't'],
      ['rules', 1],
    ],
  )
})
