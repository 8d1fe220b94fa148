import { mkdtemp, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sharedProcess = fileURLToPath(new URL('../test/shared-process.ts', import.meta.url))

/** No process takes that long unless it hangs. */
const timeoutMilliseconds = 240 * 60_000

/** Files that run beside each other. */
export type TestPart = { name: string; files: readonly string[] }

/**
 * Runs one part after the other, a few processes taking its files in their order. Prints reports, and how long each part took.
 * Resolves to whether all is well: every file has tests, and all of them pass.
 */
export async function runTestFiles(
  parts: readonly TestPart[],
  signal: AbortSignal,
): Promise<boolean> {
  const taken: string[] = []
  let isSuccess = true
  for (const { name, files } of parts) {
    if (files.length === 0 || signal.aborted) continue
    const startedAt = performance.now()
    isSuccess = (await passes(files, signal)) && isSuccess
    taken.push(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
  console.log(taken.join('\n'))
  return isSuccess && !signal.aborted
}

type Reported = { name: string; nesting: number; details: { type?: string | undefined } }

async function passes(queue: readonly string[], signal: AbortSignal): Promise<boolean> {
  // Tests wait for locks and other processes, so there is one process more than processors.
  const processes = Math.min(queue.length, availableParallelism() + 1)
  const directory = await mkdtemp(join(tmpdir(), 'muster-test-queue-'))
  await writeFile(join(directory, 'files.json'), JSON.stringify(queue))
  const events = run({
    cwd: root,
    files: Array<string>(processes).fill(sharedProcess),
    env: { ...process.env, MUSTER_TEST_QUEUE: directory },
    concurrency: processes,
    timeout: timeoutMilliseconds,
    signal,
  })
  let isSuccess = false
  const left = new Set(queue)
  let tests = 0
  // The tests of a file are reported just before the file.
  const finish = ({ name, nesting, details }: Reported) => {
    if (nesting > 0) {
      if (details.type !== 'suite') tests += 1
      return
    }
    if (tests > 0) left.delete(name)
    tests = 0
  }
  events.on('test:pass', finish).on('test:fail', finish)
  events.on('test:summary', ({ file, success }) => {
    if (file === undefined) isSuccess = success
  })
  for await (const text of events.compose(new spec())) process.stdout.write(String(text))
  // A process that ended early leaves files without a result.
  if (left.size > 0) console.log(`Not finished, or without a test:\n  ${[...left].join('\n  ')}`)
  return isSuccess && left.size === 0
}
