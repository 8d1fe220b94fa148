import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const root = fileURLToPath(new URL('..', import.meta.url))

async function readAll(pattern: string): Promise<Map<string, string>> {
  const paths = await Array.fromAsync(
    glob(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist*/**'] }),
  )
  const read = async (path: string) => [path, await readFile(join(root, path), 'utf8')] as const
  return new Map(await Promise.all(paths.sort().map(read)))
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const prose = page.replace(/^```[\s\S]*?^```$/gm, '')
  const headings = [...prose.matchAll(/^#{1,6} +(.+)$/gm)].map(([, text = '']) =>
    text
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
  return new Set(headings)
}

const exists = (path: string) =>
  Array.fromAsync(glob(path, { cwd: root })).then((found) => found.length > 0)

const pages = await readAll('{*.md,{docs,bench,sdk,demo,console,.github}/**/*.md}')

test('every link between pages leads to a file and a heading that exist', async () => {
  const broken: string[] = []
  for (const [path, text] of pages)
    for (const [, target = ''] of text
      .replace(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [file = '', anchor] = target.split('#')
      const linked = file === '' ? path : normalize(join(dirname(path), file))
      const page = pages.get(linked)
      const leads = page !== undefined || (await exists(linked))
      if (!leads || (anchor !== undefined && page !== undefined && !anchorsOf(page).has(anchor)))
        broken.push(`${path}: ${target}`)
    }
  assert.deepEqual(broken, [])
})

test('decisions are at most 40 pages, each in the index, and comments name pages that exist', async () => {
  const folder = 'docs/decisions/'
  const decisions = [...pages.keys()].filter((path) => /^docs\/decisions\/\d/.test(path))
  assert.ok(decisions.length <= 40, `there are ${decisions.length}`)
  const index = pages.get(`${folder}README.md`) ?? ''
  assert.deepEqual(
    decisions.filter((path) => !index.includes(`](${path.slice(folder.length)})`)),
    [],
  )
  const sources = await readAll('{src,console,test,tools,bench,sdk}/**/*.{ts,tsx,sql}')
  const named = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/docs\/decisions\/(\d{4}[\w-]*)/g)].map(([, name = '']) => ({ path, name })),
  )
  const exists = ({ name }: { name: string }) =>
    decisions.some((page) => page.startsWith(`${folder}${name}`))
  assert.deepEqual(
    named.filter((each) => !exists(each)),
    [],
  )
})

test('what a version changes fits on a page of the changelog', () => {
  const sections = (pages.get('CHANGELOG.md') ?? '').split(/^## /m).slice(1)
  const long = sections.map((each) => each.trim().split('\n')).filter(({ length }) => length > 60)
  assert.deepEqual(
    long.map(([heading, ...lines]) => `${heading}: ${lines.length} lines`),
    [],
  )
})

test('each promise has tests, and each test that docs/trust.md names is in its file', async () => {
  const [, ...promises] = (pages.get('docs/trust.md') ?? '').split(/^## /m)
  assert.equal(promises.length, 5)
  const missing: string[] = []
  for (const promise of promises) {
    const named = [...promise.matchAll(/^- \[[^\]]+\]\(\.\.\/([^)]+)\): (.+)$/gm)]
    assert.ok(named.length > 0, promise)
    for (const [, path = '', rest = ''] of named) {
      // A part of a title that the code puts in is … on the page.
      const text = (await readFile(join(root, path), 'utf8')).replaceAll(/\$\{[^}]*\}/g, '…')
      const titles = [...rest.matchAll(/`([^`]+)`/g)].map(([, title = '']) => title)
      const isThere = (title: string) =>
        ["'", '"', '`'].some((quote) => text.includes(quote + title + quote))
      missing.push(...titles.filter((title) => !isThere(title)).map((each) => `${path}: ${each}`))
    }
  }
  assert.deepEqual(missing, [])
})
