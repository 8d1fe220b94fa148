import { stateLifeSeconds } from './sign-in-state.ts'

const maximumKept = 100_000

/** The sign-ins whose code this process has begun to exchange, while their cookie is valid. */
export class BegunExchanges {
  /** When each was begun, in milliseconds, the earliest first. */
  readonly #begunAt = new Map<string, number>()

  /** False if the sign-in of this id was begun before. In memory, because anonymous visitors must not write. */
  begin(id: string, now: Date): boolean {
    if (this.#begunAt.has(id)) return false
    this.#forgetUntil(now.getTime() - stateLifeSeconds * 1000)
    this.#begunAt.set(id, now.getTime())
    return true
  }

  /** The sign-in of this id was put off before its code was sent, and may begin again. */
  forget(id: string): void {
    this.#begunAt.delete(id)
  }

  #forgetUntil(before: number): void {
    for (const [id, at] of this.#begunAt) {
      if (at > before && this.#begunAt.size < maximumKept) return
      this.#begunAt.delete(id)
    }
  }
}
