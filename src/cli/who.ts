import { Command, Option } from 'commander'
import { callApi, withApiOptions, type ApiOptions } from './api-client.ts'
import { findRuleset, type FoundUser } from './find-record.ts'
import { atOption, typeOption } from './options.ts'
import { localTime, print, titledTable } from './output.ts'

type Row = FoundUser & { username: string | null; org: Record<string, string> }
type Page<T> = { data: T[]; links: { next: string | null } }
type Member = {
  state: string
  phase: { since: string; until: string | null }
  included: {
    directory_user: { full_name: string; email: string | null }
    policy_rule: { role_handle: string; description: string | null }
  }
}

const limit = () =>
  new Option('--limit <number>', 'how many, at most 500').env('MUSTER_LIMIT').default('50')

export function whoCommand(): Command {
  return withApiOptions(new Command('who'))
    .description('people by a part of their name, username or e-mail address')
    .argument('<query>', 'at least three characters')
    .addOption(limit())
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster who moreau\n  $ muster who ada --json | jq .data[].id',
    )
    .action(async (search: string, options: ApiOptions & { limit: string }) => {
      const query = new URLSearchParams({ 'filter[search]': search, 'page[size]': options.limit })
      const page = await callApi<Page<Row>>(options, 'GET', `/directory/users?${query.toString()}`)
      print(options.json, page, () =>
        listed(page, 'Nobody has that in their name, username or e-mail address.', () =>
          titledTable(
            ['NAME', 'E-MAIL', 'STATE', 'ID', 'ORGANISATION'],
            page.data.map(({ full_name, email, state, id, org }) => [
              full_name,
              email ?? '–',
              state,
              id,
              Object.values(org).join(', '),
            ]),
          ),
        ),
      )
    })
}

export function whoHasCommand(): Command {
  return withApiOptions(new Command('who-has'))
    .description('who should have access to a resource, in which role, by which rule')
    .argument('<resource>', 'the id, handle or name of a resource, attribute or ruleset')
    .addOption(typeOption())
    .addOption(atOption())
    .addOption(limit())
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster who-has engineering/backend\n  $ muster who-has Engineering --type directory_attribute --at 2026-03-01',
    )
    .action(
      async (
        resource: string,
        options: ApiOptions & { type?: string; at?: string; limit: string },
      ) => {
        const ruleset = await findRuleset(options, resource, options.type)
        const query = new URLSearchParams({ 'page[size]': options.limit })
        if (options.at !== undefined) query.set('at', options.at)
        const path = `/policy/rulesets/${ruleset.id}/manifest-users?${query.toString()}`
        const page = await callApi<Page<Member>>(options, 'GET', path)
        print(options.json, page, () =>
          listed(page, 'Nobody.', () =>
            titledTable(
              ['NAME', 'ROLE', 'STATE', 'RULE', 'SINCE', 'UNTIL', 'E-MAIL'],
              page.data.map(showMember),
            ),
          ),
        )
      },
    )
}

function showMember({ state, phase, included }: Member): string[] {
  const { directory_user: user, policy_rule: rule } = included
  return [
    user.full_name,
    rule.role_handle,
    state,
    rule.description ?? '–',
    localTime(phase.since),
    phase.until === null ? '–' : localTime(phase.until),
    user.email ?? '–',
  ]
}

function listed({ data, links }: Page<unknown>, none: string, text: () => string): string {
  if (data.length === 0) return none
  return links.next === null ? text() : `${text()}\nThere are more: give --limit, at most 500.`
}
