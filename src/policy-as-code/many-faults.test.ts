import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FolderError } from './folder-error.ts'
import { parseYaml } from './parse-yaml.ts'
import { checkFiles } from './read-folder.ts'

const faultsOf = (files: readonly (readonly [string, string])[]) => {
  try {
    checkFiles(files.map(([name, text]) => [name, parseYaml(text)]))
  } catch (error) {
    if (error instanceof FolderError) return error.faults
    throw error
  }
  return []
}

test('of very many files that do not fit, the first are explained, because that takes long', () => {
  const files = Array.from({ length: 2000 }, (_, at) => [`${at}.yaml`, 'resource: 1'] as const)
  const faults = faultsOf(files)
  assert.ok(faults.length >= 100 && faults.length < 200, `${faults.length} faults`)
})

test('a list that is too long is refused by its length, and its items are not explained', () => {
  const faults = faultsOf([['a.yaml', `dimensions:\n${'  - name: x\n'.repeat(5000)}`]])
  assert.deepEqual(
    faults.map(({ path, message }) => `${path}: ${message}`),
    ['dimensions: must not have more than 100 items'],
  )
})
