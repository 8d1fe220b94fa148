import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { tryAgain } from '../../outgoing/explain-connection.ts'
import { requireSecret } from '../pull/require-secret.ts'
import type { PullTools } from '../pull/connector.ts'
import { byCursor, pages } from '../rest/pages.ts'
import { RestSession, type Refusal, type RestAnswer } from '../rest/rest-session.ts'
import { textOf } from '../rest/text-of.ts'
import { explainSlackError } from './explain-slack-error.ts'
import type { SlackSettings } from './slack-settings.ts'

type Query = Readonly<Record<string, string>>

const hints = {
  unauthorised: 'The token is not valid. Send the one of the app as `credentials`.',
  forbidden: 'The app may not read this.',
  missing: 'There is no such method. Check the `url`, which is https://slack.com/api.',
}

/** Slack's Web API: methods that answer with 200 whatever happens, and say in the body what did. */
export class SlackSession {
  readonly #session: RestSession
  readonly #team: Query

  constructor(settings: SlackSettings, tools: PullTools) {
    const token = requireSecret(tools, 'token')
    const { team_id: team, url, ca } = settings
    this.#team = team === undefined ? {} : { team_id: team }
    this.#session = new RestSession({
      ...tools,
      url,
      ca,
      headers: () => ({ authorization: `Bearer ${token}` }),
      secrets: [token],
      hints,
    })
  }

  /** The body of an answer; null if it names one of the errors that mean that there is none. @throws ImportRefused */
  async call(
    method: string,
    query: Query,
    none: readonly string[] = [],
  ): Promise<JsonObject | null> {
    const { body } = await this.#session.ask(this.#path(method, query), { refusalIn })
    return this.#bodyOf(method, body, none)
  }

  /** The rows of a list, page by page; none after an error that means that there is none. @throws ImportRefused */
  async *list(
    method: string,
    key: string,
    query: Query = {},
    none: readonly string[] = [],
  ): AsyncGenerator<JsonValue> {
    const first = this.#path(method, { limit: '200', ...query })
    for await (const { body, headers } of pages(this.#session, first, {
      next: nextPage,
      refusalIn,
    })) {
      if (method === 'users.list') this.#requireAddresses(headers)
      const found = this.#bodyOf(method, body, none)
      if (found === null) return
      const rows = found[key]
      if (!isList(rows))
        throw this.#session.refuse(`Slack answered ${method} without ${key}. Check the \`url\`.`)
      yield* rows
    }
  }

  /** Without this scope Slack leaves out all addresses, which looks like people without one. @throws ImportRefused */
  refuseWithoutAddresses(provided?: string): never {
    const body = { error: 'missing_scope', needed: 'users:read.email', provided: provided ?? null }
    throw this.#session.refuse(
      explainSlackError('users.list', body, (said) => this.#session.quote(said)),
    )
  }

  #requireAddresses({ 'x-oauth-scopes': provided }: RestAnswer['headers']): void {
    const scopes = provided?.split(/[\s,]+/)
    if (scopes?.includes('users:read') === true && !scopes.includes('users:read.email'))
      this.refuseWithoutAddresses(provided)
  }

  close(): void {
    this.#session.close()
  }

  #bodyOf(method: string, body: JsonValue, none: readonly string[]): JsonObject | null {
    if (isObject(body) && body['ok'] === true) return body
    if (none.includes(textOf(body, 'error') ?? '')) return null
    throw this.#session.refuse(explainSlackError(method, body, (said) => this.#session.quote(said)))
  }

  #path(method: string, query: Query): string {
    return `${method}?${new URLSearchParams({ ...query, ...this.#team }).toString()}`
  }
}

const nextPage = byCursor('cursor', 'response_metadata', 'next_cursor')

/** Errors that pass. Of its limits Slack says by 429 and `Retry-After` how long they last. */
const passing: ReadonlySet<string> = new Set([
  'ratelimited',
  'internal_error',
  'fatal_error',
  'request_timeout',
  'service_unavailable',
  'fetch_members_failed',
])

function refusalIn({ body }: RestAnswer): Refusal | null {
  const error = textOf(body, 'error') ?? ''
  return passing.has(error) ? { why: `It has a fault of its own, ${error}. ${tryAgain}` } : null
}
