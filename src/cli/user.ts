import { Command, Option } from 'commander'
import { callApi, withApiOptions, type ApiOptions } from './api-client.ts'
import { describeExplanation, type Explanation } from './describe-explanation.ts'
import { describeLogs, type Log } from './describe-log.ts'
import { findRuleset, findUser, findUserId } from './find-record.ts'
import { atOption, typeOption } from './options.ts'
import { bold, localTime, print, table, titledTable } from './output.ts'

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
type Access = {
  policy_resource: { name: string; handle: string | null }
  type: string
  role_handle: string
  state: string
  since: string
  until: string | null
  why: string
}
const who = 'an id, e-mail address, username or name'

export function userCommand(): Command {
  return new Command('user')
    .description('directory users')
    .addCommand(showCommand())
    .addCommand(accessCommand())
    .addCommand(whyCommand())
    .addCommand(historyCommand())
}

function showCommand(): Command {
  return withApiOptions(new Command('show'))
    .description('describe a directory user')
    .argument('<user>', who)
    .addOption(
      new Option('--include <list>', 'related data, separated by commas').env('MUSTER_INCLUDE'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster user show ada.moreau@acme.example
  $ muster user show "Ada Moreau"
  $ muster user show drusr_01kaf7m2t4e8j9p3q5r7s9v1wx --include policy-users,policy-rulesets --json | jq .included`,
    )
    .action(async (user: string, options: ApiOptions & { include?: string }) => {
      const id = await findUserId(options, user)
      const query =
        options.include === undefined ? '' : `?include=${encodeURIComponent(options.include)}`
      const described = await callApi<Described>(options, 'GET', `/directory/users/${id}${query}`)
      print(options.json, described, () => showUser(described))
    })
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

function accessCommand(): Command {
  return withApiOptions(new Command('access'))
    .description('what a person has access to, and why')
    .argument('<user>', who)
    .addOption(atOption())
    .addOption(typeOption())
    .addHelpText(
      'after',
      `
Examples:
  $ muster user access ada.moreau@acme.example
  $ muster user access "Ada Moreau" --type codehost_group --at 2026-03-01`,
    )
    .action(async (named: string, options: ApiOptions & { at?: string; type?: string }) => {
      const user = await findUser(options, named)
      const query = new URLSearchParams({ 'page[size]': '500' })
      if (options.at !== undefined) query.set('at', options.at)
      if (options.type !== undefined) query.set('filter[type]', options.type)
      const path = `/directory/users/${user.id}/access?${query.toString()}`
      const page = await callApi<{ data: Access[] }>(options, 'GET', path)
      print(options.json, page, () =>
        page.data.length === 0
          ? `${user.full_name} is in no manifest.`
          : titledTable(
              ['RESOURCE', 'ROLE', 'STATE', 'WHY', 'SINCE', 'UNTIL', 'TYPE'],
              page.data.map(showAccess),
            ),
      )
    })
}

function showAccess({ policy_resource: resource, ...access }: Access): string[] {
  return [
    resource.handle ?? resource.name,
    access.role_handle,
    access.state,
    access.why,
    localTime(access.since),
    access.until === null ? '–' : localTime(access.until),
    access.type,
  ]
}

function whyCommand(): Command {
  return withApiOptions(new Command('why'))
    .description('why a person has access to a resource, or why not')
    .argument('<user>', who)
    .argument('<resource>', 'the id, handle or name of a resource, attribute or ruleset')
    .addOption(typeOption())
    .addHelpText(
      'after',
      `
Examples:
  $ muster user why ada.moreau@acme.example engineering/backend
  $ muster user why "Ada Moreau" Engineering --type directory_attribute`,
    )
    .action(async (named: string, resource: string, options: ApiOptions & { type?: string }) => {
      const [user, ruleset] = [
        await findUser(options, named),
        await findRuleset(options, resource, options.type),
      ]
      const path = `/directory/users/${user.id}/explain?ruleset=${ruleset.id}`
      const explanation = await callApi<Explanation>(options, 'GET', path)
      const { handle, name } = ruleset.policy_resource
      print(options.json, explanation, () =>
        describeExplanation(user.full_name, `${ruleset.type} ${handle ?? name}`, explanation),
      )
    })
}

function historyCommand(): Command {
  return withApiOptions(new Command('history'))
    .description('what happened to a person, newest first')
    .argument('<user>', who)
    .addOption(
      new Option('--limit <number>', 'how many, at most 500')
        .env('MUSTER_AUDIT_LIMIT')
        .default('20'),
    )
    .addHelpText('after', '\nExamples:\n  $ muster user history ada.moreau@acme.example --limit 50')
    .action(async (named: string, options: ApiOptions & { limit: string }) => {
      const query = new URLSearchParams({
        'filter[subject]': await findUserId(options, named),
        'page[size]': options.limit,
      })
      const path = `/audit/logs?${query.toString()}`
      const page = await callApi<{ data: Log[] }>(options, 'GET', path)
      print(options.json, page, () => describeLogs(page.data))
    })
}
