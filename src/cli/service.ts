import { Argument, Command } from 'commander'
import { serviceAdminRoles } from '../contract/states.ts'
import { withApiOptions, type ApiOptions } from './api-options.ts'
import { withFlag } from './flag.ts'
import { limitOption, nounCommand } from './noun-commands.ts'
import { service, workspaceUser } from './nouns.ts'
import { yesFlag } from './rule.ts'
import type { ListAdminOptions, RemoveAdminOptions } from './run-service-admin.ts'

const person = 'ada.moreau@acme.example'

export function serviceCommand(): Command {
  const admin = new Command('admin')
    .description('who administers a service')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(setCommand())
    .addCommand(removeCommand())
  return nounCommand(service, { list: '--unattended', show: 'payroll-sync' }).addCommand(admin)
}

function listCommand(): Command {
  return withApiOptions(new Command('list'))
    .description('list who administers a service, and as what')
    .argument('<service>', service.argument)
    .addOption(limitOption())
    .addHelpText('after', '\nExamples:\n  $ muster service admin list payroll-sync')
    .action(async (named: string, options: ListAdminOptions) => {
      const { runListAdmins } = await import('./run-service-admin.ts')
      await runListAdmins(named, options)
    })
}

function addCommand(): Command {
  return withRole(withPerson(withApiOptions(new Command('add'))))
    .description('give a person a role on a service')
    .addHelpText('after', `\nExamples:\n  $ muster service admin add payroll-sync ${person} token`)
    .action(async (named: string, user: string, role: string, options: ApiOptions) => {
      const { runAddAdmin } = await import('./run-service-admin.ts')
      await runAddAdmin({ service: named, user, role }, options)
    })
}

function setCommand(): Command {
  return withRole(withPerson(withApiOptions(new Command('set'))))
    .description('change the role of a service’s admin')
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster service admin set payroll-sync ${person} audit\n  $ muster service admin set wssvc_01kaf7m2t4e8j9p3q5r7s9v1wx wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx audit`,
    )
    .action(async (named: string, user: string, role: string, options: ApiOptions) => {
      const { runSetAdmin } = await import('./run-service-admin.ts')
      await runSetAdmin({ service: named, user, role }, options)
    })
}

function removeCommand(): Command {
  const yes = { ...yesFlag, description: 'remove without asking' }
  return withPerson(withFlag(withApiOptions(new Command('remove')), yes))
    .description('take a person’s role on a service away')
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster service admin remove payroll-sync ${person}\n  $ muster service admin remove payroll-sync ${person} --yes\n\nIt names the role and asks, unless --yes is given.`,
    )
    .action(async (named: string, user: string, options: RemoveAdminOptions) => {
      const { runRemoveAdmin } = await import('./run-service-admin.ts')
      await runRemoveAdmin({ service: named, user }, options)
    })
}

function withPerson(command: Command): Command {
  return command
    .argument('<service>', service.argument)
    .argument('<user>', `a workspace user: ${workspaceUser.argument}`)
}

function withRole(command: Command): Command {
  return command.addArgument(
    new Argument('<role>', 'what they may do there').choices(serviceAdminRoles),
  )
}
