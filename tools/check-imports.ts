import { glob, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isForTests, refusalsOf } from './imports/direction.ts'
import { folderCycles } from './imports/folders.ts'
import { closuresUpToBoundary, endpointsOf, tooLarge } from './imports/closures.ts'
import { closureOf, cyclesOf, graphOf } from './imports/graph.ts'
import { readSource, type Source } from './imports/read-source.ts'

const pattern = '{src,demo,test,tools,bench,sdk,console}/**/*.{ts,tsx}'

/** Reads every source file of a checkout. Paths are relative to `root`, with slashes. */
export async function readSources(root: string): Promise<Source[]> {
  const found = await Array.fromAsync(glob(pattern, { cwd: root, exclude: ['**/node_modules/**'] }))
  const paths = found.map((path) => path.replaceAll('\\', '/')).sort()
  return Promise.all(
    paths.map(async (path) => readSource(path, await readFile(`${root}/${path}`, 'utf8'))),
  )
}

/** What the files do against the rule of direction, and the endpoints that load too many, one line each; none when all is well. */
export function findRefusals(sources: readonly Source[]): string[] {
  const cycles = cyclesOf(graphOf(sources, 'all')).map(
    (files) => `${files[0]} is in a cycle: ${files.join(' → ')}`,
  )
  const product = sources.filter(({ path }) => path.startsWith('src/') && !isForTests(path))
  const folders = folderCycles(graphOf(product, 'all')).map(
    ({ cycle }) => `these folders import one another: ${cycle.join(', ')}`,
  )
  const large = tooLarge(closuresUpToBoundary(sources, graphOf(sources, 'loaded')))
  return [...sources.flatMap(refusalsOf), ...cycles, ...folders, ...large]
}

/** How many files of ours each endpoint loads, itself included, the largest first. */
export function endpointClosures(sources: readonly Source[]): { path: string; files: number }[] {
  const graph = graphOf(sources, 'loaded')
  return endpointsOf(graph)
    .map((path) => ({ path, files: closureOf(graph, path).size }))
    .sort((a, b) => b.files - a.files)
}

function printClosures(sources: readonly Source[]): void {
  const closures = endpointClosures(sources)
  for (const { path, files } of closures) console.log(`${String(files).padStart(5)}  ${path}`)
  const median = closures[Math.floor(closures.length / 2)]?.files ?? 0
  console.log(
    `${closures.length} endpoint files; maximum ${closures[0]?.files ?? 0}, median ${median} files`,
  )
}

async function main(): Promise<void> {
  const options = { closure: { type: 'boolean' }, root: { type: 'string', default: '.' } } as const
  const { values } = parseArgs({ options })
  const sources = await readSources(values.root)
  if (sources.length === 0) throw new Error(`no source files under ${values.root}`)
  if (values.closure === true) {
    printClosures(sources)
    return
  }
  const refusals = findRefusals(sources)
  for (const refusal of refusals) console.error(refusal)
  if (refusals.length > 0) process.exitCode = 1
}

if (import.meta.main) await main()
