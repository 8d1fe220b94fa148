import { Command, InvalidArgumentError } from 'commander'
import { rowIds, type RowId } from './rows/row.ts'

export type Options = {
  people: number
  growth: boolean
  only: readonly RowId[]
  rounds: number
  seconds: number
  connections: number
  pool: number
  fresh: boolean
  json: boolean
  strict: boolean
}

/** Reads the command line; on `--help` or a mistake it prints and ends the process. */
export function readOptions(): Options {
  return new Command('bench:describe')
    .description(
      'measure GET /directory/users/{user} beside what it is built on, in turns, in one run',
    )
    .option('--people <number>', 'how many people', numberFrom(50, 1_000_000), 100_000)
    .option('--growth', 'also beside an organisation of 1,000 people', false)
    .option('--only <rows>', `some of ${rowIds.join(', ')}, separated by commas`, someOf(rowIds), [
      ...rowIds,
    ])
    .option('--rounds <number>', 'turns that each side has', numberFrom(1, 50), 5)
    .option('--seconds <number>', 'length of a turn', numberFrom(1, 60), 3)
    .option('--connections <number>', 'requests in flight', numberFrom(1, 500), 32)
    .option(
      '--pool <number>',
      "Muster's database connections, and those of pg alone",
      numberFrom(2, 100),
      10,
    )
    .option('--fresh', 'make the organisation anew', false)
    .option('--json', 'one JSON object on standard output', false)
    .option('--strict', 'exit code 1 where a budget is missed', false)
    .parse()
    .opts<Options>()
}

/** Reads a whole number of an option. */
export function numberFrom(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= minimum && value <= maximum) return value
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }
}

/** Reads names, separated by commas, of an option. */
export function someOf<T extends string>(names: readonly T[]): (text: string) => T[] {
  return (text) =>
    text.split(',').map((sent) => {
      const name = names.find((known) => known === sent)
      if (name !== undefined) return name
      throw new InvalidArgumentError(`${sent} is none of ${names.join(', ')}.`)
    })
}
