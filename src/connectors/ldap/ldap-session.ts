import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import {
  Client,
  Control,
  FilterParser,
  PagedResultsControl,
  SearchRequest,
  SearchResponse,
  StatusCodeParser,
} from 'ldapts'
import { certificatesIn } from '../../outgoing/certificates.ts'
import { checkedAddress, RefusedAddress } from '../../outgoing/checked-lookup.ts'
import type { ListedHost } from '../../outgoing/listed-hosts.ts'
import { requireListedHost } from '../records/require-listed-host.ts'
import { ImportRefused } from '../records/record-source.ts'
import { ResponseParser } from './response-parser.ts'
import { explainLdapFailure } from './explain-failure.ts'
import { rootAttributes } from './flavour.ts'
import { readEntry, type LdapEntry } from './ldap-entry.ts'
import { addressOf, type LdapSettings } from './ldap-settings.ts'

/** A directory, who reads it, and which hosts may be reached. */
export type LdapTarget = {
  settings: LdapSettings
  /** Of the bind DN. */
  password: string | null
  hosts: readonly ListedHost[]
  signal?: AbortSignal | undefined
}

export type LdapSearch = {
  base: string
  filter: string
  attributes: readonly string[]
  pageSize: number
}

const connectMilliseconds = 10_000
/** For one answer, such as a page. */
const answerMilliseconds = 120_000
/** A server may send pages without entries, but not forever. */
const emptyPagesAtMost = 10_000

/** One signed-in connection. Every failure is an ImportRefused that says what to do. Referrals are noted, never followed. */
export class LdapSession {
  /** Another server that the directory referred to for a part of what was read. */
  referral: string | undefined
  readonly #client: Client
  readonly #responses: ResponseParser
  /** Far from those that the client counts itself. */
  #messageId = 2 ** 20
  readonly #signal: AbortSignal | undefined
  readonly #stop = () => void this.#client.unbind().catch(() => undefined)

  readonly #password: string | null

  private constructor(client: Client, responses: ResponseParser, { password, signal }: LdapTarget) {
    this.#client = client
    this.#responses = responses
    this.#password = password
    this.#signal = signal
    signal?.addEventListener('abort', this.#stop, { once: true })
  }

  /** Connects, encrypts and signs in. @throws ImportRefused */
  static async open(target: LdapTarget): Promise<LdapSession> {
    const { settings, password, hosts, signal } = target
    const address = addressOf(settings)
    requireListedHost(hosts, address)
    const host = address.host.replaceAll(/[[\]]/g, '')
    const where = `${address.host}:${address.port}`
    const connected = await checkedAddress(host).catch((error: unknown) => {
      if (error instanceof RefusedAddress) throw new ImportRefused(error.message)
      throw new ImportRefused(explainLdapFailure(error, { what: `Finding ${where}`, password }))
    })
    signal?.throwIfAborted()
    const tls = tlsOptions(settings, host)
    const client = new Client({
      url: settings.url.replace(/\/$/, ''),
      connectTimeout: connectMilliseconds,
      timeout: answerMilliseconds,
      ...(settings.url.startsWith('ldaps:') && { tlsOptions: tls }),
    })
    const responses = new ResponseParser(() => client['_destroySocket'](client['socket']))
    // Connects to the checked address: the name may resolve to another one now.
    Object.assign(client, { host: connected, messageParser: responses })
    const session = new LdapSession(client, responses, target)
    try {
      if (settings.start_tls === true) {
        await session.#tell(`StartTLS with ${where}`, () => withTimeout(client.startTLS(tls)))
        responses.startAgain()
      }
      const { bind_dn: bindDn = '' } = settings
      await session.#tell(`Signing in at ${where}`, () =>
        client.bind(bindDn, bindDn === '' ? '' : requirePassword(password)),
      )
      return session
    } catch (error) {
      await session.close()
      throw error
    }
  }

  /** The server's own entry. */
  async readRoot(): Promise<LdapEntry> {
    const root = await this.read('', rootAttributes)
    if (root === null)
      throw new ImportRefused('The server has no root entry. Is this an LDAP port?')
    return root
  }

