import { failureOf, errorCode } from './failure.ts'

/** The URLs of a database URL, one for each host that it names, in their order. Directories of sockets are named in `?host=`. */
export function urlsOf(text: string): string[] {
  const [, start = '', authority = '', rest = ''] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  return authority.split(',').flatMap((host) => urlsOfSockets(`${start}${host}${rest}`))
}

function urlsOfSockets(text: string): string[] {
  const sockets = URL.parse(text)?.searchParams.get('host')?.split(',') ?? []
  if (sockets.length < 2) return [text]
  return sockets.map((socket) => {
    const url = new URL(text)
    url.searchParams.set('host', socket)
    return url.href
  })
}

/**
 * The PostgreSQL servers that a connection can lead to, in the order in which they are tried. With several, only the primary among them is used;
 * the one that was found is the first to be tried the next time.
 */
export class Servers {
  readonly #urls: readonly string[]
  #at = 0

  constructor(url: string) {
    this.#urls = urlsOf(url)
  }

  get areSeveral(): boolean {
    return this.#urls.length > 1
  }

  get current(): string {
    return this.#urls[this.#at] ?? ''
  }

  /** Runs an attempt to connect to the current server, and then to the others, until one succeeds. @throws what the last of them threw */
  async tryEach<T>(attempt: () => Promise<T>): Promise<T> {
    for (let left = this.#urls.length - 1; ; left--) {
      const tried = this.current
      try {
        return await attempt()
      } catch (error) {
        if (!this.areSeveral || !isElsewhere(error)) throw error
        this.#leave(tried)
        if (left <= 0) throw error
      }
    }
  }

  /** Another attempt may have left it before. */
  #leave(url: string): void {
    if (url === this.current) this.#at = (this.#at + 1) % this.#urls.length
  }
}

const servers = new WeakMap<object, Servers>()

/** Those of a connection; all its sessions share what is known of them. */
export function serversOf(connection: { url: string } | { host: string }): Servers | undefined {
  if (!('url' in connection)) return undefined
  const known = servers.get(connection) ?? new Servers(connection.url)
  servers.set(connection, known)
  return known
}

/** One of several servers follows another, so that the others are tried. */
export class NotPrimary extends Error {
  readonly code = '57P03'
  constructor() {
    super('This PostgreSQL is a standby that has not taken over.')
  }
}

/** How long one of several servers has to accept a connection. */
export const attemptMilliseconds = 3000

const unreachableCodes = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
])

/** Whether another of several servers may do what this one could not. Waiting for a connection of a full pool is none of their faults. */
function isElsewhere(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  if (message === 'timeout exceeded when trying to connect') return false
  return (
    failureOf(error) === 'unreachable' ||
    unreachableCodes.has(errorCode(error) ?? '') ||
    message === 'timeout expired'
  )
}
