import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { closeShared } from './process-end.ts'
import { configureProperties } from './property-runs.ts'

// Runs test files one after another in this process, so that they load the source once. Several such processes take the files
// from one queue: a file is taken by the process that creates the file of its number. See tools/run-test-files.ts.

const directory = process.env['MUSTER_TEST_QUEUE']
if (directory === undefined) throw new Error('Run tests by `npm test`.')

const timeoutMilliseconds = 60 * 60_000

/** A process whose tests closed what they opened ends long before. */
const endMilliseconds = 60_000

async function isTaken(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx')
    await handle.close()
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return true
    throw error
  }
}

configureProperties()
const files: readonly string[] = JSON.parse(await readFile(join(directory, 'files.json'), 'utf8'))
for (const [number, file] of files.entries()) {
  if (await isTaken(join(directory, String(number)))) continue
  await suite(file, { timeout: timeoutMilliseconds }, async () => {
    await import(pathToFileURL(file).href)
  })
}

await closeShared()

setTimeout(() => {
  const open = process.getActiveResourcesInfo().join(', ')
  console.error(`A test left something open, which keeps the process from ending: ${open}`)
  process.exit(1)
}, endMilliseconds).unref()
