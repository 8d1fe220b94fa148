import { Option, type Command } from 'commander'
import { CommandFailed } from './output.ts'

export type Flag = { flags: string; description: string; variable: string }

export const jsonFlag: Flag = {
  flags: '--json',
  description: 'print JSON, for programs',
  variable: 'MUSTER_JSON',
}

/** Adds an option that is on or off. Commander takes any value of its variable for on; here `false` means off. */
export function withFlag(command: Command, { flags, description, variable }: Flag): Command {
  const option = new Option(flags, description).env(variable)
  const key = option.attributeName()
  return command.addOption(option).hook('preAction', (_, running) => {
    if (running.getOptionValueSource(key) !== 'env') return
    running.setOptionValueWithSource(key, readFlag(variable, process.env[variable]), 'env')
  })
}

/** Empty is as if the variable were not there. Throws CommandFailed naming the variable and what it takes. */
function readFlag(variable: string, text = ''): boolean | undefined {
  const value = text.trim().toLowerCase()
  if (value === '') return undefined
  if (['1', 'true', 'yes'].includes(value)) return true
  if (['0', 'false', 'no'].includes(value)) return false
  throw new CommandFailed(
    `${variable} must be 1, true or yes, or 0, false or no, not ${JSON.stringify(text)}.`,
  )
}
