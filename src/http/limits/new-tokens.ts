import type { Caller } from '../../access/caller.ts'
import { RateLimit } from './rate-limit.ts'

/**
 * Limits the tokens that one caller creates, with any of their tokens. Each leaves audit rows that can't be
 * deleted, and every caller may create tokens of their own. By default 1,000 at once, then one every two seconds.
 */
export class NewTokens {
  readonly #limit: RateLimit
  readonly #counted = new WeakSet<object>()

  constructor({ perSecond, burst }: { perSecond: number; burst: number }) {
    this.#limit = new RateLimit({ perSecond: perSecond / 200, burst: burst * 5 })
  }

  /** 429 where the caller has made too many. A request counts once, however often its transaction runs. */
  take({ type, id }: Pick<Caller, 'type' | 'id'>, request: object): void {
    if (this.#counted.has(request)) return
    this.#limit.take(`${type} ${id}`)
    this.#counted.add(request)
  }
}
