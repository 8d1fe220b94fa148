import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync, Visitor } from 'oxc-parser'
import { globalSetup, globalTeardown } from '../test/global-setup.ts'
import { isForTests } from './imports/direction.ts'

// npm run mutate -- PATH… [TEST…]: plants faults one at a time, and prints those that the tests don't notice.

/** One fault: the text from `start` to `end` becomes `text`. */
type Fault = { path: string; line: number; start: number; end: number; text: string; was: string }
type Place = { start: number; end: number }

const opposites: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
}

/** The faults of a file, in its order. */
function faultsOf(path: string): Fault[] {
  const source = readFileSync(path, 'utf8')
  const faults: Fault[] = []
  const strings: (Place & { value: string })[] = []
  const types: Place[] = []
  const erased = ({ start, end }: Place) => void types.push({ start, end })
  const isLeft = ({ start }: Place) =>
    !types.some((type) => type.start <= start && start < type.end)
  const add = ({ start, end }: Place, text: string) => {
    const line = source.slice(0, start).split('\n').length
    faults.push({ path, line, start, end, text, was: source.slice(start, end) })
  }
  const turn = (node: Place & { left: Place; right: Place; operator: string }) => {
    const { left, right, operator } = node
    const other = opposites[operator]
    const between = source.slice(left.end, right.start)
    if (other !== undefined)
      add({ start: left.end, end: right.start }, between.replace(operator, other))
  }
  new Visitor({
    BinaryExpression: turn,
    LogicalExpression: (node) => {
      turn(node)
      // The type checker asks for a value where none is read: within its bounds an array has one.
      const isOfIndex = node.left.type === 'MemberExpression' && node.left.computed
      if (node.operator === '??' && isOfIndex && node.right.type === 'Literal') erased(node.right)
    },
    IfStatement: ({ test }) => add(test, `!(${source.slice(test.start, test.end)})`),
    ConditionalExpression: ({ test }) => add(test, `!(${source.slice(test.start, test.end)})`),
    UnaryExpression: (node) => {
      if (node.operator === '!') add({ start: node.start, end: node.start + 1 }, '')
    },
    ExpressionStatement: (node) => {
      if (!('directive' in node) || node.directive === undefined) add(node, ';')
    },
    Literal: (node) => {
      const { value } = node
      if (typeof value === 'boolean') add(node, String(!value))
      if (typeof value === 'number') add(node, String(value + 1))
      if (typeof value === 'number' && value > 0) add(node, String(value - 1))
      if (typeof value === 'string') strings.push({ start: node.start, end: node.end, value })
    },
    ImportDeclaration: erased,
    ExportAllDeclaration: erased,
    TSTypeAnnotation: erased,
    TSTypeAliasDeclaration: erased,
    TSInterfaceDeclaration: erased,
    TSTypeParameterInstantiation: erased,
  }).visit(parseSync(path, source).program)
  swapStrings(strings.filter(isLeft), add)
  return faults.filter(isLeft)
}

/** Each string becomes the next different one of the file: another state, operator or key. */
function swapStrings(
  strings: readonly (Place & { value: string })[],
  add: (place: Place, text: string) => void,
): void {
  for (const [index, each] of strings.entries()) {
    const next = [...strings.slice(index + 1), ...strings].find(({ value }) => value !== each.value)
    if (next !== undefined) add(each, `'${next.value}'`)
  }
}

/** The test of the file if there is one beside it, else all tests of its folder. */
function nearestTests(path: string): string[] {
  const own = path.replace(/\.ts$/, '.test.ts')
  const tests = existsSync(own) ? [own] : globSync(`${dirname(path)}/*.test.ts`)
  if (tests.length === 0) throw new Error(`${path} has no test beside it: name some`)
  return tests
}

/** As mulberry32: the same seed chooses the same faults. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const faultMilliseconds = 120_000

/** Whether the tests notice; the file is as before when this returns. A test that hangs has noticed. */
function isKilled({ path, start, end, text }: Fault, tests: readonly string[]): boolean {
  const source = readFileSync(path, 'utf8')
  try {
    writeFileSync(path, source.slice(0, start) + text + source.slice(end))
    return !pass(tests)
  } finally {
    writeFileSync(path, source)
  }
}

function pass(tests: readonly string[]): boolean {
  const options = { timeout: faultMilliseconds, stdio: 'ignore' } as const
  return spawnSync(process.execPath, ['--test', ...tests], options).status === 0
}

function filesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const all = globSync(`${path}/**/*.ts`).toSorted()
  return all.filter((file) => !isForTests(file) && !file.includes('/gen/'))
}

let isInterrupted = false
// A signal waits until the file is as before.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => void (isInterrupted = true))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
})
const given = positionals.filter((path) => path.endsWith('.test.ts'))
const paths = positionals.filter((path) => !given.includes(path))
if (paths.length === 0) throw new Error('npm run mutate -- PATH… [TEST…] [--count N] [--seed N]')
const random = seeded(Number(values.seed))
const chosen = paths
  .flatMap(filesAt)
  .filter((file) => !isForTests(file))
  .flatMap(faultsOf)
  .map((fault) => ({ fault, order: random() }))
  .toSorted((a, b) => a.order - b.order)
  .slice(0, Number(values.count))
  .map(({ fault }) => fault)
const testsOf = (fault: Fault) => (given.length > 0 ? given : nearestTests(fault.path))
const startedAt = performance.now()
let [killed, tried] = [0, 0]
await globalSetup()
try {
  const all = [...new Set(chosen.flatMap(testsOf))]
  if (!pass(all)) throw new Error(`The tests fail without a fault: ${all.join(' ')}`)
  for (const fault of chosen) {
    if (isInterrupted) break
    tried += 1
    if (isKilled(fault, testsOf(fault))) killed += 1
    else
      console.log(
        `survived: ${fault.path}:${fault.line}  ${fault.was.trim()}  →  ${fault.text.trim()}`,
      )
    // Signals are delivered between two faults.
    await new Promise((resolve) => setImmediate(resolve))
  }
} finally {
  await globalTeardown()
}
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(`${killed} of ${tried} faults were noticed, in ${seconds} s (seed ${values.seed}).`)
