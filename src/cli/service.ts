import { Argument, Command } from 'commander'
import { serviceAdminRoles } from '../contract/states.ts'
import { withApiOptions, type ApiOptions } from './api-options.ts'
import { nounCommand } from './noun-commands.ts'
import { service, workspaceUser } from './nouns.ts'

export function serviceCommand(): Command {
  const admin = new Command('admin').description('who administers a service').addCommand(
    withApiOptions(new Command('set'))
      .description('change the role of a service’s admin')
      .argument('<service>', service.argument)
      .argument('<user>', `a workspace user: ${workspaceUser.argument}`)
      .addArgument(new Argument('<role>', 'what they may do there').choices(serviceAdminRoles))
      .addHelpText(
        'after',
        '\nExamples:\n  $ muster service admin set payroll-sync ada.moreau@acme.example audit\n  $ muster service admin set wssvc_01kaf7m2t4e8j9p3q5r7s9v1wx wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx audit',
      )
      .action(async (named: string, user: string, role: string, options: ApiOptions) => {
        const { runSetAdmin } = await import('./run-set-admin.ts')
        await runSetAdmin({ service: named, user, role }, options)
      }),
  )
  return nounCommand(service, { list: '--unattended', show: 'payroll-sync' }).addCommand(admin)
}
