import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'

const { query } = await testDatabase({ writesBeside: true })
const migration = await readFile(
  new URL('migrations/0095-sources-of-states.sql', import.meta.url),
  'utf8',
)

test('of sources that exist, those with suspended accounts had a column of states', async () => {
  for (const [handle, type, ...states] of [
    ['hr', 'file', 'active', 'suspended', 'suspended'],
    ['list', 'file', 'active', 'deactivated'],
    ['push', 'scim', 'suspended'],
  ])
    await query(
      `with made as (
         insert into integration (handle, name, vendor, type, mapping) values ($1, $1, 'idp', $2, '{}') returning id)
       insert into identity (integration_id, vendor_id, state, vendor_state, profile)
       select id, 'A' || n, case state when 'deactivated' then state else 'orphan' end, state, '{}'
       from made, unnest($3::text[]) with ordinality s (state, n)`,
      [handle, type, states],
    )
  await query('drop table state_source')
  await query(migration)
  const found = await query(
    'select g.handle from state_source s join integration g on g.id = s.integration_id',
  )
  assert.deepEqual(found, [{ handle: 'hr' }])
})
