import { Argument, Command } from 'commander'
import { withFlags, type Flag } from './flag.ts'
import { withApiOptions } from './options.ts'

/** A command that is written by hand. */
export type Declared = {
  name: string
  about: string
  /** Each with what it may be, and its choices if there are few. */
  arguments?: readonly (readonly [name: string, about: string, choices?: readonly string[]])[]
  /** Besides those that `base` adds. */
  options?: readonly Flag[]
  /** What follows the name of the program. */
  examples: readonly string[]
  note?: string
  /** The options of its kind; by default of those that ask a server. */
  base?: (command: Command) => Command
  /** Loads what it does, which takes the arguments and the options. */
  load: () => Promise<(...given: never[]) => Promise<void>>
}

/** What a command needs is loaded when it runs, so that others start at once. */
export function declare(declared: Declared): Command {
  const { name, about, examples, note, base = withApiOptions, load } = declared
  const command = base(new Command(name)).description(about)
  for (const [argument, what, choices] of declared.arguments ?? []) {
    const made = new Argument(argument, what)
    command.addArgument(choices === undefined ? made : made.choices([...choices]))
  }
  withFlags(command, declared.options ?? [])
  const lines = examples.map((example) => `  $ muster ${example}`).join('\n')
  return command
    .addHelpText('after', `\nExamples:\n${lines}${note === undefined ? '' : `\n\n${note}`}`)
    .action(async (...given: unknown[]) => {
      // The last one is the command itself.
      await Reflect.apply(await load(), undefined, given.slice(0, -1))
    })
}
