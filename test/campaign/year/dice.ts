/** Picks that follow from a seed alone. */
export type Dice = {
  /** A whole number in [0, below). */
  nat: (below: number) => number
  chance: (percent: number) => boolean
  pick: <T>(from: readonly T[]) => T
  /** So many of them, each once. */
  sample: <T>(from: readonly T[], count: number) => T[]
}

export function createDice(seed: number): Dice {
  let state = seed | 0
  /** Mulberry32. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const nat = (below: number) => Math.floor(next() * below)
  const sample = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from]
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(nat(left.length), 1),
    ).flat()
  }
  return {
    nat,
    chance: (percent) => next() * 100 < percent,
    sample,
    pick: (from) => {
      const [found] = from.slice(nat(from.length))
      if (found === undefined) throw new Error('there is nothing to pick from')
      return found
    },
  }
}
