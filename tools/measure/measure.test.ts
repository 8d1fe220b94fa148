import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderCycles } from '../imports/folders.ts'
import { measureText } from './functions.ts'
import { countWords, proseOfMarkdown } from './words.ts'

test('folders that import one another are a cycle, with the imports that run upwards in it', () => {
  const graph = new Map([
    ['a/one.ts', ['b/one.ts', 'b/two.ts', 'c/one.ts']],
    ['b/one.ts', ['a/two.ts']],
    ['b/two.ts', []],
    ['a/two.ts', []],
    ['c/one.ts', []],
  ])
  assert.deepEqual(folderCycles(graph), [{ cycle: ['a', 'b'], upward: 1 }])
  graph.set('b/one.ts', [])
  assert.deepEqual(folderCycles(graph), [])
})

test('functions with a body are measured, and comments are collected', () => {
  const { functions, comments } = measureText(
    'a.ts',
    '/** Adds. */\nfunction add(a: number) {\n  return a // one\n}\nconst b = (c: number) => c\n',
  )
  assert.deepEqual(functions, [{ path: 'a.ts', line: 2, lines: 3 }])
  assert.match(comments, /Adds\.[^]*one/)
})

test('texts are collected from strings and templates, and SQL is not', () => {
  const { strings } = measureText(
    'a.ts',
    "const a = ['one text', 'key', `${b} has no role`, sql`select whom from x`, sql<Row>`select 1`]",
  )
  assert.deepEqual(strings, 'one text\n has no role')
})

test('tell-tale words are counted in prose, and not in code', () => {
  const prose = proseOfMarkdown('Whoever asks.\n\n```sh\nwhom\n```\n\nIt `bears` anew.')
  assert.deepEqual(countWords(prose), { words: 4, tellTales: 2, perThousand: 500 })
})
