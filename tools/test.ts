import { globSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { globalSetup, globalTeardown } from '../test/global-setup.ts'

// npm test [-- path…]: every test file, or those at or below the paths.

const root = fileURLToPath(new URL('..', import.meta.url))
const sharedProcess = fileURLToPath(new URL('../test/shared-process.ts', import.meta.url))

/** Files that need a process of their own: this one measures its memory. */
const alone = new Set(['src/connectors/file/streaming.test.ts'])

/** Files that take longest, which come first so that no process is left with one of them at the end. */
const longest: readonly string[] = [
  'test/fuzz.test.ts',
  'test/history.property.test.ts',
  'test/cli.test.ts',
  'test/ready-bodies.property.test.ts',
  'src/connectors/import/plan-import.property.test.ts',
  'src/engine/columns/oracle.property.test.ts',
  'src/policy/plans/plan-exactness.property.test.ts',
  'test/refusals.test.ts',
  'test/campaign/crash.test.ts',
  'src/database/embedded/embedded-postgres.test.ts',
  'test/hostile-input.test.ts',
  'test/audit-atomicity.test.ts',
  'test/demo.test.ts',
]

/** No process takes that long unless it hangs. */
const timeoutMilliseconds = 30 * 60_000

function testFiles(paths: readonly string[]): string[] {
  const below = paths.map((path) => relative(root, resolve(path)))
  return globSync('{src,test,tools}/**/*.test.ts', { cwd: root })
    .toSorted()
    .filter(
      (file) =>
        below.length === 0 ||
        below.some((path) => path === '' || file === path || file.startsWith(path + sep)),
    )
}

/** Runs the files, those that can share a process in a few processes, and prints a report. Resolves to whether all is well. */
async function passes(files: readonly string[], signal: AbortSignal): Promise<boolean> {
  const queue = [
    ...longest.filter((file) => files.includes(file)),
    ...files.filter((file) => !longest.includes(file) && !alone.has(file)),
  ]
  // Tests wait for locks and other processes, so there is one process more than processors.
  const processes = Math.min(queue.length, availableParallelism() + 1)
  process.env['MUSTER_TEST_QUEUE'] = await mkdtemp(join(tmpdir(), 'muster-test-queue-'))
  await writeFile(join(process.env['MUSTER_TEST_QUEUE'], 'files.json'), JSON.stringify(queue))
  const events = run({
    cwd: root,
    files: [
      ...Array<string>(processes).fill(sharedProcess),
      ...files.filter((file) => alone.has(file)),
    ],
    concurrency: Math.max(processes, 1),
    timeout: timeoutMilliseconds,
    signal,
  })
  let isSuccess = false
  const left = new Set(queue)
  const finish = ({ name, nesting }: { name: string; nesting: number }) => {
    if (nesting === 0) left.delete(name)
  }
  events.on('test:pass', finish).on('test:fail', finish)
  events.on('test:summary', ({ file, success }) => {
    if (file === undefined) isSuccess = success
  })
  for await (const text of events.compose(new spec())) process.stdout.write(String(text))
  // A process that ended too soon leaves files that nobody reported.
  if (left.size > 0) console.log(`Not finished:\n  ${[...left].join('\n  ')}`)
  return isSuccess && left.size === 0
}

/** Interrupting the run ends the tests and then, as any run does, PostgreSQL. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort())
  }
  return controller.signal
}

const paths = process.argv.slice(2)
const files = testFiles(paths)
if (files.length === 0) {
  console.error(`There is no test file at or below ${paths.join(' or ')}.`)
  process.exit(1)
}
const signal = interruption()
await globalSetup()
try {
  process.exitCode = (await passes(files, signal)) ? 0 : 1
} finally {
  await globalTeardown()
}
