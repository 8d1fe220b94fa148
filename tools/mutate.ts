import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseSync, Visitor } from 'oxc-parser'
import { globalSetup, globalTeardown } from '../test/global-setup.ts'
import { dropClones, testServerUrl } from '../test/template.ts'
import { isForTests } from './imports/direction.ts'

// npm run mutate -- PATH… [--tests PATH]… [--seconds N]: plants faults one at a time, and prints those that no test notices.

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

const described = new Set(['summary', 'description', 'example', 'examples'])

/** The faults of a file, in its order. */
function faultsOf(path: string): Fault[] {
  const source = readFileSync(path, 'utf8')
  const faults: Fault[] = []
  const strings: (Place & { value: string })[] = []
  const leftOut: Place[] = []
  const erased = ({ start, end }: Place) => void leftOut.push({ start, end })
  const isLeft = ({ start }: Place) =>
    !leftOut.some((each) => each.start <= start && start < each.end)
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
    // What only the API's description says.
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && described.has(key.name)) erased(value)
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

/** The tests at or below the paths. */
function testsAt(paths: readonly string[]): string[] {
  const found = paths.flatMap((path) =>
    path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.test.ts`).toSorted(),
  )
  return [...new Set(found)]
}

/** The test of the file if there is one beside it, else all tests of its folder. */
function nearestTests(path: string): string[] {
  const own = path.replace(/\.ts$/, '.test.ts')
  const tests = existsSync(own) ? [own] : globSync(`${dirname(path)}/*.test.ts`)
  if (tests.length === 0) throw new Error(`${path} has no test beside it: name some with --tests`)
  return tests
}

/** A test without a fault: how long it takes, and which parts of which files it runs. */
type Run = { test: string; seconds: number; ranges: Map<string, Range[]> }
type Range = { startOffset: number; endOffset: number; count: number }
type Coverage = {
  result: { url: string; functions: { ranges: Range[] }[] }[]
}

async function runOf(test: string, paths: ReadonlySet<string>): Promise<Run> {
  const directory = mkdtempSync(join(tmpdir(), 'coverage-'))
  const startedAt = performance.now()
  // What comes out of the compile cache is counted by function only.
  const env = { ...process.env, NODE_V8_COVERAGE: directory, NODE_DISABLE_COMPILE_CACHE: '1' }
  if (!(await passes({ test, seconds: 0 }, env)))
    throw new Error(`The test fails without a fault: ${test}`)
  const seconds = (performance.now() - startedAt) / 1000
  const ranges = new Map<string, Range[]>()
  for (const file of globSync(`${directory}/*.json`)) {
    const { result }: Coverage = JSON.parse(readFileSync(file, 'utf8'))
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue
      const path = relative(process.cwd(), fileURLToPath(url))
      // Of each process on its own: one that only loads the file has ranges that no call has split.
      if (paths.has(path))
        ranges.set(path, [
          ...(ranges.get(path) ?? []),
          ...executed(functions.flatMap((each) => each.ranges)),
        ])
    }
  }
  rmSync(directory, { recursive: true })
  return { test, seconds, ranges }
}

/** The parts that ran. A range within another says of its part what the other does not. */
function executed(ranges: readonly Range[]): Range[] {
  const parts: Range[] = []
  const open: Range[] = []
  let at = 0
  const upTo = (offset: number) => {
    const innermost = open.at(-1)
    if (innermost !== undefined && innermost.count > 0 && offset > at)
      parts.push({ startOffset: at, endOffset: offset, count: innermost.count })
    at = Math.max(at, offset)
  }
  const close = (before: number) => {
    for (
      let last = open.at(-1);
      last !== undefined && last.endOffset <= before;
      last = open.at(-1)
    ) {
      upTo(last.endOffset)
      open.pop()
    }
  }
  for (const range of ranges.toSorted(
    (a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset,
  )) {
    close(range.startOffset)
    upTo(range.startOffset)
    open.push(range)
  }
  close(Infinity)
  return parts
}

/** The tests that run the part with the fault: first those beside its file, then those of its folder, the quickest first. */
function reaching(fault: Fault, runs: readonly Run[]): Run[] {
  const isOf = (range: Range) => range.startOffset < fault.end && fault.start < range.endOffset
  const distance = ({ test }: Run) => {
    if (test === fault.path.replace(/\.ts$/, '.test.ts')) return 0
    return dirname(test) === dirname(fault.path) ? 1 : 2
  }
  return runs
    .filter(({ ranges }) => ranges.get(fault.path)?.some(isOf))
    .toSorted((a, b) => distance(a) - distance(b) || a.seconds - b.seconds)
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

/** A test with a fault may hang: it has this long, or five times as long as without one. */
const faultMilliseconds = 120_000

/**
 * The test that notices, if there is one, and how many ran; the file is as before when this returns. A test that hangs has
 * noticed. No further test begins after `seconds`.
 */
async function noticing(
  { path, start, end, text }: Fault,
  runs: readonly Run[],
  seconds: number,
): Promise<{ noticed: string | undefined; ran: number }> {
  const source = readFileSync(path, 'utf8')
  const controller = new AbortController()
  const queue = [...runs]
  const last = performance.now() + seconds * 1000
  let noticed: string | undefined
  try {
    writeFileSync(path, source.slice(0, start) + text + source.slice(end))
    await atOnce(async () => {
      while (performance.now() < last) {
        const run = queue.shift()
        if (run === undefined) return
        if (await passes(run, process.env, controller.signal)) continue
        if (!controller.signal.aborted) noticed = run.test
        controller.abort()
      }
    })
    return { noticed, ran: runs.length - queue.length }
  } finally {
    writeFileSync(path, source)
    // A test that is ended leaves its database.
    if (noticed !== undefined) await dropClones(testServerUrl())
  }
}

/** As often at once as there are processors. */
async function atOnce(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

/** Ends the test at its first failure, or when it is aborted. */
async function passes(
  { test, seconds }: Pick<Run, 'test' | 'seconds'>,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<boolean> {
  if (signal?.aborted) return false
  const timeout = Math.max(faultMilliseconds, Math.round(5000 * seconds))
  const child = spawn(process.execPath, ['--test-reporter=tap', test], {
    env,
    timeout,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const end = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', end)
  createInterface(child.stdout).on('line', (line) => {
    if (/^ *not ok/.test(line)) end()
  })
  const [code] = await once(child, 'close')
  signal?.removeEventListener('abort', end)
  return code === 0
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

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true, default: [] },
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: 'Infinity' },
  },
})
if (paths.length === 0)
  throw new Error('npm run mutate -- PATH… [--tests PATH]… [--count N] [--seed N] [--seconds N]')
const random = seeded(Number(values.seed))
const chosen = paths
  .flatMap(filesAt)
  .filter((file) => !isForTests(file))
  .flatMap(faultsOf)
  .map((fault) => ({ fault, order: random() }))
  .toSorted((a, b) => a.order - b.order)
  .slice(0, Number(values.count))
  .map(({ fault }) => fault)
const files = new Set(chosen.map(({ path }) => path))
const startedAt = performance.now()
const secondsSince = () => Math.round((performance.now() - startedAt) / 1000)
let [killed, tried] = [0, 0]
await globalSetup()
try {
  const tests =
    values.tests.length > 0 ? testsAt(values.tests) : testsAt([...files].flatMap(nearestTests))
  const runs: Run[] = []
  const queue = [...tests]
  await atOnce(async () => {
    for (let test = queue.shift(); test !== undefined; test = queue.shift()) {
      if (isInterrupted) return
      runs.push(await runOf(test, files))
    }
  })
  console.log(`${tests.length} tests run without a fault, in ${secondsSince()} s.`)
  for (const fault of chosen) {
    if (isInterrupted) break
    tried += 1
    const reached = reaching(fault, runs)
    const { noticed, ran } = await noticing(fault, reached, Number(values.seconds))
    if (noticed !== undefined) killed += 1
    const what = `${fault.path}:${fault.line}  ${fault.was.trim()}  →  ${fault.text.trim()}`
    const survived = `survived ${ran} of ${reached.length} tests:`
    const by = noticed === undefined ? survived : `noticed by ${noticed}:`
    console.log(`${tried} of ${chosen.length} ${by} ${what.replaceAll(/\s+/g, ' ')}`)
  }
} finally {
  await globalTeardown()
}
console.log(
  `${killed} of ${tried} faults were noticed, in ${secondsSince()} s (seed ${values.seed}).`,
)
