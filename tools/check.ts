import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { run } from './run.ts'

/** One part of `npm run check`; `help` says how to fix it, where the output doesn't. */
type Step = { name: string; command: string; args: string[]; help?: string }

/** The slowest first, so that the short ones fill the gaps. */
const steps: readonly Step[] = [
  {
    name: 'lint',
    command: 'oxlint',
    args: ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
  },
  { name: 'generated files unchanged', command: 'node', args: ['tools/gen.ts', '--check'] },
  { name: 'types', command: 'tsc', args: ['--noEmit', '--pretty', 'false'] },
  {
    name: 'types of the console',
    command: 'tsc',
    args: ['-p', 'console', '--noEmit', '--pretty', 'false'],
  },
  {
    name: 'unused code',
    command: 'knip',
    args: ['--no-progress', '--treat-config-hints-as-errors'],
  },
  { name: 'migrations', command: 'node', args: ['tools/check-migrations.ts'] },
  { name: 'import direction', command: 'node', args: ['tools/check-imports.ts'] },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'], help: 'Run `npx oxfmt .`' },
]

/** Runs a step and prints its line, and its output where it fails. Resolves to whether it passed. */
async function passes({ name, command, args, help }: Step): Promise<boolean> {
  const start = performance.now()
  const { code, output } = await run(command, args)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(26)} ${seconds.padStart(5)} s`)
  if (code !== 0) console.log(`\n${output.trimEnd()}\n${help === undefined ? '' : `${help}\n`}`)
  return code === 0
}

/** Takes the next step until none is left. Resolves to the number of steps that failed. */
async function work(left: Step[]): Promise<number> {
  let failed = 0
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    if (!(await passes(step))) failed++
  }
  return failed
}

const waiting = [...steps]
const workers = Array.from({ length: availableParallelism() }, () => work(waiting))
const failed = (await Promise.all(workers)).reduce((sum, each) => sum + each, 0)
console.log(failed === 0 ? 'All checks pass.' : `${failed} of ${steps.length} checks failed.`)
process.exitCode = failed === 0 ? 0 : 1
