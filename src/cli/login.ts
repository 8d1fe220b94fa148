import { Command, Option } from 'commander'
import { defaultUrl } from './api-options.ts'
import { jsonFlag, withFlag } from './flag.ts'
import { withOutput, type OutputOptions } from './output-options.ts'
import type { LoginOptions, LogoutOptions } from './run-login.ts'
import { daysOption, scopeOption } from './token-options.ts'

export function loginCommand(): Command {
  const command = withFlag(new Command('login'), jsonFlag)
    .description('log in with your browser, and keep a token for a server')
    .addOption(
      new Option(
        '--url <url>',
        `the server (default: the one that commands ask, or ${defaultUrl})`,
      ).env('MUSTER_URL'),
    )
    .addOption(
      new Option('--name <name>', 'how you call the server (default: its host name)').env(
        'MUSTER_SERVER_NAME',
      ),
    )
    .addOption(
      new Option(
        '--browser <how>',
        'open: open a browser here; print: print a link for another machine',
      )
        .choices(['open', 'print'])
        .env('MUSTER_LOGIN_BROWSER'),
    )
    .addOption(scopeOption('*.view'))
    .addOption(daysOption())
    .addHelpText(
      'after',
      `
Examples:
  $ muster login --url https://muster.acme.example
  $ muster login --url https://muster.acme.example --browser print
  $ muster login --scope '*.view' --scope policy.rule.manage
  $ muster login --url https://muster.acme.example --name prod < token.txt
  $ muster who moreau --server prod

You confirm in the browser that a token is created for this machine. It only reads, without raw profiles, unless --scope asks for more: '*' is
all that you may do. Where there is no browser, it prints a link for another machine, and asks
for the code that the page shows. A token that you have already can be pasted too, or given on standard input.
On a terminal it says whose token it is, and asks before it keeps it, unless --yes is given.
The token is kept in a file that only you can read: see \`muster help servers\`. The last server is the one that commands ask.`,
    )
    .action(async (options: LoginOptions) => {
      const { runLogin } = await import('./run-login.ts')
      await runLogin(options)
    })
  return withFlag(command, {
    flags: '--yes',
    description: 'keep the token without asking',
    variable: 'MUSTER_YES',
  })
}

export function logoutCommand(): Command {
  const command = withFlag(new Command('logout'), jsonFlag)
    .description('forget the token of a server')
    .argument('[server]', 'its name (default: the one that commands ask)')
    .addHelpText('after', '\nExamples:\n  $ muster logout\n  $ muster logout prod --revoke')
    .action(async (server: string | undefined, options: LogoutOptions) => {
      const { runLogout } = await import('./run-login.ts')
      await runLogout(server, options)
    })
  return withFlag(command, {
    flags: '--revoke',
    description: 'also end the token, and every token that was made with it',
    variable: 'MUSTER_REVOKE',
  })
}

export function serversCommand(): Command {
  return withOutput(new Command('servers'))
    .description('the servers with a token, and which one commands ask')
    .addOption(new Option('--use <name>', 'ask that one from now on').env('MUSTER_SERVERS_USE'))
    .addHelpText('after', '\nExamples:\n  $ muster servers\n  $ muster servers --use prod')
    .action(async (options: OutputOptions & { use?: string }) => {
      const { runServers } = await import('./run-login.ts')
      await runServers(options)
    })
}
