import { performance } from 'node:perf_hooks'
import { run } from './run.ts'

/** One part of `npm run check`; `help` says how to fix it, where the output doesn't. */
type Step = { name: string; command: string; args: string[]; help?: string }

/** Needs some GB. One after the other, and by one processor, all of this fits into 2 GB. */
const large: readonly Step[] = [
  {
    name: 'lint',
    command: 'oxlint',
    args: ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
  },
  {
    name: 'types',
    command: 'tsc',
    args: ['--noEmit', '--pretty', 'false', '--checkers', '1'],
  },
  {
    name: 'types of the console',
    command: 'tsc',
    args: ['-p', 'console', '--noEmit', '--pretty', 'false', '--checkers', '1'],
  },
]

const small: readonly Step[] = [
  { name: 'generated files unchanged', command: 'node', args: ['tools/gen.ts', '--check'] },
  {
    name: 'unused code',
    command: 'knip',
    args: ['--no-progress', '--treat-config-hints-as-errors'],
  },
  { name: 'import direction', command: 'node', args: ['tools/check-imports.ts'] },
  { name: 'lines of rooms', command: 'node', args: ['tools/check-sizes.ts'] },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'], help: 'Run `npx oxfmt .`' },
  { name: 'migrations', command: 'node', args: ['tools/check-migrations.ts'] },
]

/** For programs in Go: the memory of one checker, collected sooner. */
const frugal = { GOMAXPROCS: '1', GOGC: '50' }

/** Runs a step and prints its line, and its output where it fails. Resolves to whether it passed. */
async function passes({ name, command, args, help }: Step): Promise<boolean> {
  const start = performance.now()
  const { code, output } = await run(command, args, frugal)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(26)} ${seconds.padStart(5)} s`)
  if (code !== 0) console.log(`\n${output.trimEnd()}\n${help === undefined ? '' : `${help}\n`}`)
  return code === 0
}

/** Resolves to the number of steps that failed. */
async function work(steps: readonly Step[]): Promise<number> {
  let failed = 0
  for (const step of steps) if (!(await passes(step))) failed++
  return failed
}

const [ofLarge, ofSmall] = await Promise.all([work(large), work(small)])
const failed = ofLarge + ofSmall
console.log(
  failed === 0 ? 'All checks pass.' : `${failed} of ${large.length + small.length} checks failed.`,
)
process.exitCode = failed === 0 ? 0 : 1
