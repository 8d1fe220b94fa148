import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { builtConsole } from './built-console.ts'

const budgetBytes = 250 * 1000
const font = /^assets\/inter-latin-wght-normal-.*\.woff2$/

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

/** The files that a chunk needs before it runs. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(key)) return []
  seen.add(key)
  const { file, imports = [], css = [] } = chunk
  return [file, ...css, ...imports.flatMap((each) => filesOf(manifest, each, seen))]
}

test('the first load is within 250 kB gzip, with the list of people and the font', async () => {
  const directory = await builtConsole()
  const manifest: Manifest = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'))
  const fonts = (await readdir(join(directory, 'assets'))).map((name) => `assets/${name}`)
  const needed = new Set([
    'index.html',
    ...filesOf(manifest, 'index.html'),
    ...filesOf(manifest, 'src/pages/people/people-page.tsx'),
    ...fonts.filter((name) => font.test(name)),
  ])
  const sizes = await Promise.all(
    [...needed].map(async (name) => {
      const bytes = await readFile(join(directory, name))
      // A font is compressed already.
      return { name, size: font.test(name) ? bytes.length : gzipSync(bytes, { level: 9 }).length }
    }),
  )
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  assert.ok(sizes.length > 6 && total > 100_000, 'these are the files')
  assert.ok(total <= budgetBytes, `${total} bytes: ${JSON.stringify(sizes, null, 2)}`)
})

test('the page has no script, style or handler of its own', async () => {
  const page = await readFile(join(await builtConsole(), 'index.html'), 'utf8')
  assert.doesNotMatch(page, /<style|style=| on\w+=|<script(?![^>]* src=)|javascript:/)
})
