import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A file as it is, and the compressed forms that there are of it. */
export type StaticFile = {
  type: string
  bytes: Buffer
  br: Buffer | undefined
  gzip: Buffer | undefined
}

/** The built console: its page, and its assets by name, of which each has a hash of the content in it. */
export type ConsoleFiles = { page: string; assets: ReadonlyMap<string, StaticFile> }

/** Finds the built console; undefined while there is none. */
export type FindConsole = () => Promise<ConsoleFiles | undefined>

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Reads the console when it is first asked for, and then answers from memory, so that a build that replaces the folder
 * never mixes with the one that is served. Its addresses begin with the path of the public origin.
 */
export function consoleIn(directory: string, basePath = ''): FindConsole {
  let found: Promise<ConsoleFiles | undefined> | undefined
  return async () => {
    found ??= readConsole(directory, basePath)
    try {
      const files = await found
      if (files === undefined) found = undefined
      return files
    } catch (error) {
      // A folder that a build replaces at this moment is complete again for the next request.
      found = undefined
      throw error
    }
  }
}

/** What the built page has where the path of the public origin belongs. */
const basePlaceholder = '__BASE_PATH__'

async function readConsole(directory: string, basePath: string): Promise<ConsoleFiles | undefined> {
  const page = await readIfThere(join(directory, 'index.html'))
  if (page === undefined) return undefined
  const names = await readdir(join(directory, 'assets'))
  const served = names.filter((name) => extname(name) in types)
  const assets = await Promise.all(
    served.map(async (name) => [name, await readAsset(join(directory, 'assets', name))] as const),
  )
  const text = page.toString('utf8').replaceAll('"./assets/', `"${basePlaceholder}/assets/`)
  return { page: text.replaceAll(basePlaceholder, basePath), assets: new Map(assets) }
}

async function readAsset(path: string): Promise<StaticFile> {
  const [bytes, br, gzip] = await Promise.all([
    readFile(path),
    readIfThere(`${path}.br`),
    readIfThere(`${path}.gz`),
  ])
  return { type: types[extname(path)] ?? '', bytes, br, gzip }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
}