  /** One entry by its name; null where there is none that may be read. */
  async read(dn: string, attributes: readonly string[]): Promise<LdapEntry | null> {
    const response = await this.#search(
      { base: dn, filter: '(objectClass=*)', attributes, pageSize: 1 },
      { scope: 'base' },
    )
    const [entry] = response?.searchEntries ?? []
    return entry === undefined ? null : readEntry(entry)
  }

  /** All entries below a base, page by page. */
  async *pages(search: LdapSearch): AsyncGenerator<LdapEntry[]> {
    let cookie: Buffer | undefined
    let empty = 0
    do {
      const paging = new PagedResultsControl({
        value: { size: search.pageSize, ...(cookie !== undefined && { cookie }) },
      })
      const response = await this.#search(search, { scope: 'sub', control: paging })
      if (response === null) throw new ImportRefused(explainMissing(search.base))
      this.referral ??= response.searchReferences.flatMap(({ uris }) => uris)[0]
      empty = response.searchEntries.length === 0 ? empty + 1 : 0
      if (empty > emptyPagesAtMost)
        throw new ImportRefused(
          'The server sends pages without an end. Restart it, and sync again.',
        )
      yield response.searchEntries.map(readEntry)
      cookie = nextCookie(response)
    } while (cookie !== undefined)
  }

  /** The names of entries below a base that refer to other servers (RFC 3296), as far as the directory shows them. */
  async referralsBelow(base: string): Promise<readonly string[]> {
    const search = { base, filter: '(objectClass=referral)', attributes: ['1.1'], pageSize: 0 }
    const response = await this.#search(search, { scope: 'sub', control: asEntries })
    return response?.searchEntries.map((entry) => readEntry(entry).dn) ?? []
  }

  async close(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#stop)
    await this.#client.unbind().catch(() => undefined)
  }

  /**
   * One request. By the client's own methods: its `search` ends at the first page without entries, also if the server says
   * that more follow, and what it left out would be taken for deleted. @returns null where there is no such base
   */
  async #search(
    { base, filter, attributes }: LdapSearch,
    { scope, control }: { scope: 'base' | 'sub'; control?: Control },
  ): Promise<SearchResponse | null> {
    const client = this.#client
    return this.#tell(`Reading ${base === '' ? 'the root entry' : `"${base}"`}`, async () => {
      if (this.#responses.refused !== undefined) throw this.#responses.refused
      this.#messageId += 1
      const request = new SearchRequest({
        messageId: this.#messageId,
        baseDN: base,
        scope,
        filter: FilterParser.parseString(filter),
        attributes: [...attributes],
        timeLimit: 0,
        ...(control !== undefined && { controls: [control] }),
      })
      const response: unknown = await client['_send'](request)
      if (!(response instanceof SearchResponse)) throw new Error('The server sent no answer.')
      if (response.status === noSuchObject && scope === 'base') return null
      if (response.status !== 0) throw StatusCodeParser.parse(response)
      return response
    })
  }

  async #tell<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await orAborted(this.#signal, work())
    } catch (error) {
      this.#signal?.throwIfAborted()
      if (error instanceof ImportRefused) throw error
      throw new ImportRefused(explainLdapFailure(error, { what, password: this.#password }), {
        cause: error,
      })
    }
  }
}

const noSuchObject = 32
/** Shows what refers to other servers as entries. */
const asEntries = new Control('2.16.840.1.113730.3.4.2')

const explainMissing = (base: string) =>
  `There is no entry "${base}", or the bind DN may not see it. Correct \`base_dns\`.`

function nextCookie({ controls = [] }: SearchResponse): Buffer | undefined {
  const paging = controls.find((control) => control instanceof PagedResultsControl)
  const cookie = paging?.value?.cookie
  return cookie === undefined || cookie.length === 0 ? undefined : cookie
}

function requirePassword(password: string | null): string {
  // A name without a password signs in as nobody (RFC 4513), which would look as if it had worked.
  if (password !== null && password !== '') return password
  throw new ImportRefused(
    'The connection has a `bind_dn` but no password. Send that as `credentials`.',
  )
}

/**
 * Certificates are always verified, against the given authorities or those that the system trusts. A name is no `host` here:
 * that would be connected to in place of its checked address.
 */
function tlsOptions({ ca }: LdapSettings, host: string): ConnectionOptions {
  return {
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ...(ca !== undefined && { ca: [...certificatesIn(ca)] }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  }
}

/** The client leaves a connection that is being opened without an end when it is told to close it. */
async function orAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new Error('aborted'))
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Timed out')), connectMilliseconds)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
