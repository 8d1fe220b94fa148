import { Option, type Command } from 'commander'
import { readFlag } from '../config.ts'

/** An option that is on or off, or takes a text, or one of `choices`. */
export type Flag = {
  flags: string
  description: string
  variable: string
  choices?: readonly string[]
}

export const jsonFlag: Flag = {
  flags: '--json',
  description: 'print JSON, for programs',
  variable: 'MUSTER_JSON',
}

export const fullFlag: Flag = {
  flags: '--full',
  description: 'name everybody whose access changes',
  variable: 'MUSTER_FULL',
}

/** The flag of a command that asks before it does what it shows. */
export function yesFlag(verb: string): Flag {
  return { flags: '--yes', description: `${verb} without asking`, variable: 'MUSTER_YES' }
}

/** Adds an option that is on or off. Commander takes any value of its variable for on; here `false` means off. */
export function withFlag(command: Command, { flags, description, variable }: Flag): Command {
  const option = new Option(flags, description).env(variable)
  const key = option.attributeName()
  return command.addOption(option).hook('preAction', (_, running) => {
    if (running.getOptionValueSource(key) !== 'env') return
    running.setOptionValueWithSource(key, readFlag(variable), 'env')
  })
}
