import { InvalidArgumentError, type Command } from 'commander'
import { rulesetTypes } from '../../contract/states.ts'
import { formats, type OutputOptions } from '../output/present.ts'
import { jsonFlag, type Flag } from './flag.ts'
import { secretFlags } from './secret-flags.ts'

/** Which server a command asks, and with which token. */
export type ServerChoice = { url?: string; server?: string; token?: string; tokenFile?: string }
export type ApiOptions = ServerChoice & OutputOptions

export const defaultUrl = 'http://127.0.0.1:8600'

/** Those that choose a server and a token. */
export function serverFlags(about = `the server (default: ${defaultUrl})`): readonly Flag[] {
  return [
    ['--url <url>', about],
    ['--server <name>', 'a server that `muster login` keeps'],
    ...secretFlags('--token <token>', 'your token', { isReadLater: true }),
  ]
}

/** Whether the token of a command was given to it, and is not one that `muster login` keeps. */
export function isTokenGiven(command: Command | undefined): boolean {
  const { token, tokenFile }: ServerChoice = command?.opts() ?? {}
  return token !== undefined || tokenFile !== undefined
}

/** Those that choose what is printed: a table, JSON, CSV or ids. */
export const outputFlags: readonly Flag[] = [
  jsonFlag,
  ['--csv', 'print CSV, for spreadsheets'],
  [
    '-o, --output <format>',
    'what to print; id: only ids, one a line, for pipes',
    { choices: formats, check: oneFormat },
  ],
]

/** Those of a command that prints records of a server. */
export const apiFlags: readonly Flag[] = [...serverFlags(), ...outputFlags]

/** Flags go before variables; two flags that differ are refused. */
function oneFormat(running: Command): void {
  const { json, csv, output } = running.opts<OutputOptions>()
  const chosen = [
    ...(json === true ? [{ key: 'json', format: 'json' }] : []),
    ...(csv === true ? [{ key: 'csv', format: 'csv' }] : []),
    ...(output === undefined ? [] : [{ key: 'output', format: output }]),
  ]
  const given = chosen.filter(({ key }) => running.getOptionValueSource(key) === 'cli')
  const left = new Set((given.length > 0 ? given : chosen).map(({ format }) => format))
  if (left.size > 1)
    running.error(`error: Give one of --json, --csv and --output, not ${[...left].join(' and ')}.`)
  const [format = 'table'] = left
  running.setOptionValue('output', format)
  running.setOptionValue('json', format === 'json')
  running.setOptionValue('csv', format === 'csv')
}

const atAbout = 'as it was then, such as 2026-03-01 or 2026-03-01T08:00:00Z'
export const atFlag: Flag = ['--at <date>', atAbout, { read: readDate }]

/** The instant of a date. */
export function readDate(text: string): string {
  const instant = new Date(text)
  if (!Number.isNaN(instant.getTime())) return instant.toISOString()
  throw new InvalidArgumentError('It must be a date, such as 2026-03-01.')
}

/** `types`: of what has rulesets, or of resources alone. */
export function typeFlag(choices: readonly string[] = rulesetTypes): Flag {
  const variable = 'MUSTER_RESOURCE_TYPE'
  return ['--type <type>', 'only resources of that type', { variable, choices }]
}

/** How many rows are read; Infinity for all. */
export function limitFlag(fallback = 50, variable = 'MUSTER_LIMIT'): Flag {
  return ['--limit <number>', 'how many rows, or all', { variable, fallback, read: readLimit }]
}

function readLimit(text: string): number {
  if (text === 'all') return Infinity
  if (/^\d{1,7}$/.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('It must be a number from 1 on, or all.')
}
