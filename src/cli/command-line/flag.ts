import { Option, type Command } from 'commander'
import { readFlag } from '../../config.ts'

/** An option that is on or off, or takes a text, or one of `choices`. */
export type Flag = readonly [
  flags: string,
  about: string,
  variable: string,
  choices?: readonly string[],
]

export const jsonFlag: Flag = ['--json', 'print JSON, for programs', 'MUSTER_JSON']

export const fullFlag: Flag = ['--full', 'name everybody whose access changes', 'MUSTER_FULL']

/** The flag of a command that asks before it does what it shows. */
export function yesFlag(verb: string): Flag {
  return ['--yes', `${verb} without asking`, 'MUSTER_YES']
}

/** Adds an option that is on or off. Commander takes any value of its variable for on; here `false` means off. */
export function withFlag(command: Command, [flags, about, variable]: Flag): Command {
  const option = new Option(flags, about).env(variable)
  const key = option.attributeName()
  return command.addOption(option).hook('preAction', (_, running) => {
    if (running.getOptionValueSource(key) !== 'env') return
    running.setOptionValueWithSource(key, readFlag(variable), 'env')
  })
}
