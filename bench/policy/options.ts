import { Command } from 'commander'
import { numberFrom, someOf } from '../options.ts'
import { sectionIds, type SectionId } from './line.ts'

export type Options = {
  people: number
  only: readonly SectionId[]
  rounds: number
  large: boolean
  json: boolean
  strict: boolean
}

/** Reads the command line; on `--help` or a mistake it prints and ends the process. */
export function readOptions(): Options {
  return new Command('bench:policy')
    .description(
      'measure the policy engine, beside rule engines from npm and beside SQL, and the whole system, in one run',
    )
    .option(
      '--people <number>',
      "how many people the whole system's organisation has",
      numberFrom(500, 1_000_000),
      20_000,
    )
    .option(
      '--only <sections>',
      `some of ${sectionIds.join(', ')}, separated by commas`,
      someOf(sectionIds),
      [...sectionIds],
    )
    .option('--rounds <number>', 'turns of Muster and of SQL', numberFrom(1, 20), 2)
    .option('--large', 'also 1,000,000 people × 10,000 rules in memory', false)
    .option('--json', 'one JSON object on standard output', false)
    .option('--strict', 'exit code 1 where a budget is missed', false)
    .parse()
    .opts<Options>()
}
