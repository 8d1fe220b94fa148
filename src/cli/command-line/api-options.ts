import { Option, type Command } from 'commander'
import type { OutputOptions } from '../output/present.ts'
import { withOutput } from './output-options.ts'
import { withSecret } from './secret-option.ts'

/** Which server a command asks, and with which token. */
export type ServerChoice = { url?: string; server?: string; token?: string; tokenFile?: string }
export type ApiOptions = ServerChoice & OutputOptions

export const defaultUrl = 'http://127.0.0.1:8600'

/** The options of a command that prints records of a server. */
export function withApiOptions(command: Command): Command {
  return withOutput(withServerChoice(command, aboutUrl))
}

export const aboutUrl = `the server (default: ${defaultUrl})`

/** The options that choose a server and a token. */
export function withServerChoice(command: Command, aboutUrl: string): Command {
  command
    .addOption(new Option('--url <url>', aboutUrl).env('MUSTER_URL'))
    .addOption(
      new Option('--server <name>', 'a server that `muster login` keeps').env('MUSTER_SERVER'),
    )
  return withSecret(command, {
    flags: '--token <token>',
    description: 'your token',
    variable: 'MUSTER_TOKEN',
    isReadLater: true,
  })
}

/** Whether the token of a command was given to it, and is not one that `muster login` keeps. */
export function isTokenGiven(command: Command | undefined): boolean {
  const { token, tokenFile }: ServerChoice = command?.opts() ?? {}
  return token !== undefined || tokenFile !== undefined
}
