import { dirname } from 'node:path/posix'
import type { Graph } from './graph.ts'

/** Folder → folder → how many imports of one file by another go that way. */
type FolderGraph = Map<string, Map<string, number>>

/** `cycle`: folders that import one another, directly or not. `upward`: imports against the best order found for them. */
export type FolderCycle = { cycle: string[]; upward: number }

/** The import cycles among the folders of source files, the largest first. */
export function folderCycles(graph: Graph): FolderCycle[] {
  const folders = folderGraph(graph)
  return components(folders)
    .filter((each) => each.length > 1)
    .map((cycle) => ({ cycle: cycle.sort(), upward: upwardImports(folders, new Set(cycle)) }))
    .sort((a, b) => b.cycle.length - a.cycle.length)
}

function folderGraph(graph: Graph): FolderGraph {
  const folders: FolderGraph = new Map()
  for (const [path, targets] of graph)
    for (const target of targets) {
      const [from, to] = [dirname(path), dirname(target)]
      if (from === to) continue
      const counts = folders.get(from) ?? new Map<string, number>()
      folders.set(from, counts.set(to, (counts.get(to) ?? 0) + 1))
    }
  return folders
}

/** Strongly connected components: folders each of which reaches all others of its component. */
function components(graph: FolderGraph): string[][] {
  const reaching = new Map([...graph.keys()].map((folder) => [folder, reachedFrom(graph, folder)]))
  const left = new Set(graph.keys())
  return [...graph.keys()].flatMap((folder) => {
    if (!left.has(folder)) return []
    const mutual = [...(reaching.get(folder) ?? [])].filter(
      (other) => reaching.get(other)?.has(folder) ?? false,
    )
    const component = [folder, ...mutual.filter((other) => other !== folder)]
    for (const each of component) left.delete(each)
    return [component]
  })
}

function reachedFrom(graph: FolderGraph, folder: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [...(graph.get(folder)?.keys() ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(graph.get(next)?.keys() ?? []))
  }
  return reached
}

/** Places folders from the bottom, each time the one that imports least from what is not placed yet, and counts those imports. */
function upwardImports(graph: FolderGraph, cycle: ReadonlySet<string>): number {
  const left = new Set(cycle)
  let upward = 0
  while (left.size > 0) {
    const costs = [...left].map((folder) => {
      const targets = [...(graph.get(folder) ?? [])]
      const cost = targets
        .filter(([target]) => target !== folder && left.has(target))
        .reduce((sum, [, imports]) => sum + imports, 0)
      return { folder, cost }
    })
    const next = costs.reduce((best, each) => (each.cost < best.cost ? each : best))
    upward += next.cost
    left.delete(next.folder)
  }
  return upward
}
