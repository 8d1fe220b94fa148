import { Option, type Command } from 'commander'
import { withOutput, type OutputOptions } from './output-options.ts'

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
  return command
    .addOption(new Option('--url <url>', aboutUrl).env('MUSTER_URL'))
    .addOption(
      new Option('--server <name>', 'a server that `muster login` keeps').env('MUSTER_SERVER'),
    )
    .addOption(new Option('--token <token>', 'your token').env('MUSTER_TOKEN'))
    .addOption(
      new Option('--token-file <file>', 'the file with your token').env('MUSTER_TOKEN_FILE'),
    )
    .hook('preAction', (_, running) => {
      const from = (name: string) => running.getOptionValueSource(name)
      // What is written in the command beats a variable.
      if (from('tokenFile') === 'cli' && from('token') === 'env')
        running.setOptionValue('token', undefined)
    })
}

/** Whether the token of a command was given to it, and is not one that `muster login` keeps. */
export function isTokenGiven(command: Command | undefined): boolean {
  const { token, tokenFile }: ServerChoice = command?.opts() ?? {}
  return token !== undefined || tokenFile !== undefined
}
