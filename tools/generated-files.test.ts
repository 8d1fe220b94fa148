import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** Prints what is loaded before it is generated: of it the process that generates has only the old text. */
const program = `
import { registerHooks } from 'node:module'
const loaded = new Set()
registerHooks({
  load(url, context, next) {
    loaded.add(url)
    return next(url, context)
  },
})
const { generatedFiles } = await import('./tools/generated-files.ts')
const root = new URL(process.argv[1]).href
const paths = Object.keys(generatedFiles)
for (const [index, path] of paths.entries()) {
  await generatedFiles[path]()
  for (const each of paths.slice(index))
    if (loaded.has(root + each)) console.log(path + ' loads ' + each)
}
console.log(loaded.has(root + 'src/cli/gen/operations.ts'))
`

test('no generated file is made by code that has read the old text of one that is made later', async () => {
  const root = new URL('..', import.meta.url)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program, root.href],
    { cwd: root },
  )
  assert.equal(stdout, 'true\n')
})
