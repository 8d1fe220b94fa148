import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

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

const pageSize = 50_000

/** Reads the edges of `manager_claim`. */
export async function loadEdges(tx: Transaction): Promise<Edges> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from manager_claim`.execute(tx)
  const count = rows[0]?.count ?? 0
  const edges: Edges = { next: new Int32Array(count).fill(-1), standing: new Uint8Array(count) }
  for (let start = 0; start < count; start += pageSize) await loadPage(tx, edges, start)
  return edges
}

async function loadPage(tx: Transaction, edges: Edges, start: number): Promise<void> {
  const { rows } = await sql<{ n: number; next: number; standing: number }>`
    select c.n, t.n as next,
      case when not c.is_governed then 2 when c.target_id = c.current_id then 1 else 0 end as standing
    from manager_claim c join manager_claim t on t.directory_user_id = c.target_id
    where c.n >= ${start} and c.n < ${start + pageSize}`.execute(tx)
  for (const row of rows) {
    edges.next[row.n] = row.next
    edges.standing[row.n] = row.standing
  }
}
