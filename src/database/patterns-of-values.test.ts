import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { entra } from '../connectors/entra/entra.ts'
import { gitlab } from '../connectors/gitlab/gitlab.ts'

const { query } = await testDatabase({ writesBeside: true })
const migration = await readFile(
  new URL('migrations/0096-patterns-of-values.sql', import.meta.url),
  'utf8',
)

/** The names that forms of values had, by what their patterns begin with. */
const forms = {
  '(?:group': 'gitlab_bot',
  service_: 'gitlab_service_account',
  '.*#ext#': 'entra_guest',
}

/** The mapping as it was stored before. */
function former(mapping: object): string {
  return JSON.stringify(mapping, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('matches' in value)) return value
    const { matches, ...test } = value
    const [, form] =
      Object.entries(forms).find(([begin]) => String(matches).startsWith(begin)) ?? []
    return { ...test, form }
  })
}

for (const { name, defaults } of [gitlab, entra])
  test(`a source of ${name} that exists tells what accounts are as before`, async () => {
    const text = former(defaults.mapping)
    assert.match(text, /"form":"/)
    await query(
      `insert into integration (handle, name, vendor, type, mapping) values ($1, $1, 'idp', $1, $2)`,
      [name, text],
    )
    await query(migration)
    const [found] = await query('select mapping from integration where handle = $1', [name])
    assert.deepEqual(found, { mapping: defaults.mapping })
  })
