import { Option, type Command } from 'commander'
import { readFlag } from '../../config.ts'

/**
 * An option that is on or off, or takes a value (`--out <file>`). Its variable is `MUSTER_` and its name, unless it has one of its
 * own.
 */
export type Flag = readonly [flags: string, about: string, more?: string | FlagDetails]
type FlagDetails = {
  variable?: string
  choices?: readonly string[]
  /** Reads a value; `before` is what the same option gave before. */
  read?: (text: string, before: unknown) => unknown
  fallback?: number
  isRequired?: boolean
}

export const jsonFlag: Flag = ['--json', 'print JSON, for programs']
export const fullFlag: Flag = ['--full', 'name everybody whose access changes']

/** The flag of a command that asks before it does what it shows. */
export function yesFlag(verb: string): Flag {
  return ['--yes', `${verb} without asking`]
}

export function withFlags(command: Command, flags: readonly Flag[]): Command {
  return flags.reduce(withFlag, command)
}

/** Adds an option. Commander takes any value of the variable of one that is on or off for on; here `false` means off. */
export function withFlag(command: Command, [flags, about, more = {}]: Flag): Command {
  const details = typeof more === 'string' ? { variable: more } : more
  const option = new Option(flags, about)
  const variable = details.variable ?? variableOf(option)
  option.env(variable)
  const { choices, read, fallback, isRequired = false } = details
  if (choices !== undefined) option.choices([...choices])
  if (read !== undefined) option.argParser(read)
  if (fallback !== undefined) option.default(fallback)
  command.addOption(option.makeOptionMandatory(isRequired))
  if (flags.includes('<')) return command
  const key = option.attributeName()
  return command.hook('preAction', (_, running) => {
    if (running.getOptionValueSource(key) !== 'env') return
    running.setOptionValueWithSource(key, readFlag(variable), 'env')
  })
}

/** One that may be given several times. */
export function repeated(text: string, before: unknown): unknown[] {
  return [...(Array.isArray(before) ? before : []), text]
}

/** `MUSTER_DATABASE_URL` of `--database-url`. */
export function variableOf({ long }: Option): string {
  const name = long?.replace(/^--(no-)?/, '') ?? ''
  return `MUSTER_${name.replaceAll('-', '_').toUpperCase()}`
}
