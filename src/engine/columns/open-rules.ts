import { itemAt } from './item-at.ts'
import type { Program } from './program.ts'

/** What is taken where no rule is left. */
export const nothing = -1

/** Rules that may match, ordered by level, so that an attribute is decided before the rules that name it. */
export class OpenRules {
  readonly #levels: Uint32Array
  /** By level. */
  readonly #open: readonly number[][]
  readonly #isSeen: Uint8Array
  #level = 0

  constructor({ rules }: Program) {
    this.#levels = Uint32Array.from(rules, ({ level }) => level)
    const highest = this.#levels.reduce((max, level) => Math.max(max, level), 0)
    this.#open = Array.from({ length: highest + 1 }, () => [])
    this.#isSeen = new Uint8Array(rules.length)
  }

  clear(): void {
    this.#level = 0
    this.#isSeen.fill(0)
    for (const level of this.#open) level.length = 0
  }

  /** Adds those that were not added before. */
  addAll(rules: readonly number[] | undefined): void {
    if (rules === undefined) return
    for (const rule of rules) {
      if (this.#isSeen[rule] === 1) continue
      this.#isSeen[rule] = 1
      itemAt(this.#open, this.#levels[rule] ?? 0).push(rule)
    }
  }

  /** Takes one of the lowest level; a rule that is added later must be of a higher one. */
  next(): number {
    for (; this.#level < this.#open.length; this.#level++) {
      const rule = itemAt(this.#open, this.#level).pop()
      if (rule !== undefined) return rule
    }
    return nothing
  }
}
