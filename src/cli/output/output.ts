import { styleText } from 'node:util'
import { escapedJson, visible } from '../../contract/text.ts'

/** A command that ends with a message and an exit code of its own. */
export class CommandFailed extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** What was given can't be meant, and nothing was sent: 2, but 1 of a command that uses 2 for something else. */
export class WrongArguments extends CommandFailed {}

/** A result on standard output: as one line of JSON for programs, or as text for people. */
export function print(asJson: boolean | undefined, value: unknown, text: string): void {
  if (asJson === true) printJson(value)
  else printText(text)
}

/** One line of JSON on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${escapedJson(value)}\n`)
}

/** Text for people or spreadsheets on standard output. */
export function printText(text: string): void {
  process.stdout.write(`${harmless(text)}\n`)
}

/** A word of a command to paste, as a shell takes it. */
export function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** A command to paste: `words` as they are, then options by their names, of which `true` is a flag and a list is repeated. */
export function commandText(words: readonly string[], options: Readonly<Record<string, unknown>>) {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll('_', '-')}`
    if (value === true) return [flag]
    const values = Array.isArray(value)
      ? value
      : value === undefined || value === false
        ? []
        : [value]
    return values.flatMap((each) => [flag, quoted(String(each))])
  })
  return [...words, ...flags].join(' ')
}

/** News for people, on standard error, so that standard output stays the result's. */
export function say(line: string): void {
  process.stderr.write(`${harmless(line)}\n`)
}

// The styles below begin with the character that terminals obey.
// oxlint-disable-next-line eslint/no-control-regex
const layout = /([\t\n]|\u001b\[(?:1|2|22|31|32|33|39)m)/

/**
 * Keeps lines, tabs and our own styles, and makes other control characters visible: some texts come from foreign
 * files.
 */
export function harmless(text: string): string {
  return text
    .split(layout)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join('')
}

/** The styles, on a terminal without NO_COLOR. */
export function bold(text: string): string {
  return styleText('bold', text)
}

export function dim(text: string): string {
  return styleText('dim', text)
}

const colours = {
  green: ['active', 'managed', 'ready', 'applied', 'in', 'ok', 'approved'],
  yellow: ['staged', 'expiring', 'suspended', 'monitored', 'planning', 'in_grace', 'open', 'warn'],
  red: ['expired', 'deactivated', 'revoked', 'failed', 'stale', 'fail', 'rejected'],
} as const

/** A state in its colour; the word says the same without one. */
export function coloured(state: string): string {
  const colour = (['green', 'yellow', 'red'] as const).find((each) =>
    colours[each].some((known) => known === state),
  )
  return colour === undefined ? state : styleText(colour, state)
}

/** The columns of the terminal; Infinity where standard output is a file or a pipe. */
export function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : Infinity
}

/** An instant in the zone of this machine, to the minute: `2026-11-24 15:37`. */
export function localTime(instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(instant),
  )
}
