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
  /** Checks or completes what was given, before the command runs. */
  check?: (running: Command) => void
}

export const jsonFlag: Flag = ['--json', 'print JSON, for programs']
export const fullFlag: Flag = ['--full', 'name everybody whose access changes']
export const planFlag: Flag = ['--plan', 'show whose access would change; change nothing']

/** The flag of a command that asks before it does what it shows. */
export function yesFlag(verb: string): Flag {
  return ['--yes', `${verb} without asking`]
}

export function withFlags(command: Command, flags: readonly Flag[]): Command {
  return flags.reduce(withFlag, command)
}

/** Adds an option. Commander takes any value of the variable of one that is on or off for on; here `false` means off. */
function withFlag(command: Command, [flags, about, more = {}]: Flag): Command {
  const details = typeof more === 'string' ? { variable: more } : more
  const option = new Option(flags, about)
  const { choices, read, fallback, isRequired = false, check } = details
  const { variable = variableOf(option) } = details
  if (choices !== undefined) option.choices([...choices])
  if (read !== undefined) option.argParser(read)
  if (fallback !== undefined) option.default(fallback)
  command.addOption(option.env(variable).makeOptionMandatory(isRequired))
  const key = option.attributeName()
  if (!flags.includes('<'))
    command.hook('preAction', (_, running) => {
      if (running.getOptionValueSource(key) === 'env')
        running.setOptionValueWithSource(key, readFlag(variable), 'env')
    })
  return check === undefined ? command : command.hook('preAction', (_, running) => check(running))
}

/** One that may be given several times. */
export function repeated(text: string, before: unknown): unknown[] {
  return [...(Array.isArray(before) ? before : []), text]
}

/** Options that mean the same in all commands have one variable. */
const shared = new Set(['at', 'reason', 'service', 'undo'])

/** The flags with variables that are named after a noun too: `MUSTER_AUDIT_EVENT` of `--event`. */
export function flagsOf(noun: string, flags: readonly Flag[]): Flag[] {
  return flags.map(([written, about, more = {}]): Flag => {
    const option = new Option(written)
    const prefix = shared.has(option.name()) ? '' : `${noun.replaceAll(/[- ]/g, '_')}_`
    const variable = variableOf(option, prefix.toUpperCase())
    return [written, about, typeof more === 'string' ? more : { variable, ...more }]
  })
}

/** `MUSTER_DATABASE_URL` of `--database-url`. */
export function variableOf({ long }: Option, prefix = ''): string {
  const name = long?.replace(/^--(no-)?/, '') ?? ''
  return `MUSTER_${prefix}${name.replaceAll('-', '_').toUpperCase()}`
}
