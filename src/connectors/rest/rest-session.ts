import { parseExactJson } from '../../contract/exact-json.ts'
import type { JsonValue } from '../../contract/json.ts'
import { oneLine } from '../../contract/text.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { ListedHost } from '../../outgoing/listed-hosts.ts'
import { requireListedHost } from '../records/require-listed-host.ts'
import { longestForm, masked } from '../../outgoing/masked.ts'
import { RefusedAddress } from '../../outgoing/checked-lookup.ts'
import { explainAnswer, explainNetwork, type AnswerHints } from './explain-rest-failure.ts'
import {
  requestedDelay,
  attemptsAtMost,
  backoff,
  realPacing,
  longestWaitMilliseconds,
  type Pacing,
} from './pacing.ts'
import {
  AnswerTooLarge,
  httpsTransport,
  type RawAnswer,
  type RestTools,
  type Transport,
} from './transport.ts'

export type RestAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: JsonValue
}

export type RestOptions = RestTools & {
  /** Paths are below it, and links lead nowhere else. */
  url: string
  /** Further origins that may be asked, such as the one that gives tokens. */
  origins?: readonly string[]
  ca?: string | undefined
  hosts: readonly ListedHost[]
  /** With the secret. Asked before each request, because tokens expire. */
  headers: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>
  /** Never shown in a message. */
  secrets: readonly string[]
  /** What answers of this vendor mean. */
  hints: AnswerHints
  signal?: AbortSignal | undefined
}

export type AskOptions = {
  /** Answers that the caller understands; others end the run. */
  accept?: readonly number[]
  /** Sent as JSON by POST. */
  body?: JsonValue
  /** Sent as a form by POST. */
  form?: Readonly<Record<string, string>>
  /** Without the session's own headers, which hold the secret. */
  isAnonymous?: boolean
  /** Some vendors refuse with status 200. Null if it is an answer. */
  refusalIn?: (answer: RestAnswer) => Refusal | null
}

/** It is asked again after a while: in so many milliseconds, or as the headers say, or later each time. `why` says what to do. */
export type Refusal = { why: string; said?: string; milliseconds?: number | null }

const answerMilliseconds = 120_000

/**
 * Requests to one source. It waits when the source says so, and asks again where there is no proper answer, within limits. Every other
 * failure is an ImportRefused that says what to do.
 */
export class RestSession {
  readonly #options: RestOptions
  readonly #base: URL
  readonly #origins: ReadonlySet<string>
  readonly #transport: Transport
  readonly #pacing: Pacing
  #waited = 0
  #begunAt: Date | null = null

  constructor(options: RestOptions) {
    const { url, origins = [], ca, transport, pacing } = options
    this.#options = options
    this.#base = new URL(url.replace(/\/*$/, '/'))
    this.#origins = new Set([this.#base.origin, ...origins])
    this.#transport = transport ?? httpsTransport(ca)
    this.#pacing = pacing ?? realPacing
  }

  /** When the first answer came, by the source's clock. */
  get begunAt(): Date | null {
    return this.#begunAt
  }

  get pacing(): Pacing {
    return this.#pacing
  }

