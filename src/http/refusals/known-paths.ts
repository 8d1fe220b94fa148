import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

type KnownPath = { segments: readonly string[]; methods: Set<string> }

/**
 * Watches routes registered from now on, and returns the answer for requests without a route: 405 with `Allow` at a
 * path that has other methods, else 404.
 */
export function watchPaths(
  server: FastifyInstance,
): (request: { method: string; url: string }) => Problem {
  const paths = new Map<string, KnownPath>()
  server.addHook('onRoute', ({ url, method }) => {
    const known = paths.get(url) ?? { segments: url.split('/'), methods: new Set() }
    for (const name of [method].flat()) known.methods.add(name)
    paths.set(url, known)
  })
  return ({ method, url }) => {
    const path = url.split('?')[0] ?? ''
    const methods = methodsAt(paths.values(), path.split('/'))
    const shown = path.slice(0, 200)
    if (methods === '') return new Problem(404, `There is nothing at ${method} ${shown}.`)
    return new Problem(405, `${shown} takes ${methods}, not ${method}.`, {
      headers: { allow: methods },
    })
  }
}

function methodsAt(paths: Iterable<KnownPath>, asked: readonly string[]): string {
  const found = new Set<string>()
  for (const { segments, methods } of paths) {
    if (matches(segments, asked)) for (const name of methods) found.add(name)
  }
  return [...found].sort().join(', ')
}

function matches(segments: readonly string[], asked: readonly string[]): boolean {
  return (
    segments.length === asked.length &&
    segments.every((segment, index) => segment.startsWith(':') || segment === asked[index])
  )
}
