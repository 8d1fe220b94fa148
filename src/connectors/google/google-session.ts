import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import type { ImportRefused } from '../records/record-source.ts'
import type { PullTools } from '../pull/connector.ts'
import { requireSecret } from '../pull/require-secret.ts'
import { byCursor, pages } from '../rest/pages.ts'
import { expiringToken, type GivenToken } from '../rest/expiring-token.ts'
import { RestSession, type Refusal, type RestAnswer } from '../rest/rest-session.ts'
import { textOf } from '../rest/text-of.ts'
import { explainForbidden, explainToken, reasonsIn } from './explain-google-error.ts'
import { endpointsOf, type GoogleEndpoints, type GoogleSettings } from './google-settings.ts'
import { scopesOf } from './scopes.ts'
import { readServiceAccountKey, type ServiceAccountKey } from './service-account-key.ts'
import { signedAssertion } from './signed-assertion.ts'

const hints = {
  unauthorised: 'Google no longer accepts the token. Sync again: each run gets a new one.',
  forbidden: 'The administrator may not read this.',
  missing:
    'Check the `url`, which is https://admin.googleapis.com, and `customer`: if it is set, it is the id of the customer.',
}

type Query = Readonly<Record<string, string>>
/** `rows`: the key that the list is at. `none`: statuses that mean that there is none. */
type Listed = { rows: string; query?: Query; none?: readonly number[] }

/** Google's APIs, as an administrator for whom a service account may act (domain-wide delegation). */
export class GoogleSession {
  readonly endpoints: GoogleEndpoints
  readonly #settings: GoogleSettings
  readonly #key: ServiceAccountKey
  readonly #session: RestSession
  /** Tokens join it as they are given. */
  readonly #secrets: string[]
  readonly #token: () => Promise<string>
  readonly #quote = (said: string): string => this.#session.quote(said)

  constructor(settings: GoogleSettings, tools: PullTools) {
    const secret = requireSecret(tools, 'service_account_key')
    this.#settings = settings
    this.#key = readServiceAccountKey(secret)
    this.#secrets = [secret]
    this.endpoints = endpointsOf(settings)
    this.#session = new RestSession({
      ...tools,
      url: settings.url,
      ca: settings.ca,
      origins: this.endpoints.origins,
      headers: async () => ({ authorization: `Bearer ${await this.#token()}` }),
      secrets: this.#secrets,
      hints,
    })
    const { pacing } = this.#session
    this.#token = expiringToken(pacing, () => this.#newToken(pacing.now()))
  }

  /** The body of an answer; null if it has one of the statuses that mean that there is none. @throws ImportRefused */
  async one(
    url: string,
    query: Query = {},
    none: readonly number[] = [404],
  ): Promise<JsonObject | null> {
    const options = { accept: [403, ...none], refusalIn }
    const { status, body } = await this.#session.ask(withQuery(url, query), options)
    if (none.includes(status)) return null
    if (status === 403) throw this.#forbidden(body)
    return isObject(body) ? body : null
  }

  /** The objects of a list, page by page. @throws ImportRefused */
  async *list(
    url: string,
    { rows: key, query = {}, none = [] }: Listed,
  ): AsyncGenerator<JsonObject> {
    const first = withQuery(url, query)
    const options = { next: nextPage, accept: [403, ...none], refusalIn }
    for await (const { status, body } of pages(this.#session, first, options)) {
      if (none.includes(status)) return
      if (status === 403) throw this.#forbidden(body)
      // An empty list is left out.
      const rows: JsonValue | undefined = isObject(body) ? (body[key] ?? []) : undefined
      if (!isList(rows))
        throw this.#session.refuse(
          `Google answered ${new URL(first).pathname} without ${key}. Check the \`url\`, which is https://admin.googleapis.com.`,
        )
      yield* rows.filter(isObject)
    }
  }

  close(): void {
    this.#session.close()
  }

  async #newToken(now: number): Promise<GivenToken> {
    const scopes = scopesOf(this.#settings)
    const { token: audience } = this.endpoints
    const subject = this.#settings.administrator
    const assertion = signedAssertion(this.#key, { subject, scopes, audience, now })
    this.#secrets.push(assertion)
    const { body } = await this.#session.ask(audience, {
      isAnonymous: true,
      form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
      accept: [400, 401, 403],
    })
    const token = textOf(body, 'access_token')
    if (token === undefined)
      throw this.#session.refuse(explainToken(body, { subject, scopes }, this.#quote))
    this.#secrets.push(token)
    return { token, seconds: Number(textOf(body, 'expires_in') ?? 3600) }
  }

  #forbidden(body: JsonValue): ImportRefused {
    return this.#session.refuse(explainForbidden(body, this.#quote))
  }
}

function withQuery(url: string, query: Query): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? url : `${url}?${text}`
}

const nextPage = byCursor('pageToken', 'nextPageToken')

const spent = /^(rateLimitExceeded|userRateLimitExceeded|quotaExceeded)$/
/** The limits are for a minute. */
const spentMilliseconds = 20_000

/** Beyond a limit Google answers with 403 as well. */
function refusalIn({ status, body }: RestAnswer): Refusal | null {
  if (status !== 403 || !reasonsIn(body).some((reason) => spent.test(reason))) return null
  const why =
    'It allows no more requests at the moment. Sync less often, or raise the quota in Google Cloud.'
  return { why, milliseconds: spentMilliseconds }
}