  /** One answer. `where` is a path below the url, or a link that the source gave. @throws ImportRefused */
  async ask(where: string | URL, options: AskOptions = {}): Promise<RestAnswer> {
    const url = this.resolve(where)
    this.#waited = 0
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(url, options)
      if ('answer' in outcome) return outcome.answer
      if (attempt + 1 >= attemptsAtMost) throw outcome.failure
      await this.#wait(outcome.wait ?? backoff(attempt, this.#pacing), outcome.failure)
    }
  }

  /** Where a path or a link leads. @throws ImportRefused if that is another host */
  resolve(where: string | URL): URL {
    const url = typeof where === 'string' ? parsed(where, this.#base) : where
    if (url === null)
      throw this.refuse(
        `The source names "${this.quote(String(where))}" as the next address to read, which is not an address. Is the \`url\` the one of its API?`,
      )
    if (this.#origins.has(url.origin)) return url
    throw this.refuse(
      `The source refers to ${this.quote(url.origin)}, which is not where it was connected. Nothing was sent there. If it has moved, change the \`url\`.`,
    )
  }

  /** An error without secrets: a server may repeat what was sent to it. Parts that are cut off have to come from {@link quote}. */
  refuse(text: string, options?: ErrorOptions): ImportRefused {
    return new ImportRefused(this.#masked(text), options)
  }

  /** The beginning of what a server said, on one line and without secrets. */
  quote(said: string, length = 80): string {
    const longest = longestForm(this.#options.secrets)
    const head = said.slice(0, length + 2 * longest)
    const masked = this.#masked(head)
    // The head may end within a secret.
    const end = head.length < said.length ? masked.length - longest : masked.length
    return oneLine(masked.slice(0, Math.max(0, end)), length)
  }

  close(): void {
    this.#transport.close()
  }

  async #attempt(url: URL, options: AskOptions): Promise<Outcome> {
    const { signal, hosts } = this.#options
    signal?.throwIfAborted()
    requireListedHost(hosts, { host: url.hostname, port: Number(url.port || 443) })
    const raw = await this.#send(url, options)
    if (!('status' in raw)) return raw
    this.#noteTime(raw)
    return this.#judge(url, raw, options)
  }

  async #send(url: URL, options: AskOptions): Promise<RawAnswer | Failed> {
    const { signal } = this.#options
    const limit = AbortSignal.timeout(answerMilliseconds)
    try {
      return await this.#transport.send({
        method: options.body === undefined && options.form === undefined ? 'GET' : 'POST',
        url,
        ...(await this.#content(options)),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      })
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof ImportRefused) throw error
      const said = this.quote(error instanceof Error ? error.message : String(error), 300)
      const { text, isLasting } = explainNetwork(error, { host: url.host, said })
      const failure = this.refuse(text, { cause: error })
      if (isLasting || error instanceof RefusedAddress || error instanceof AnswerTooLarge)
        throw failure
      return { failure }
    }
  }

  async #content({ body, form, isAnonymous = false }: AskOptions) {
    const own = isAnonymous ? {} : await this.#options.headers()
    const headers = { accept: 'application/json', 'user-agent': 'muster', ...own }
    if (form !== undefined)
      return {
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      }
    if (body === undefined) return { headers }
    return {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
  }

  #judge(url: URL, raw: RawAnswer, { accept = [], refusalIn }: AskOptions): Outcome {
    const { status, headers, text } = raw
    const failure = () =>
      this.refuse(explainAnswer(url, { status, said: this.quote(text, 300) }, this.#options.hints))
    const wait = requestedDelay(raw, this.#pacing)
    if (status === 429 || (isOverloaded(status) && wait !== null))
      return { failure: failure(), wait }
    if (status === 403 && isSpent(headers)) return { failure: failure(), wait }
    if (status >= 500 || status === 408) return { failure: failure() }
    const isGood = status >= 200 && status < 300
    if (!isGood && !accept.includes(status)) throw failure()
    const body = parseJson(text)
    if (body === undefined && isGood) return { failure: failure() }
    const answer = { status, headers, body: body ?? null }
    const refusal = refusalIn?.(answer) ?? null
    if (refusal === null) return { answer }
    const { why, said, milliseconds } = refusal
    const quoted = said === undefined ? '' : ` (${this.quote(said)})`
    const refused = this.refuse(`${url.host} refused ${url.pathname}. ${why}${quoted}`)
    return { failure: refused, wait: milliseconds ?? wait }
  }

  async #wait(milliseconds: number, failure: ImportRefused): Promise<void> {
    this.#waited += milliseconds
    if (this.#waited > longestWaitMilliseconds) throw failure
    const { signal } = this.#options
    await this.#pacing.sleep(milliseconds, signal)
    signal?.throwIfAborted()
  }

  #masked(text: string): string {
    return masked(text, this.#options.secrets)
  }

  #noteTime({ headers }: RawAnswer): void {
    const time = Date.parse(headers['date'] ?? '')
    if (!Number.isNaN(time)) this.#begunAt ??= new Date(time)
  }
}

type Failed = { failure: ImportRefused; wait?: number | null }
type Outcome = { answer: RestAnswer } | Failed

const isOverloaded = (status: number) => status === 503

/** GitHub refuses requests beyond a limit by 403. */
function isSpent(headers: Readonly<Record<string, string>>): boolean {
  return headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'
}

function parsed(where: string, base: URL): URL | null {
  // A path that begins with a slash would leave the base's own path.
  const relative = /^https?:/i.test(where) ? where : where.replace(/^\/+/, '')
  return URL.parse(relative, base)
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
