import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const runner = new URL('run-test-files.ts', import.meta.url).href

const contents: Readonly<Record<string, string>> = {
  passes: `import { test } from 'node:test'; test('one', () => {})`,
  fails: `import { test } from 'node:test'; test('one', () => { throw new Error('no') })`,
  'ends early': `import { test } from 'node:test'; process.exit(0); test('one', () => {})`,
  'has no test': `export const nothing = 1`,
}

/** Runs a file with these contents, and one that passes: beside it, or in a part that comes after. */
async function outcome(content: string, isFirstPart: boolean) {
  const directory = await mkdtemp(join(tmpdir(), 'muster-run-test-files-'))
  try {
    const file = join(directory, 'a.test.mjs')
    const other = join(directory, 'b.test.mjs')
    const script = join(directory, 'run.mjs')
    await writeFile(file, content)
    await writeFile(other, contents['passes'] ?? '')
    const parts = (isFirstPart ? [[file], [other]] : [[file, other]]).map((files, part) => ({
      name: `Part ${part}`,
      files,
    }))
    const run = `import { runTestFiles } from '${runner}'
      const isSuccess = await runTestFiles(${JSON.stringify(parts)}, new AbortController().signal)
      process.exitCode = isSuccess ? 0 : 1`
    await writeFile(script, run)
    // Without this variable node:test does not take the process for a part of this test.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status } = spawnSync(process.execPath, [script], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env,
    })
    return status === 0 ? 'passes' : 'fails'
  } finally {
    await rm(directory, { recursive: true })
  }
}

for (const isFirstPart of [false, true])
  for (const [name, content] of Object.entries(contents))
    test(`a file that ${name} ${name === 'passes' ? 'is' : 'is not'} well${isFirstPart ? ', also before other parts' : ''}`, async () => {
      assert.equal(await outcome(content, isFirstPart), name === 'passes' ? 'passes' : 'fails')
    })
