import { readFile } from 'node:fs/promises'
import { isForTests } from './imports/direction.ts'
import { run } from './run.ts'

// Lines are a budget (docs/decisions/0121-lines-are-a-budget.md): what adds to a room beyond it deletes too, or raises it here.

/** The most lines of each room, without tests, fixtures and generated files. */
const budgets: readonly (readonly [room: string, lines: number])[] = [
  ['src', 135_200],
  ['src/connectors/file', 5_850],
  ['src/connectors/probe', 2_450],
  ['src/cli', 10_950],
  ['src/http', 8_630],
  ['src/policy-as-code', 5_950],
  ['console/src', 35_300],
  ['bench', 5610],
]

const counted = /\.(tsx?|sql|yaml|css)$/

const { output } = await run('git', ['ls-files', 'src', 'console/src', 'bench'])
const files = output
  .split('\n')
  .filter((path) => counted.test(path) && !/\/(gen|fixtures)\//.test(path) && !isForTests(path))
const sizes = new Map(
  await Promise.all(
    files.map(async (path) => {
      const text = await readFile(path, 'utf8')
      return [path, text.split('\n').length - 1] as const
    }),
  ),
)
for (const [room, budget] of budgets) {
  const lines = [...sizes].reduce(
    (sum, [path, size]) => (path.startsWith(`${room}/`) ? sum + size : sum),
    0,
  )
  if (process.argv.includes('--print')) console.log(`${room.padEnd(22)} ${lines} of ${budget}`)
  if (lines <= budget) continue
  console.log(`${room} has ${lines} lines, and its budget is ${budget} (tools/check-sizes.ts).`)
  process.exitCode = 1
}
