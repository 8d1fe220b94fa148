import { Command } from 'commander'
import { numberFrom, someOf } from '../options.ts'
import { sectionIds, type SectionId } from './line.ts'

export type Options = {
  only: readonly SectionId[]
  people: readonly number[]
  known: number
  requests: number
  entries: number
  rounds: number
  fresh: boolean
  json: boolean
  strict: boolean
}

const readNumber = numberFrom(50, 1_000_000)

/** Reads the command line; on `--help` or a mistake it prints and ends the process. */
export function readOptions(): Options {
  return new Command('bench:sources')
    .description(
      'measure pushes by SCIM beside a server in memory, the reading of a directory beside ldapsearch, and lists among several numbers of people',
    )
    .option(
      '--only <sections>',
      `some of ${sectionIds.join(', ')}, separated by commas`,
      someOf(sectionIds),
      [...sectionIds],
    )
    .option(
      '--people <numbers>',
      'how many people lists are measured among, separated by commas; the first is what the others are compared with',
      (text) => text.split(',').map(readNumber),
      [1000, 100_000],
    )
    .option('--known <number>', 'people that are there before a push', readNumber, 1000)
    .option('--requests <number>', 'requests of each kind in a turn', numberFrom(1, 10_000), 50)
    .option('--entries <number>', 'people in the directory', readNumber, 100_000)
    .option('--rounds <number>', 'turns that each side has', numberFrom(1, 20), 3)
    .option('--fresh', 'make the organisations again', false)
    .option('--json', 'one JSON object on standard output', false)
    .option('--strict', 'exit code 1 where a budget is missed', false)
    .parse()
    .opts<Options>()
}
