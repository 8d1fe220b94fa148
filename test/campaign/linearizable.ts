/** A register that was read, or set by compare-and-set, by a client. Times are of one clock. */
export type Operation = {
  began: number
  /** Infinity where no answer says what became of it: it may happen at any time after it began, or never. */
  ended: number
} & ({ kind: 'read'; value: string } | { kind: 'set'; from: string; to: string; outcome: Outcome })

type Outcome = 'made' | 'refused' | 'unknown'

/**
 * Whether one order of the operations explains all of their answers, each at an instant between its begin and its end: the algorithm of Wing and
 * Gong with Lowe's memory of what was tried. @returns undefined, or the operations of the longest explanation, after which none can follow
 */
export function findUnexplained(
  operations: readonly Operation[],
  initial: string,
): { explained: readonly Operation[]; next: readonly Operation[] } | undefined {
  const all = operations.toSorted((one, other) => one.began - other.began)
  const search = new Search(all)
  return search.run(initial)
}

type Choice = { at: number; before: string; tried: number }

class Search {
  readonly #all: readonly Operation[]
  readonly #isDone: boolean[]
  readonly #seen = new Set<string>()
  /** The operations before it are all done. */
  #first = 0

  constructor(all: readonly Operation[]) {
    this.#all = all
    this.#isDone = all.map(() => false)
  }

  run(
    initial: string,
  ): { explained: readonly Operation[]; next: readonly Operation[] } | undefined {
    const choices: Choice[] = []
    let longest: number[] = []
    let state = initial
    let from = 0
    for (;;) {
      const candidates = this.#candidates()
      if (this.#isOver(candidates)) return undefined
      const at = candidates.find((each) => each >= from && this.#canFollow(each, state))
      if (at !== undefined) {
        this.#set(at, true)
        const after = stateAfter(this.#all[at], state)
        if (this.#isNew(after)) {
          choices.push({ at, before: state, tried: at })
          if (choices.length > longest.length) longest = choices.map((choice) => choice.at)
          state = after
          from = this.#first
        } else {
          this.#set(at, false)
          from = at + 1
        }
        continue
      }
      const last = choices.pop()
      if (last === undefined) return this.#report(longest)
      this.#set(last.at, false)
      state = last.before
      from = last.tried + 1
    }
  }

  /** Those that may be next: begun before the first of the rest has ended. */
  #candidates(): number[] {
    let earliestEnd = Infinity
    const found: number[] = []
    for (let at = this.#first; at < this.#all.length; at++) {
      const each = this.#all[at]
      if (each === undefined || this.#isDone[at]) continue
      if (each.began > earliestEnd) break
      earliestEnd = Math.min(earliestEnd, each.ended)
      found.push(at)
    }
    return found
  }

  /** What is left may never have happened. */
  #isOver(candidates: readonly number[]): boolean {
    const isOpen = (at: number) => this.#all[at]?.ended === Infinity
    if (!candidates.every(isOpen)) return false
    return this.#all.every((each, at) => this.#isDone[at] === true || each.ended === Infinity)
  }

  #canFollow(at: number, state: string): boolean {
    const each = this.#all[at]
    if (each === undefined) return false
    if (each.kind === 'read') return each.value === state
    return each.outcome === 'refused' ? each.from !== state : each.from === state
  }

  #set(at: number, isDone: boolean): void {
    this.#isDone[at] = isDone
    if (!isDone) this.#first = Math.min(this.#first, at)
    while (this.#isDone[this.#first] === true) this.#first += 1
  }

  /** Whether the same operations have not led to this state before. */
  #isNew(state: string): boolean {
    const later = this.#isDone.flatMap((isDone, at) => (isDone && at >= this.#first ? [at] : []))
    const key = `${state} ${this.#first} ${later.join(' ')}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }

  #report(longest: readonly number[]): {
    explained: readonly Operation[]
    next: readonly Operation[]
  } {
    for (const at of this.#isDone.keys()) this.#set(at, false)
    for (const at of longest) this.#set(at, true)
    const pick = (indexes: readonly number[]) => indexes.flatMap((at) => this.#all[at] ?? [])
    return { explained: pick(longest), next: pick(this.#candidates()) }
  }
}

function stateAfter(operation: Operation | undefined, state: string): string {
  return operation?.kind === 'set' && operation.outcome !== 'refused' ? operation.to : state
}
