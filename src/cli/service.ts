import { Argument, Command } from 'commander'
import { serviceAdminRoles } from '../contract/states.ts'
import { callApi, withApiOptions, type ApiOptions } from './api-client.ts'
import { print } from './output.ts'

export function serviceCommand(): Command {
  const admin = new Command('admin').description('who administers a service').addCommand(
    withApiOptions(new Command('set'))
      .description('change the role of a service’s admin')
      .argument('<service>', 'a service id, wssvc_…')
      .argument('<user>', 'a workspace user id, wsusr_…')
      .addArgument(new Argument('<role>', 'what they may do there').choices(serviceAdminRoles))
      .addHelpText(
        'after',
        '\nExample:\n  $ muster service admin set wssvc_01kaf7m2t4e8j9p3q5r7s9v1wx wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx audit',
      )
      .action(async (service: string, user: string, role: string, options: ApiOptions) => {
        const path = `/workspace/services/${encodeURIComponent(service)}/admins/${encodeURIComponent(user)}`
        const inForce = await callApi<string>(options, 'PATCH', path, { admin_role: role })
        print(options.json, inForce, () => `${user} is now ${inForce} on ${service}.`)
      }),
  )
  return new Command('service').description('service accounts').addCommand(admin)
}
