import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { takesIfMatch } from '../../src/http/route/etag.ts'
import { routes } from '../../src/routes.ts'

// That a page sends the version is seen in each journey (`watchForErrors`); this finds what no journey sends.
const withBraces = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}')
const routeOf = new Map(routes.map((route) => [`${route.method} ${withBraces(route.url)}`, route]))

type Write = { file: string; route: string; sent: string; source: string }

/** The writes in the source of the console, with the text of their arguments. */
const writes = globSync('console/src/**/*.{ts,tsx}').flatMap<Write>((file) => {
  const source = readFileSync(file, 'utf8')
  const calls = source.matchAll(
    /\bmuster\.(?:(post|put|patch|delete)\(|send\(\s*'(\w+)',)\s*'([^']+)'/g,
  )
  return [...calls].map(({ 0: call, 1: own, 2: named, 3: path = '', index }) => ({
    file,
    route: `${(own ?? named ?? '').toUpperCase()} ${path}`,
    sent: argumentsFrom(source, index + call.length),
    source,
  }))
})

function argumentsFrom(source: string, start: number): string {
  let depth = 1
  let end = start
  for (; depth > 0 && end < source.length; end += 1) {
    if ('({['.includes(source[end] ?? '')) depth += 1
    if (')}]'.includes(source[end] ?? '')) depth -= 1
  }
  return source.slice(start, end - 1)
}

test('every write of a record in the console names the record that is shown', () => {
  const conditional = writes.filter(({ route }) => {
    const known = routeOf.get(route)
    assert.ok(known, `${route} is no route`)
    return takesIfMatch(known)
  })
  assert.ok(conditional.length > 45, `${conditional.length} were found`)
  const without = conditional.filter(({ sent, source }) => {
    const [, named] = /^,\s*(?:\{\s*\.\.\.)?(\w+)/.exec(sent) ?? []
    // `writeOf` has the record in `of`.
    const isThere = /\bof\b\s*[:,}]|\bwriteOf\(/.test(sent)
    const before = new RegExp(`\\b${named} = (\\{[^}]*\\bof\\b|(\\{ \\.\\.\\.)?writeOf\\()`)
    return !isThere && !before.test(source)
  })
  assert.deepEqual(
    without.map(({ file, route }) => `${file}: ${route}`),
    [],
  )
})

test('the console has no way to the API beside the one that knows versions', () => {
  const others = globSync('console/src/**/*.{ts,tsx}').filter((file) =>
    /createMuster|\bfetch\((?!`\$\{basePath\}\/session`)|XMLHttpRequest|sendBeacon/.test(
      readFileSync(file, 'utf8').replaceAll(/re?fetch\(\)/g, ''),
    ),
  )
  assert.deepEqual(others, ['console/src/api/muster.ts'])
})

test('the console stores nothing in the browser, runs no text as code, and writes no HTML', () => {
  const refused =
    /localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie|\bcaches\.|\beval\(|new Function|innerHTML|InnerHTML|postMessage/
  const found = globSync('console/src/**/*.{ts,tsx}').filter((file) =>
    refused.test(readFileSync(file, 'utf8')),
  )
  assert.deepEqual(found, [])
})
