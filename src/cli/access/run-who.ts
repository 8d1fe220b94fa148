import type { Muster } from '../../../sdk/src/index.ts'
import type { ApiOptions } from '../command-line/api-options.ts'
import { connect } from '../connection/connect.ts'
import { findRecord, shortestSearch } from '../api/find-record.ts'
import { user } from '../nouns/directory-nouns.ts'
import type { NounRow } from '../nouns/noun.ts'
import { ruleset } from '../nouns/policy-nouns.ts'
import { dim, localTime, say } from '../output/output.ts'
import { columns, printList, printRecord, textOf } from '../output/present.ts'
import { readUpTo } from '../output/read-up-to.ts'
import { listRows } from '../api/run-noun.ts'

export type WhoOptions = ApiOptions & { limit: number }
export type WhoHasOptions = ApiOptions & { limit: number; at?: string; type?: string }

/** Prints the people that a search finds. */
export async function runWho(search: string, options: WhoOptions): Promise<void> {
  const { muster } = await connect(options)
  const more = { 'filter[search]': search }
  await listRows(user, undefined, options, { muster, more, none: noneOf(search) })
}

/** Names are searched from three characters on; of fewer, which may be inside of many, only the beginning is looked for. */
function noneOf(search: string): string {
  const numbers = 'has it as a number or the id of an account'
  return Array.from(search.trim()).length < shortestSearch
    ? `No name, username or e-mail address begins with ${JSON.stringify(search.trim())}, and nobody ${numbers}. Give at least ${shortestSearch} characters to look inside of names.`
    : `Nobody has that in their name, username or e-mail address, and nobody ${numbers}.`
}

/** Prints the manifest of a resource. */
export async function runWhoHas(resource: string, options: WhoHasOptions): Promise<void> {
  const { muster } = await connect(options)
  const narrowed = options.type === undefined ? {} : { 'filter[type]': options.type }
  const { id, row } = await findRecord(ruleset, muster, resource, { query: narrowed })
  if (row !== undefined && options.output === 'table') say(dim(titleOf(row)))
  const size = { 'page[size]': String(Math.min(500, options.limit)) }
  const query = options.at === undefined ? size : { ...size, at: options.at }
  const path = { ruleset: id }
  const list = muster.list('/policy/rulesets/{ruleset}/manifest-users', { params: { path, query } })
  const { rows, hasMore } = await readUpTo(list, options.limit, 'Listing people')
  printList(options, {
    rows,
    hasMore,
    fields: columns(
      'name: included.directory_user.full_name',
      'role: included.policy_rule.role_handle',
      'state',
      'rule: included.policy_rule.description',
      'since: phase.since',
      'until: phase.until',
      'e-mail: included.directory_user.email',
    ),
    idOf: (row) => row.included.directory_user.id,
    json: { data: rows, has_more: hasMore },
    none: rows.length > 0 ? '' : await nobody(muster, id, options.at),
  })
}

/** Which resource the name was taken for: its type, handle and name. */
function titleOf({ values: [resource, type], names }: NounRow): string {
  const others = names.filter((name) => name !== resource)
  return [textOf(type), textOf(resource), ...others.map((name) => `(${name})`)].join(' ')
}

/** Why a list of people is empty: at an instant before the ruleset, nothing is known. */
async function nobody(muster: Muster, id: string, at: string | undefined): Promise<string> {
  const { timestamp } = await muster.get('/policy/rulesets/{ruleset}', {
    params: { path: { ruleset: id } },
  })
  return at !== undefined && Date.parse(at) < Date.parse(timestamp.created_at)
    ? `Muster does not know who had it then: the ruleset was created ${localTime(timestamp.created_at)}.`
    : 'Nobody.'
}

/** Prints the owner of the token. */
export async function runWhoami(options: ApiOptions): Promise<void> {
  const { muster, origin } = await connect(options)
  const caller = await muster.get('/auth/test')
  printRecord(options, {
    id: caller.owner_id,
    json: caller,
    title: caller.owner_name,
    facts: [
      ['server', origin],
      [caller.owner_type, caller.owner_id],
      ['token', caller.token_id],
      ['until', caller.expires_at],
      ['roles', caller.roles],
      ['scopes', caller.scopes],
      ['permissions', caller.permissions],
    ],
  })
}
