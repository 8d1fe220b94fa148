import type { JsonValue } from '../../contract/json.ts'
import { tryAgain } from '../../outgoing/explain-connection.ts'
import { textOf } from '../rest/text-of.ts'

const renew =
  'The token is not valid any more. Copy the one under OAuth & Permissions of the app in Slack, and send it as `credentials`.'
const install = 'Install the app in the workspace again, or let an administrator approve it.'
const team = 'The token is of an organisation: name the workspace that is to be read in `team_id`.'

/** What to do about an error that an answer names. Slack answers with 200 all the same. */
const remedies: Readonly<Record<string, string>> = {
  not_authed: renew,
  invalid_auth: renew,
  account_inactive: renew,
  token_revoked: renew,
  token_expired: renew,
  not_allowed_token_type:
    'The token is of another kind. A bot token (xoxb-…) or a user token (xoxp-…) of an app can read people and channels.',
  access_denied: install,
  no_permission: install,
  team_access_not_granted: install,
  enterprise_is_restricted: team,
  missing_argument: team,
  team_not_found: team,
  org_login_required: `The organisation is being moved. ${tryAgain}`,
  accesslimited: 'The workspace lets no one in from this network. Add the address of this server.',
  invalid_cursor: `The list changed while it was read. ${tryAgain}`,
}

/** The beginning of what Slack said, on one line and without secrets. */
type Quote = (said: string) => string

/** One sentence about an answer of `method` that is not ok. */
export function explainSlackError(method: string, body: JsonValue, quote: Quote): string {
  const error = nameIn(body) ?? 'an unnamed error'
  const said = `Slack answered ${method} with ${error}.`
  if (error === 'missing_scope') return `${said} ${explainScope(body, quote)}`
  return `${said} ${remedies[error] ?? `${tryAgain} If it stays so, see what Slack says about it.`}`
}

/** Errors are named by words like these. Whatever else a server sends is shown to no one. */
function nameIn(body: JsonValue): string | undefined {
  const name = textOf(body, 'error')
  return name !== undefined && /^[a-z0-9_]{1,80}$/i.test(name) ? name : undefined
}

function explainScope(body: JsonValue, quote: Quote): string {
  const needed = scopesIn(body, 'needed', quote) ?? 'a scope'
  const provided = scopesIn(body, 'provided', quote)
  const has = provided === undefined ? '' : ` (it has ${provided})`
  return `The token lacks ${needed}${has}. Add it under OAuth & Permissions of the app, and install the app again.`
}

function scopesIn(body: JsonValue, key: string, quote: Quote): string | undefined {
  const scopes = textOf(body, key)
  return scopes !== undefined && /^[a-z0-9_.:,\s-]*$/i.test(scopes) ? quote(scopes) : undefined
}
