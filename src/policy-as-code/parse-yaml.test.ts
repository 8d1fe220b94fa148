import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseYaml } from './parse-yaml.ts'

/** As much as a file of a folder may hold. */
const bytes = 4 * 1024 * 1024
const filled = (piece: string) => piece.repeat(bytes / piece.length)

test('what opens level after level is refused where it is too deep, without being parsed', () => {
  for (const piece of ['[', '{', '{a: ', '- ', '? ', '[[{a: [']) {
    const parsed = parseYaml(filled(piece))
    assert.ok('faults' in parsed, piece)
    const [fault, ...others] = parsed.faults
    assert.deepEqual(others, [], piece)
    assert.equal(fault?.message, 'is nested deeper than 100 levels', piece)
    assert.equal(fault.line, 1, piece)
  }
  const stairs = Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')
  const parsed = parseYaml(stairs)
  assert.ok('faults' in parsed)
  assert.equal(parsed.faults[0]?.message, 'is nested deeper than 100 levels')
})

test('a long text that is not deep is read', () => {
  const keys = Array.from({ length: 20_000 }, (_, n) => `k${n}: [{ a: 1, b: "x" }, -1] # c\n`).join(
    '',
  )
  const parsed = parseYaml(
    `list:\n  - a: |\n      [[[[\n      {{{{\n    b: >-\n      - - -\n${keys}`,
  )
  assert.ok('data' in parsed, JSON.stringify(parsed).slice(0, 200))
})

test('a key that is there twice is told with its place, in blocks and in flow', () => {
  const parsed = parseYaml('a: 1\nb: { c: 1, "c": 2 }\na: 2\n')
  assert.deepEqual(parsed, {
    faults: [
      { message: 'Map keys must be unique', line: 3, column: 1 },
      { message: 'Map keys must be unique', line: 2, column: 12 },
    ],
  })
})

test('what aliases repeat is bounded', () => {
  const list = Array.from({ length: 5000 }, (_, n) => `v${n}`).join(', ')
  const few = parseYaml(`a: &a [${list}]\nb: [*a, *a, *a, *a]\n`)
  assert.ok('data' in few, JSON.stringify(few).slice(0, 200))
  const tooLong = {
    faults: [{ message: 'is too long with all that aliases repeat', line: 1, column: 1 }],
  }
  assert.deepEqual(parseYaml(`a: &a [${list}]\nb: [${'*a, '.repeat(90)}]\n`), tooLong)
})

test('a file with very many faults is told the first hundred, and where others begin', () => {
  const parsed = parseYaml('a: 1\n'.repeat(20_000))
  assert.ok('faults' in parsed)
  assert.equal(parsed.faults.length, 101)
  assert.deepEqual(parsed.faults.at(-1), {
    message: 'is where further faults begin',
    line: 102,
    column: 1,
  })
})
