import { Command, CommanderError, type Argument } from 'commander'
import { build, describeBuild } from '../database/build.ts'
import { api } from './api/api.ts'
import { isTokenGiven } from './command-line/options.ts'
import { auditCommand } from './api/audit.ts'
import { backupCommands } from './local/backup-commands.ts'
import { completionCommand } from './command-line/completion.ts'
import { declare } from './command-line/declare.ts'
import { connectFile } from './sources/connect-file.ts'
import { demo } from './local/demo.ts'
import { attribute, dimension, identity, resource } from './nouns/directory-nouns.ts'
import { explainError } from './api/explain-error.ts'
import { helpCommand } from './command-line/help.ts'
import { importFile } from './sources/import.ts'
import { notice, noticeSetting, webhook, webhookAttempt } from './nouns/event-nouns.ts'
import { integrationCommand } from './sources/integration.ts'
import { login, logout, servers } from './login/login.ts'
import { nounCommand } from './api/noun-commands.ts'
import { CommandFailed, say, WrongArguments } from './output/output.ts'
import { incidentCommand, planCommand } from './policy/plan.ts'
import { policyCommand } from './policy/policy.ts'
import { ruleCommand, rulesetCommand } from './policy/rules.ts'
import { exception, settings } from './nouns/policy-nouns.ts'
import { doctor, serverCommands } from './local/server-commands.ts'
import { accessCommands, shrink, sponsors, whoami } from './access/access.ts'
import { role, service, serviceAdmin, token, workspaceUser } from './nouns/workspace-nouns.ts'

/** `muster <noun> <verb>`. */
export function buildProgram(): Command {
  const program = new Command('muster')
    .option('--version', 'print the version, the commit and the newest migration that it knows')
    .on('option:version', () => {
      process.stdout.write(`${describeBuild(build())}\n`)
      process.exit(0)
    })
    .description('The directory of your people, and who should have which access.')
    .helpCommand(false)
    .addHelpText(
      'after',
      `
Examples:
  $ muster demo                                    an organisation of 5,000 people to look around in
  $ muster serve                                   the server; its first start prints a link for its owner
  $ muster login                                   log in with your browser, for the commands that ask the server
  $ muster integration connect okta --type okta --at https://acme.okta.com --primary
  $ muster import badges.csv --integration badges --vendor file
  $ muster policy plan policy                      whose access a folder of policy files would change
  $ muster who moreau                              people whose name contains that
  $ muster user why ada.moreau@acme.example engineering/backend
  $ muster drift engineering/backend               what to change there at the vendor

\`list\` and \`show\` are also called \`ls\` and \`get\`. Every flag has an environment variable: see each --help. \`muster help exit-codes\` and other topics: see \`muster help\`.`,
    )
  for (const command of commandsOf(program)) program.addCommand(command)
  return withUsageErrors(program)
}

function commandsOf(program: Command): Command[] {
  return [
    ...grouped('The server:', [
      ...serverCommands(),
      ...backupCommands(),
      declare(demo),
      declare(doctor(program)),
    ]),
    ...grouped('Sources and policy files:', [
      integrationCommand(),
      ...[connectFile, importFile].map(declare),
      policyCommand(),
    ]),
    ...grouped('People and access:', [
      ...accessCommands(),
      ...[identity, resource].map((each) => nounCommand(each)),
    ]),
    ...grouped('Policy:', [
      rulesetCommand(),
      ruleCommand(),
      ...[exception, dimension, attribute, settings].map((each) => nounCommand(each)),
      planCommand(),
      incidentCommand(),
    ]),
    ...grouped('The workspace:', [
      nounCommand(workspaceUser),
      nounCommand(role),
      nounCommand(service, {
        further: [...[sponsors, shrink].map(declare), nounCommand(serviceAdmin)],
      }),
      nounCommand(token),
      nounCommand(webhook, { further: [nounCommand(webhookAttempt)] }),
      nounCommand(notice, { further: [nounCommand(noticeSetting)] }),
      auditCommand(),
      declare(api),
    ]),
    ...grouped('This machine:', [
      ...[login, logout, servers, whoami].map(declare),
      completionCommand(program),
      helpCommand(program),
    ]),
  ]
}

function grouped(title: string, members: Command[]): Command[] {
  return members.map((command) => command.helpGroup(title))
}

const usageCode = 2
/** Commands whose 2 says that there are changes or refused rows: there wrong arguments are 1. */
const saysTwo = new Set([
  'muster connect',
  'muster drift',
  'muster import',
  'muster policy plan',
  'muster integration sync',
])

/** Reports wrong arguments as other errors: once, with the next command to try. */
function withUsageErrors(command: Command, path = command.name()): Command {
  command.configureOutput({ outputError: () => undefined })
  // Former names of commands are understood, and not shown.
  command.configureHelp({
    subcommandTerm: (each) => [each.name(), ...each.registeredArguments.map(termOf)].join(' '),
    commandUsage: (each) => `${pathOf(each)} ${each.usage()}`,
  })
  command.exitOverride((error) => {
    if (error.exitCode === 0 || error.code === 'commander.help') throw error
    const message = error.message.replace(/^error: /, '')
    throw new CommandFailed(`${message}\nTry: ${path} --help`, saysTwo.has(path) ? 1 : usageCode)
  })
  for (const each of command.commands) withUsageErrors(each, `${path} ${each.name()}`)
  return command
}

function termOf(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
}

/** The reader of the output may close it early, as `| head` does. The command still runs to its end. */
function ignoreClosedPipe(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** `muster user show` */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}

/** As of grep, 1 is an answer. */
const checks = 'muster check'

function codeOf(error: unknown, path: string): number {
  if (path === checks) return usageCode
  if (error instanceof WrongArguments) return saysTwo.has(path) ? 1 : usageCode
  return error instanceof CommandFailed ? error.exitCode : 1
}

if (import.meta.main) {
  ignoreClosedPipe(process.stdout)
  ignoreClosedPipe(process.stderr)
  let running: Command | undefined
  const program = buildProgram().hook('preAction', (_, command) => void (running = command))
  try {
    await program.parseAsync()
  } catch (error) {
    // Help and version are printed already; help that no one asked for is printed in place of a verb.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageCode
    else {
      say(explainError(error, { isTokenGiven: isTokenGiven(running) }))
      process.exitCode = codeOf(error, running === undefined ? '' : pathOf(running))
    }
  }
}
