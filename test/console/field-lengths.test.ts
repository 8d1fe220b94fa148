import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { lengths } from '../../console/src/gen/lengths.ts'

/** Texts that are no field of a body by themselves: parts of a mapping, and of a person's metadata. */
const ofTheirOwn = ['mapping/account-fields.tsx', 'mapping/path-list.tsx']

test('the fields of pages take their lengths from the API', () => {
  const written = globSync('console/src/pages/**/*.tsx').filter((file) =>
    /maxLength=\{?["']?\d/.test(readFileSync(file, 'utf8')),
  )
  assert.deepEqual(
    written.toSorted(),
    ofTheirOwn.map((file) => `console/src/pages/${file}`),
  )
})

test('the lengths of a handle, of a text and of a text that may be null are those of the API', () => {
  const { handle, description } = lengths.createService
  assert.deepEqual([handle, description, lengths.createRule.reason], [63, 1000, 1000])
})
