const firstMilliseconds = 10_000
const longestMilliseconds = 600_000

/**
 * Logs a lasting condition: a line at once, then again after 10 seconds, 20, 40, up to ten minutes. Values that
 * change, like a duration, belong in the line and not in the key. `now` in milliseconds.
 */
export class SparseLog {
  readonly #log: (line: string) => void
  readonly #said = new Map<string, { at: number; pause: number }>()

  constructor(log: (line: string) => void) {
    this.#log = log
  }

  say(key: string, line: string, now = performance.now()): void {
    const last = this.#said.get(key)
    if (last !== undefined && now < last.at + last.pause) return
    this.#forgetOld(now)
    const pause =
      last === undefined ? firstMilliseconds : Math.min(last.pause * 2, longestMilliseconds)
    this.#said.set(key, { at: now, pause })
    this.#log(line)
  }

  #forgetOld(now: number): void {
    for (const [key, { at, pause }] of this.#said) if (now > at + 4 * pause) this.#said.delete(key)
  }
}
