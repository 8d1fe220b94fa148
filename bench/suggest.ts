import { benchCommand, numberFrom, type SuggestOptions } from './options.ts'
import { runBench, type Section } from './report.ts'
import { measureDemo } from './suggest/measure-demo.ts'
import { measureLarge } from './suggest/measure-large.ts'

const sections: readonly Section<SuggestOptions>[] = [
  { id: 'demo', title: 'Rules for the groups of the demo', measure: measureDemo },
  { id: 'large', title: '200 groups among 100,000 people', measure: measureLarge },
]

const about =
  'measure suggested rules: how often they fit, whom they admit, and how long a search takes'
const options = benchCommand('bench:suggest', about, sections)
  .option('--people <number>', "people of the demo's", numberFrom(500, 100_000), 2_000)
  .option('--fresh', 'build the organisation again', false)
  .parse()
  .opts<SuggestOptions>()
await runBench('Suggested rules', sections, options)
