import { Command, Option } from 'commander'
import { callApi, withApiOptions, type ApiOptions } from './api-client.ts'
import { bold, print, table } from './output.ts'

type Described = {
  full_name: string
  id: string
  state: string
  email: string | null
  username: string | null
  org: Record<string, string>
  count: Record<string, number>
  included: { user_manager: { full_name: string; id: string } | null }
}

export function userCommand(): Command {
  return new Command('user').description('directory users').addCommand(
    withApiOptions(new Command('show'))
      .description('describe a directory user')
      .argument('<user>', 'a directory user id, drusr_…')
      .addOption(
        new Option('--include <list>', 'related data, separated by commas').env('MUSTER_INCLUDE'),
      )
      .addHelpText(
        'after',
        `
Examples:
  $ muster user show drusr_01kaf7m2t4e8j9p3q5r7s9v1wx
  $ muster user show drusr_01kaf7m2t4e8j9p3q5r7s9v1wx --include policy-users,policy-rulesets --json | jq .included`,
      )
      .action(async (user: string, options: ApiOptions & { include?: string }) => {
        const query =
          options.include === undefined ? '' : `?include=${encodeURIComponent(options.include)}`
        const described = await callApi<Described>(
          options,
          'GET',
          `/directory/users/${encodeURIComponent(user)}${query}`,
        )
        print(options.json, described, () => showUser(described))
      }),
  )
}

function showUser(user: Described): string {
  const manager = user.included.user_manager
  const facts = [
    ['id', user.id],
    ['state', user.state],
    ['e-mail', user.email ?? '–'],
    ['username', user.username ?? '–'],
    ['manager', manager === null ? '–' : `${manager.full_name} (${manager.id})`],
    ...Object.entries(user.org).map(([key, value]) => [key, value]),
  ]
  const counts = Object.entries(user.count)
    .filter(([, value]) => value > 0)
    .map(([key, value]) => [key, String(value)])
  return `${bold(user.full_name || '(no name)')}\n${table(facts)}\n\n${table(counts)}`
}
