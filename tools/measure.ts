import { glob, readFile } from 'node:fs/promises'
import { dirname } from 'node:path/posix'
import { readSources } from './check-imports.ts'
import { isForTests } from './imports/direction.ts'
import { closuresUpToBoundary, type EndpointClosure } from './imports/closures.ts'
import { graphOf, type Graph } from './imports/graph.ts'
import { folderCycles } from './imports/folders.ts'
import { measureText } from './measure/functions.ts'
import { countWords, proseOfMarkdown } from './measure/words.ts'

/**
 * Prints the size and the structure of the source: lines, lengths of functions, import cycles between folders, how many
 * files an endpoint loads, and how often prose has words that docs/style.md replaces. Tests and generated files are left
 * out. Compare two checkouts with `node tools/measure.ts <root>`.
 */
async function main(root = '.'): Promise<void> {
  const sources = (await readSources(root)).filter(
    ({ path }) => path.startsWith('src/') && !isForTests(path) && !path.includes('/gen/'),
  )
  const texts = await Promise.all(
    sources.map(async ({ path }) => ({ path, text: await readFile(`${root}/${path}`, 'utf8') })),
  )
  const measured = texts.map(({ path, text }) => measureText(path, text))
  const lines = texts.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  printSizes(lines)
  printFunctions(measured.flatMap(({ functions }) => functions))
  printCycles(graphOf(sources, 'all'))
  printClosures(closuresUpToBoundary(sources, graphOf(sources, 'loaded')))
  printWords('messages and descriptions', measured.map(({ strings }) => strings).join('\n'))
  const docs = await Array.fromAsync(glob('{README,CHANGELOG,docs/**/*}.md', { cwd: root }))
  const pages = await Promise.all(docs.map((path) => readFile(`${root}/${path}`, 'utf8')))
  printWords('comments', measured.map(({ comments }) => comments).join('\n'))
  printWords('documents', pages.map(proseOfMarkdown).join('\n'))
}

function printSizes(files: readonly { path: string; lines: number }[]): void {
  const total = (some: typeof files) => some.reduce((sum, { lines }) => sum + lines, 0)
  console.log(`${files.length} files, ${total(files)} lines`)
  const byFolder = Object.entries(Object.groupBy(files, ({ path }) => partOf(path)))
  for (const [part, some = []] of byFolder)
    console.log(`  ${part.padEnd(28)} ${String(some.length).padStart(4)} ${total(some)}`)
}

/** The folder of src, or of src/policy, that a file is in. */
function partOf(path: string): string {
  return dirname(path)
    .split('/')
    .slice(0, path.startsWith('src/policy/') ? 3 : 2)
    .join('/')
}

function printFunctions(functions: readonly { path: string; line: number; lines: number }[]): void {
  const sorted = functions.toSorted((a, b) => a.lines - b.lines)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.lines ?? 0
  const long = sorted.filter(({ lines }) => lines > 50).length
  console.log(
    `${sorted.length} functions: median ${at(0.5)}, 90th percentile ${at(0.9)}, longest ${at(1)} lines; ${long} over 50`,
  )
}

function printCycles(graph: Graph): void {
  const cycles = folderCycles(graph)
  const upward = cycles.reduce((sum, each) => sum + each.upward, 0)
  const folders = cycles.reduce((sum, { cycle }) => sum + cycle.length, 0)
  console.log(`${folders} folders in import cycles, ${upward} imports upwards`)
  for (const { cycle } of cycles) console.log(`  ${cycle.join(', ')}`)
}

function printClosures(closures: readonly EndpointClosure[]): void {
  for (const kind of ['read', 'write'] as const) {
    const sizes = closures.flatMap((each) => (each.kind === kind ? each.files : []))
    sizes.sort((a, b) => a - b)
    const median = sizes[Math.floor(sizes.length / 2)] ?? 0
    console.log(
      `${sizes.length} endpoints that ${kind} load ${median} files in the median, ${sizes.at(-1) ?? 0} at most (evaluation left out)`,
    )
  }
}

function printWords(name: string, prose: string): void {
  const { words, tellTales, perThousand } = countWords(prose)
  console.log(
    `${name}: ${tellTales} tell-tale words among ${words}, ${perThousand.toFixed(2)} per 1,000`,
  )
}

await main(process.argv[2])
