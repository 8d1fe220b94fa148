import { NoTurn } from './failure.ts'

/** Limits how many pieces of work run at a time. The others wait in the order in which they came. */
export class Semaphore {
  readonly #many: number
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(many: number) {
    this.#many = many
    this.#free = many
  }

  get running(): number {
    return this.#many - this.#free
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Does the work when its turn comes; throws NoTurn where that takes longer than the timeout, if there is one. */
  async run<T>(work: () => Promise<T>, timeoutMilliseconds?: number): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(timeoutMilliseconds)
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #wait(timeoutMilliseconds: number | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    if (timeoutMilliseconds === undefined) return promise
    const timer = setTimeout(() => {
      if (this.#waiting.delete(resolve)) reject(new NoTurn())
    }, timeoutMilliseconds)
    return promise.finally(() => clearTimeout(timer))
  }

  #passOn(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
