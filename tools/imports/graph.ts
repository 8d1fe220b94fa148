import { targetOf } from './direction.ts'
import type { Source } from './read-source.ts'

/** File → the files of ours that it imports. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** `loaded`: leaves out imports of types only, and what is loaded when it is needed. */
export function graphOf(sources: readonly Source[], kind: 'all' | 'loaded'): Graph {
  return new Map(
    sources.map((source) => {
      const counted = source.imports.filter(
        (each) => kind === 'all' || !(each.typeOnly || each.isLazy === true),
      )
      const targets = counted.flatMap((each) => targetOf(source.path, each) ?? [])
      return [source.path, [...new Set(targets)]]
    }),
  )
}

/** One cycle for every import that closes one, each from its first file round to the same file again. */
export function cyclesOf(graph: Graph): string[][] {
  const cycles: string[][] = []
  const finished = new Set<string>()
  const trail: string[] = []
  const walk = (file: string) => {
    if (finished.has(file)) return
    const start = trail.indexOf(file)
    if (start >= 0) {
      cycles.push([...trail.slice(start), file])
      return
    }
    trail.push(file)
    for (const target of graph.get(file) ?? []) walk(target)
    trail.pop()
    finished.add(file)
  }
  for (const file of graph.keys()) walk(file)
  return cycles
}

/** Every file of ours that a file reaches, itself included. */
export function closureOf(graph: Graph, file: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [file]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(graph.get(next) ?? []))
  }
  return reached
}
