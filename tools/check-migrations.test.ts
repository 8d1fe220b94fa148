import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationFaults } from './check-migrations.ts'

const cases: { name: string; files: string[]; listed?: string[]; fault?: RegExp }[] = [
  { name: 'numbers that ascend', files: ['0001-a', '0002-b', '0004-a'] },
  {
    name: 'a number that two migrations have',
    files: ['0048-a', '0048-b'],
    fault: /^0048-b has the number of 0048-a/,
  },
  {
    name: 'a name that runs after a greater number',
    files: ['0047-a', '0048-b'],
    listed: ['0048-b', '0047-a'],
    fault: /^0047-a runs after 0048-b/,
  },
  { name: 'a migration that is not listed', files: ['0048-a'], listed: [], fault: /not in src/ },
  { name: 'a listed name without a file', files: [], listed: ['0048-a'], fault: /has no file/ },
  { name: 'another form of name', files: ['48_a'], fault: /^48_a is not named/ },
  { name: 'a letter behind a number', files: ['0048b-a'], fault: /^0048b-a is not named/ },
]

for (const { name, files, listed = files, fault } of cases) {
  test(`${fault === undefined ? 'accepts' : 'refuses'} ${name}`, () => {
    const faults = migrationFaults(files, listed)
    if (fault === undefined) assert.deepEqual(faults, [])
    else assert.match(faults[0] ?? '', fault)
  })
}
