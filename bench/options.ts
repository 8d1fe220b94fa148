import { Command, InvalidArgumentError } from 'commander'
import type { BenchOptions, Section } from './report.ts'

export type SourcesOptions = BenchOptions & {
  people: readonly number[]
  known: number
  requests: number
  entries: number
  rounds: number
  fresh: boolean
}

export type SuggestOptions = BenchOptions & { people: number; fresh: boolean }

/** The command of a measurement, with the options that each has. `sections`: what `--only` chooses from. */
export function benchCommand<Options>(
  name: string,
  about: string,
  sections: readonly Section<Options>[],
): Command {
  const ids = sections.map(({ id }) => id)
  return new Command(name)
    .description(about)
    .option('--only <parts>', `some of ${ids.join(', ')}, separated by commas`, someOf(ids), ids)
    .option('--json', 'one JSON object on standard output', false)
    .option('--strict', 'exit code 1 where a budget is missed', false)
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
function someOf(names: readonly string[]): (text: string) => string[] {
  return (text) =>
    text.split(',').map((name) => {
      if (names.includes(name)) return name
      throw new InvalidArgumentError(`${name} is none of ${names.join(', ')}.`)
    })
}
