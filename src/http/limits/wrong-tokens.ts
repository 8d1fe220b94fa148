import type { IncomingMessage } from 'node:http'
import { waitingOn } from '../listeners/answer-in-order.ts'
import { Problem, WrongCode, WrongGrant } from '../refusals/problem.ts'
import { withoutMapping, type ClientAddresses } from './client-addresses.ts'
import { RateLimit } from './rate-limit.ts'

/**
 * Limits wrong tokens, sessions and codes of sign-in links and of logins per client address: a tenth of the rate that one token has. A
 * right one from the same address is not limited by it. An IPv6 address counts by its /64 network.
 */
export class WrongTokens {
  readonly #limit: RateLimit
  readonly #what: string
  readonly #addresses: ClientAddresses

  /** `what` is counted, in the words of the refusal. */
  constructor(
    { perSecond, burst }: { perSecond: number; burst: number },
    addresses: ClientAddresses,
    what = 'wrong tokens',
  ) {
    this.#what = what
    this.#addresses = addresses
    this.#limit = new RateLimit({ perSecond: perSecond / 10, burst: Math.ceil(burst / 2) })
  }

  /** The answer to a request whose credential was refused like this: 429 if its address sent too many. */
  answer(refusal: Problem, request: IncomingMessage): Problem {
    const { authorization, cookie } = request.headers
    const hasCredential = authorization !== undefined || cookie !== undefined
    const isInBody = refusal instanceof WrongCode || refusal instanceof WrongGrant
    if (!hasCredential && !isInBody) return refusal
    return this.count(request) ?? refusal
  }

  /**
   * Counts a wrong token, session or code: 429 if its address sent too many. It ends a connection on which more requests
   * wait: they are likely to be wrong too.
   */
  count(request: IncomingMessage): Problem | undefined {
    const { socket } = request
    try {
      this.#limit.take(networkOf(this.#addresses.of(request)))
      return undefined
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const seconds = error.headers['retry-after'] ?? '1'
      const message = `Too many ${this.#what} from this address. Try again in ${seconds} s.`
      const headers = { 'retry-after': seconds }
      return new Problem(429, message, {
        headers: waitingOn(socket) === 0 ? headers : { ...headers, connection: 'close' },
      })
    }
  }

  /** Takes one off what {@link count} counted: it was right after all. */
  giveBack(request: IncomingMessage): void {
    this.#limit.giveBack(networkOf(this.#addresses.of(request)))
  }
}

/** An IPv4 address as it is, also inside IPv6; the first four groups of an IPv6 address. */
export function networkOf(sent: string): string {
  const address = withoutMapping(sent)
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const known = (before?.length ?? 0) + (after?.length ?? 0)
  const groups = address.includes('::')
    ? [...(before ?? []), ...Array.from({ length: 8 - known }, () => '0'), ...(after ?? [])]
    : (before ?? [])
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
