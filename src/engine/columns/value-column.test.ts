import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { peopleOf } from './postings.ts'
import { ValueColumn } from './value-column.ts'

const anyChange = fc.tuple(
  fc.nat(40),
  fc.array(fc.constantFrom('a', 'A', 'b', 'c', 'ss', 'sS', 'SS'), { maxLength: 4 }),
)

test('a column holds what was last put, by person and by value', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 60, size: 'max' }), (changes) => {
      const column = new ValueColumn()
      const held = new Map<number, string[]>()
      for (const [person, values] of changes) {
        column.put(person, values)
        held.set(person, [...new Set(values)].sort())
      }
      checkColumn(column, held)
      checkColumn(ValueColumn.unpack(structuredClone(column.pack(41))), held)
    }),
  )
})

function checkColumn(column: ValueColumn, held: ReadonlyMap<number, readonly string[]>): void {
  for (const [person, values] of held) assert.deepEqual(textsOf(column, person), values)
  for (const folded of ['a', 'b', 'c', 'ss', 'd']) {
    const holders = [...held].flatMap(([person, values]) =>
      values.some((value) => value.toLowerCase() === folded) ? [person] : [],
    )
    const found = column
      .codesOf(folded)
      .flatMap((code) => Array.from(peopleOf(column.postings(), code)))
    assert.deepEqual(new Set(found), new Set(holders))
  }
}

function textsOf(column: ValueColumn, person: number): string[] {
  return column
    .valuesOf(person)
    .map(({ text }) => text)
    .sort()
}

test('lists that change over and over take no more room than a few times what is held', () => {
  const column = new ValueColumn()
  const held = new Map<number, string[]>()
  column.put(50, [])
  for (let round = 0; round < 20_000; round++) {
    const values = [`v${round % 7}`, `v${round % 11}`, 'x']
    column.put(round % 50, values)
    held.set(round % 50, [...new Set(values)].sort())
    const other = (round * 7) % 50
    assert.deepEqual(textsOf(column, other), held.get(other) ?? [])
  }
  assert.ok(column.lists.length < 10_000)
  assert.deepEqual(textsOf(column, 19_999 % 50), ['v0', 'v1', 'x'])
  assert.equal(column.codes[50], 0, 'who has no value has no list')
})

test('values of people who have one each take no room in lists', () => {
  const column = new ValueColumn()
  for (let person = 0; person < 3000; person++) column.put(person, ['x'])
  assert.equal(column.lists.length, 0)
  assert.deepEqual(textsOf(column, 2999), ['x'])
})

test('who never had a value has none', () => {
  const column = new ValueColumn()
  assert.deepEqual(column.valuesOf(0), [])
  column.put(1, ['a'])
  assert.deepEqual(
    [0, 1, 2].map((person) => textsOf(column, person)),
    [[], ['a'], []],
  )
})

test('putting the same again keeps the postings', () => {
  const column = new ValueColumn()
  column.put(0, ['a', 'b'])
  const before = column.postings()
  column.put(0, ['b', 'a'])
  assert.equal(column.readyPostings(), before)
  column.put(0, ['a'])
  assert.equal(column.readyPostings(), null)
})
