import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Command } from 'commander'
import { say } from '../src/cli/output/output.ts'
import { numberFrom } from './options.ts'
import { median } from './figures.ts'

const run = promisify(execFile)
const here = join(import.meta.dirname, '..')

/** What reports have of figures, as JSON. */
type Json = {
  sections: {
    id: string
    lines: { side: string; what: string; unit: string; value: number }[]
  }[]
}

/** Figures of Muster's own side by name, with their unit. */
type Figures = Map<string, number>

/** Runs one of our measurements alternately here and in a checkout of another commit, and prints the medians. */
async function compare(commit: string, bench: string, args: readonly string[], rounds: number) {
  const directory = await mkdtemp(join(tmpdir(), 'muster-bench-commit-'))
  const there = join(directory, 'checkout')
  await run('git', ['worktree', 'add', '--detach', there, commit], { cwd: here })
  try {
    await installPackages(there)
    const found: Record<'here' | 'there', Figures[]> = { here: [], there: [] }
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}: ${commit} …`)
      found.there.push(await measure(there, bench, args))
      say(`round ${round} of ${rounds}: here …`)
      found.here.push(await measure(here, bench, args))
    }
    print(found, commit)
  } finally {
    await run('git', ['worktree', 'remove', '--force', there], { cwd: here })
    await rm(directory, { recursive: true, force: true })
  }
}

async function installPackages(there: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [here, there].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')),
  )
  if (ours === theirs) await symlink(join(here, 'node_modules'), join(there, 'node_modules'))
  else await run('npm', ['ci'], { cwd: there, maxBuffer: 100_000_000 })
}

async function measure(root: string, bench: string, args: readonly string[]): Promise<Figures> {
  const command = [join(root, 'bench', `${bench}.ts`), ...args, '--json']
  const { stdout } = await run(process.execPath, command, { cwd: root, maxBuffer: 100_000_000 })
  // Servers may log before the report.
  const report = stdout.split('\n').findLast((line) => line.startsWith('{"machine"'))
  if (report === undefined) throw new Error(`bench/${bench}.ts printed no report in ${root}`)
  const { sections }: Json = JSON.parse(report)
  return new Map(
    sections.flatMap(({ id, lines }) =>
      lines.map(({ side, what, unit, value }): [string, number] => [
        `${id}, ${side}: ${what} (${unit})`,
        value,
      ]),
    ),
  )
}

/** Figures that only one of the two commits measures are left out. */
function print({ here: ours, there: theirs }: Record<'here' | 'there', Figures[]>, commit: string) {
  for (const name of ours[0]?.keys() ?? []) {
    const [mine, other] = [ours, theirs].map((each) =>
      each.flatMap((figures) => figures.get(name) ?? []),
    )
    if (mine === undefined || other === undefined || other.length === 0) continue
    const ratio = (median(mine) / median(other)).toFixed(2)
    say(`${name}: here ${format(mine)}, ${commit} ${format(other)}, ratio ${ratio}`)
  }
}

function format(values: readonly number[]): string {
  return `${median(values).toPrecision(4)} [${values.map((value) => value.toPrecision(3)).join(' ')}]`
}

const command = new Command('bench:commit')
  .description('run bench:describe or bench:policy alternately here and at another commit')
  .argument('<commit>')
  .argument('<bench>', 'describe or policy')
  .argument('[options...]', 'options of that measurement, after --')
  .option('--rounds <number>', 'turns of each commit', numberFrom(1, 20), 3)
  .parse()
const [commit = '', bench = '', ...args] = command.args
await compare(commit, bench, args, command.opts<{ rounds: number }>().rounds)
