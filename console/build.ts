import { createHash } from 'node:crypto'
import { glob, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

// npm run build -w console: writes console/dist, unless it is the build of these sources already.

const root = fileURLToPath(new URL('.', import.meta.url))
const destination = join(root, 'dist')
const hashFile = 'sources.sha256'

/** Everything that a build is made from, relative to the folder of the console. */
const sources = [
  'index.html',
  'package.json',
  '*.ts',
  'src/**/*',
  '../sdk/src/**/*',
  '../package-lock.json',
]

async function hashOfSources(): Promise<string> {
  const entries = await Array.fromAsync(glob(sources, { cwd: root, withFileTypes: true }))
  const paths = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
  const hash = createHash('sha256')
  for (const path of paths.sort()) hash.update(path.slice(root.length)).update(await readFile(path))
  return hash.digest('hex')
}

/** Compresses what compresses well, once and as far as it goes, so that the server only sends it. */
async function compress(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => /\.(js|css|svg)$/.test(name))
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name)
      const bytes = await readFile(path)
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(bytes, brotliOptions),
        promisify(gzip)(bytes, { level: 9 }),
      ])
      await writeFile(`${path}.br`, brotli)
      await writeFile(`${path}.gz`, gzipped)
    }),
  )
}

async function buildInto(outDir: string, hash: string): Promise<void> {
  // Loaded only where there is something to build: most starts find the build that they need.
  const [{ build }, { viteConfig }] = await Promise.all([import('vite'), import('./vite.ts')])
  await build({ ...viteConfig, build: { ...viteConfig.build, outDir, emptyOutDir: true } })
  await compress(join(outDir, 'assets'))
  await writeFile(join(outDir, hashFile), hash)
}

/** Puts a finished build in the place of the last one. Another process may be doing the same. */
async function replaceWith(directory: string): Promise<void> {
  const last = `${directory}-last`
  await rename(destination, last).catch(() => undefined)
  await rename(directory, destination).catch(() => rm(directory, { recursive: true }))
  await rm(last, { recursive: true, force: true })
}

const hash = await hashOfSources()
const built = await readFile(join(destination, hashFile), 'utf8').catch(() => '')
if (built !== hash) {
  const fresh = join(root, `dist-${process.pid}`)
  await buildInto(fresh, hash)
  await replaceWith(fresh)
}
