import { Option, type Command } from 'commander'
import { readFlag } from '../config.ts'

export type Flag = { flags: string; description: string; variable: string }

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

/** Adds an option that is on or off. Commander takes any value of its variable for on; here `false` means off. */
export function withFlag(command: Command, { flags, description, variable }: Flag): Command {
  const option = new Option(flags, description).env(variable)
  const key = option.attributeName()
  return command.addOption(option).hook('preAction', (_, running) => {
    if (running.getOptionValueSource(key) !== 'env') return
    running.setOptionValueWithSource(key, readFlag(variable), 'env')
  })
}
