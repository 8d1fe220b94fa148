import { Argument, Command } from 'commander'
import { withFlags, type Flag } from './flag.ts'
import { apiFlags } from './options.ts'

type Arg = readonly [
  name: string,
  about?: string | undefined,
  choices?: readonly string[] | undefined,
]

/** A command. */
export type Declared = {
  name: string
  aliases?: readonly string[]
  about: string
  /** Each with what it may be, and its choices if there are few. */
  arguments?: readonly Arg[]
  /** The options of its kind; by default of those that ask a server. */
  base?: readonly Flag[]
  options?: readonly Flag[]
  /** Checks or completes what all options give, before it runs. */
  check?: (running: Command) => Promise<void>
  /** What follows the name of the program. */
  examples: readonly string[]
  note?: string | undefined
  /** Loads what it does, which takes the arguments and the options. */
  load: () => Promise<(...given: never[]) => Promise<void>>
}

/** What a command needs is loaded when it runs, so that others start at once. */
export function declare(declared: Declared): Command {
  const {
    name,
    aliases = [],
    about,
    base = apiFlags,
    options = [],
    check,
    examples,
    note,
  } = declared
  const command = withFlags(new Command(name), [...base, ...options]).description(about)
  for (const [argument, what, choices] of declared.arguments ?? []) {
    const made = new Argument(argument, what)
    command.addArgument(choices === undefined ? made : made.choices([...choices]))
  }
  if (check !== undefined) command.hook('preAction', (_, running) => check(running))
  const lines = examples.map((example) => `  $ muster ${example}`).join('\n')
  return command
    .aliases([...aliases])
    .addHelpText('after', `\nExamples:\n${lines}${note === undefined ? '' : `\n\n${note}`}`)
    .action(async (...given: unknown[]) => {
      // The last one is the command itself.
      await Reflect.apply(await declared.load(), undefined, given.slice(0, -1))
    })
}

/** A command with others below it. */
export function group(name: string, about: string, members: readonly Command[]): Command {
  return members.reduce(
    (whole, each) => whole.addCommand(each),
    new Command(name).description(about),
  )
}
