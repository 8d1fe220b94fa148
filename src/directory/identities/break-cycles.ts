/**
 * The target of each node, by index, or -1. In `standing`, a positive value marks an edge that held before, 2 one
 * that we may not drop.
 */
export type Edges = { next: Int32Array; standing: Uint8Array }

/**
 * The edges, by the node that they leave, whose removal leaves no cycle. Every node has at most one edge, so each
 * cycle needs one removal: a new edge before one that held before, the first node before later ones.
 */
export function edgesClosingCycles({ next, standing }: Edges): number[] {
  const seenInWalk = new Int32Array(next.length)
  const dropped: number[] = []
  for (let start = 0; start < next.length; start++) {
    let node = start
    while (node >= 0 && seenInWalk[node] === 0) {
      seenInWalk[node] = start + 1
      node = next[node] ?? -1
    }
    if (node >= 0 && seenInWalk[node] === start + 1) {
      const weakest = weakestOf(node, next, standing)
      if (standing[weakest] !== 2) dropped.push(weakest)
    }
  }
  return dropped
}

function weakestOf(entry: number, next: Int32Array, standing: Uint8Array): number {
  let weakest = entry
  for (let node = next[entry] ?? entry; node !== entry; node = next[node] ?? entry) {
    const difference = (standing[node] ?? 0) - (standing[weakest] ?? 0)
    if (difference < 0 || (difference === 0 && node < weakest)) weakest = node
  }
  return weakest
}
