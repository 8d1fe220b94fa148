import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isForTests } from './imports/direction.ts'

// Before `npm pack`: writes dist/npm, what a package contains. Node strips no types below node_modules, so they are stripped here.

const root = fileURLToPath(new URL('..', import.meta.url))
const destination = join(root, 'dist/npm')

/** The address of a module, in an import or beside `import.meta.url`. */
const moduleAddress = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g

/** Strips types in place: lines and columns of errors stay those of the source. */
async function writeModule(path: string): Promise<void> {
  const source = await readFile(join(root, path), 'utf8')
  const stripped = stripTypeScriptTypes(source).replaceAll(moduleAddress, '$1$2.js$1')
  await writeFile(join(destination, path.replace(/\.ts$/, '.js')), stripped)
}

await rm(destination, { recursive: true, force: true })
for await (const path of glob('{src,demo,sdk/src}/**/*.{ts,sql,yaml,json,txt}', { cwd: root })) {
  if (isForTests(path)) continue
  await mkdir(join(destination, dirname(path)), { recursive: true })
  if (path.endsWith('.ts')) await writeModule(path)
  else await cp(join(root, path), join(destination, path))
}
await promisify(execFile)(process.execPath, [join(root, 'console/build.ts')])
await cp(join(root, 'console/dist'), join(destination, 'console/dist'), { recursive: true })
await cp(join(root, 'package.json'), join(destination, 'package.json'))
