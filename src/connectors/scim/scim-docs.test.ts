import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const folder = new URL('.', import.meta.url)

test('every requirement in docs/scim.md names a test that exists', () => {
  const page = readFileSync(new URL('../../../docs/scim.md', folder), 'utf8')
  const [, table = ''] = page.split('| Requirement | RFC | Test |')
  const [rows = ''] = table.split('\n\n')
  const named = rows.split('\n').flatMap((row) => {
    const [, , , name = ''] = row.split(' | ').length === 3 ? ['', ...row.split(' | ')] : []
    return name === '' ? [] : [name.replace(/ \|$/, '')]
  })
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
  const tests = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n')
  assert.ok(named.length >= 30, `only ${named.length} requirements were read`)
  for (const name of named) assert.ok(tests.includes(`test('${name}'`), name)
})
