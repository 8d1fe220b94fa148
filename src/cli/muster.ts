import { Command } from 'commander'
import { version } from '../contract/version.ts'
import { auditCommand } from './audit.ts'
import { demoCommand } from './demo.ts'
import { explainError } from './explain-error.ts'
import { importCommand } from './import.ts'
import { incidentCommand } from './incident.ts'
import { initCommand } from './init.ts'
import { migrateCommand } from './migrate.ts'
import { CommandFailed, say } from './output.ts'
import { policyCommand } from './policy.ts'
import { serveCommand } from './serve.ts'
import { serviceCommand } from './service.ts'
import { signInLinkCommand } from './sign-in-link.ts'
import { tokenCommand } from './token.ts'
import { userCommand } from './user.ts'
import { whoCommand, whoHasCommand } from './who.ts'
import { whoamiCommand } from './whoami.ts'

/** `muster <noun> <verb>`. */
export function buildProgram(): Command {
  return new Command('muster')
    .version(version, '--version', 'print the version')
    .description('The directory of your people, and who should have which access.')
    .showHelpAfterError('Try `muster --help`.')
    .addHelpText(
      'after',
      `
Examples:
  $ muster demo                                    an organisation of 5,000 people to look around in
  $ muster serve                                   the server; on its first start it prints the owner's token
  $ muster import users.json --integration idp --vendor idp --type okta --primary
  $ muster policy plan policy                      whose access a folder of policy files would change
  $ muster who moreau                              people whose name contains that
  $ muster user why ada.moreau@acme.example engineering/backend

Exit codes: 0 done, 1 failed, 2 done but some input was refused, or a plan with changes, 3 done but an incident holds people. Every flag has an environment variable: see each --help.`,
    )
    .addCommand(serveCommand())
    .addCommand(initCommand())
    .addCommand(signInLinkCommand())
    .addCommand(demoCommand())
    .addCommand(importCommand())
    .addCommand(incidentCommand())
    .addCommand(policyCommand())
    .addCommand(migrateCommand())
    .addCommand(tokenCommand())
    .addCommand(whoamiCommand())
    .addCommand(whoCommand())
    .addCommand(whoHasCommand())
    .addCommand(userCommand())
    .addCommand(serviceCommand())
    .addCommand(auditCommand())
}

if (import.meta.main) {
  try {
    await buildProgram().parseAsync()
  } catch (error) {
    say(explainError(error))
    process.exitCode = error instanceof CommandFailed ? error.exitCode : 1
  }
}
