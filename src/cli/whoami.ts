import { Command } from 'commander'
import { callApi, withApiOptions, type ApiOptions } from './api-client.ts'
import { localTime, print, table } from './output.ts'

type Caller = {
  owner_type: 'user' | 'service'
  owner_id: string
  roles: string[]
  permissions: string[]
  expires_at: string
}

export function whoamiCommand(): Command {
  return withApiOptions(new Command('whoami'))
    .description('whose token this is, and what it may do')
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster whoami\n  $ muster whoami --json | jq .permissions',
    )
    .action(async (options: ApiOptions) => {
      const caller = await callApi<Caller>(options, 'GET', '/auth/test')
      print(options.json, caller, () =>
        table([
          ['server', options.url],
          [caller.owner_type, caller.owner_id],
          ['roles', caller.roles.join(', ') || '–'],
          ['until', localTime(caller.expires_at)],
          ['permissions', caller.permissions.join('\n             ') || '–'],
        ]),
      )
    })
}
