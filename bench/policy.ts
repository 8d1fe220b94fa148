import type { Findings } from './figures.ts'
import { benchCommand, numberFrom } from './options.ts'
import type { EngineOptions } from './policy/engine/measure-engine.ts'
import type { SqlOptions } from './policy/sql/measure-sql.ts'
import { measureSystem } from './policy/system/measure-system.ts'
import { startChild } from './processes/child.ts'
import { unpinned } from './processes/placement.ts'
import { runBench, type BenchOptions, type Section } from './report.ts'

type Options = BenchOptions & { people: number; rounds: number; large: boolean }

const scale = { people: 100_000, rulesets: 500, rules: 2000 }
const largeScale = { people: 1_000_000, rulesets: 2500, rules: 10_000 }

const sections: readonly Section<Options>[] = [
  {
    id: 'engine',
    title: 'The engine in memory',
    async measure({ large }) {
      const usual: EngineOptions = { scale, rounds: 7, hasBudget: true }
      const findings = await inProcess('engine', usual)
      if (!large) return findings
      const further: EngineOptions = { scale: largeScale, rounds: 3, hasBudget: false }
      const { lines, notes } = await inProcess('engine', further)
      return { lines: [...findings.lines, ...lines], notes: [...findings.notes, ...notes] }
    },
  },
  {
    id: 'sql',
    title: 'Everybody’s manifests from and to PostgreSQL',
    measure: ({ rounds }) => inProcess('sql', { scale, rounds } satisfies SqlOptions),
  },
  { id: 'system', title: 'The whole system', measure: measureSystem },
]

async function inProcess(name: 'engine' | 'sql', options: object): Promise<Findings> {
  const child = startChild(unpinned, 'any', new URL('./policy/section.ts', import.meta.url))
  try {
    return await child.ask<Findings>(name, options)
  } finally {
    await child.stop()
  }
}

const about = 'measure the policy engine, beside SQL, and the whole system, in one run'
const options = benchCommand('bench:policy', about, sections)
  .option('--people <number>', "people of the whole system's", numberFrom(500, 1_000_000), 20_000)
  .option('--rounds <number>', 'turns of Muster and of SQL', numberFrom(1, 20), 2)
  .option('--large', 'also 1,000,000 people × 10,000 rules in memory', false)
  .parse()
  .opts<Options>()
await runBench('The policy engine', sections, options)
