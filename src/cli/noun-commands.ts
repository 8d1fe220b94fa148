import { Command, InvalidArgumentError, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { withFlag } from './flag.ts'
import type { Filter, Noun } from './noun.ts'
import { dateOption } from './options.ts'
import type { NounOptions } from './run-noun.ts'

type Examples = { list: string; show: string }

/** `muster <noun> list` and `muster <noun> show`. What they need is loaded when they run. */
export function nounCommand(noun: Noun, examples: Examples): Command {
  return new Command(noun.name)
    .description(noun.about)
    .addCommand(listCommand(noun, examples.list))
    .addCommand(showCommand(noun, examples.show))
}

/** `muster <noun> list`, with an option for each filter. */
export function listCommand(noun: Noun, example: string): Command {
  const owner = noun.owners.find(({ flags }) => flags === undefined)?.of()
  const command = withApiOptions(new Command('list')).description(`list ${noun.about}`)
  if (owner !== undefined) {
    command.argument(`<${owner.name}>`, owner.argument)
    addType(command, owner)
  }
  addOwnerOptions(command, noun)
  for (const filter of noun.filters) addFilter(command, noun, filter)
  return command
    .addOption(limitOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster ${noun.name} list ${example}\n  $ muster ${noun.name} list ${example} -o id`,
    )
    .action(async (...args: unknown[]) => {
      const [named, options] = owner === undefined ? [undefined, args[0]] : args
      const { runList } = await import('./run-noun.ts')
      // Commander gives the arguments that are declared above.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      await runList(noun, named as string | undefined, options as NounOptions)
    })
}

function showCommand(noun: Noun, example: string): Command {
  const command = withApiOptions(new Command('show'))
    .description(`show one ${noun.name.replace('-', ' ')}`)
    .argument(`<${noun.name}>`, noun.argument)
  addType(command, noun)
  addOwnerOptions(command, noun)
  const { part } = noun
  if (part !== undefined) addFilter(command, noun, part)
  return command
    .addOption(
      new Option(
        '--include <list>',
        'related data of the API, separated by commas, for --json',
      ).env('MUSTER_INCLUDE'),
    )
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster ${noun.name} show ${example}\n  $ muster ${noun.name} show ${example} --json`,
    )
    .action(async (named: string, options: NounOptions) => {
      const { runShow } = await import('./run-noun.ts')
      await runShow(noun, named, options)
    })
}

/** Records of several types may have one name. */
function addType(command: Command, noun: Noun): void {
  const filter = noun.filters.find(({ flags }) => flags.startsWith('--type '))
  if (filter !== undefined) addFilter(command, noun, filter)
}

export function addOwnerOptions(command: Command, { name, owners }: Noun): void {
  for (const { flags, of, param } of owners) {
    if (flags === undefined) continue
    const option = new Option(flags, `of a ${of().what}: ${of().argument}`)
    // Older than the others, and shared with `token create`.
    const variable = param === 'service' ? 'MUSTER_SERVICE' : variableOf(name, param)
    command.addOption(option.env(variable))
  }
}

function variableOf(noun: string, option: string): string {
  return `MUSTER_${noun}_${option}`.replaceAll(/[- ]/g, '_').toUpperCase()
}

function addFilter(
  command: Command,
  { name }: Noun,
  { flags, about, choices, isDate = false }: Pick<Filter, 'flags' | 'about' | 'choices' | 'isDate'>,
): void {
  const [, long = ''] = /^--(\S+)/.exec(flags) ?? []
  const variable = variableOf(name, long)
  if (!flags.includes('<')) withFlag(command, { flags, description: about, variable })
  else if (isDate) command.addOption(dateOption(flags, about, variable))
  else {
    const option = new Option(flags, about).env(variable)
    command.addOption(choices === undefined ? option : option.choices(choices))
  }
}

/** How many rows are read; Infinity for all. */
export function limitOption(fallback = 50, variable = 'MUSTER_LIMIT'): Option {
  return new Option('--limit <number>', 'how many rows, or all')
    .env(variable)
    .default(fallback)
    .argParser((text) => {
      if (text === 'all') return Infinity
      if (/^\d{1,7}$/.test(text) && Number(text) > 0) return Number(text)
      throw new InvalidArgumentError('It must be a number from 1 on, or all.')
    })
}
