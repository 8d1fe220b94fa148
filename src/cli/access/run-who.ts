import type { Muster } from '../../../sdk/src/index.ts'
import { runList } from '../api/run-noun.ts'
import { typedBy } from '../api/resolve-names.ts'
import { findRecord, shortestSearch } from '../api/find-record.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { auditLog } from '../nouns/audit-noun.ts'
import { user } from '../nouns/directory-nouns.ts'
import { noun, type NounOptions, type NounRow } from '../nouns/noun.ts'
import { ruleset } from '../nouns/policy-nouns.ts'
import { dim, localTime, say } from '../output/output.ts'
import { printRecord, textOf } from '../output/present.ts'

/** Prints the people that a search finds. */
export async function runWho(search: string, options: NounOptions): Promise<void> {
  const more = { 'filter[search]': search }
  await runList(user, undefined, options, { more, none: async () => noneOf(search) })
}

/** Names are searched from three characters on; of fewer, which may be inside of many, only the beginning is looked for. */
function noneOf(search: string): string {
  const numbers = 'has it as a number or the id of an account'
  return Array.from(search.trim()).length < shortestSearch
    ? `No name, username or e-mail address begins with ${JSON.stringify(search.trim())}, and nobody ${numbers}. Give at least ${shortestSearch} characters to look inside of names.`
    : `Nobody has that in their name, username or e-mail address, and nobody ${numbers}.`
}

const manifest = noun({
  name: 'who-has',
  about: 'people who should have access to a resource',
  ownedBy: () => ruleset,
  list: '/policy/rulesets/{ruleset}/manifest-users',
  fields: [
    'name: included.directory_user.full_name, role: included.policy_rule.role_handle',
    'state, rule: included.policy_rule.description, since: phase.since, until: phase.until',
    'e-mail: included.directory_user.email',
  ],
  id: 'included.directory_user.id',
})

/** Prints the manifest of a resource. */
export async function runWhoHas(resource: string, options: NounOptions): Promise<void> {
  const { at, output } = options
  const { muster } = await connect(options)
  const { id, row } = await findRecord(ruleset, muster, resource, typedBy(ruleset, options))
  if (output === 'table' && row !== undefined) say(dim(titleOf(row)))
  const none = () => nobody(muster, id, at)
  const more = at === undefined ? {} : { at }
  await runList(manifest, id, options, { more, none, over: muster })
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

/** Prints the audit rows about a person, newest first. */
export async function runHistory(named: string, options: NounOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(user, muster, named)
  await runList(auditLog, undefined, options, { more: { 'filter[history]': id }, over: muster })
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
