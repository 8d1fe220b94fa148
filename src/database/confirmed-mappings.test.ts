import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { ofKind, read } from '../../test/read-export-text.ts'
import { isMapping } from '../connectors/file/check-mapping.ts'
import { completeMapping } from '../connectors/file/complete-mapping.ts'
import type { Mapping } from '../connectors/file/mapping.ts'

// Migration 0090 writes out what lists of words in code read of the sources that exist.

const { query } = await testDatabase({ writesBeside: true })
const migration = await readFile(
  new URL('migrations/0090-confirmed-mappings.sql', import.meta.url),
  'utf8',
)

/** The usual mapping of tables, as it was stored before: long lists of synonyms. */
function formerMapping(more: object = {}): Mapping {
  const synonyms = Array.from({ length: 40 }, (_, at) => `Given name ${at}`)
  const { account, ...others } = completeMapping({
    account: {
      when: [[]],
      vendor_id: ['Employee ID', 'Personalnummer'],
      email: ['Email', 'E-Mail'],
      first_name: ['Vorname', ...synonyms],
      last_name: ['Last name'],
      full_name: ['Name', 'Nachname Vorname'],
      state: {
        sources: [{ path: 'Status', values: { active: 'active', left: 'deactivated' } }],
        ended_at: ['Last day'],
      },
      profile_extra: { department: ['Department'] },
    },
  })
  const state = { ...account.state, kinds_of_work: ['extern'] }
  return { ...others, account: { ...account, state, ...more } }
}

type Account = { id: string; email: string; last: string; profile: object; state?: string }

async function upgrade(
  handle: string,
  mapping: object,
  { accounts = [], type = 'file' }: { accounts?: readonly Account[]; type?: string } = {},
): Promise<Mapping> {
  const [made] = await query<{ id: string }>(
    `insert into integration (handle, name, vendor, type, mapping) values ($1, $1, 'idp', $2, $3) returning id`,
    [handle, type, JSON.stringify(mapping)],
  )
  for (const { id, email, last, profile, state = 'active' } of accounts)
    await query(
      `insert into identity (integration_id, vendor_id, email, first_name, last_name, full_name, state, vendor_state, profile)
        values ($1, $2, $3, 'Ada', $4, $5, case $6 when 'active' then 'orphan' else $6 end, $6, $7)`,
      [made?.id, id, email, last, `Ada ${last}`, state, JSON.stringify(profile)],
    )
  await query(migration)
  const [found] = await query<{ mapping: unknown }>(
    'select mapping from integration where id = $1',
    [made?.id],
  )
  assert.ok(isMapping(found?.mapping), handle)
  return found.mapping
}

const accounts: readonly Account[] = ['Moreau', 'Wei', 'Hopper'].map((last, at) => ({
  id: `E${at}`,
  email: `${last.toLowerCase()}@acme.example`,
  last,
  state: at === 2 ? 'deactivated' : 'active',
  profile: {
    'Emp. No.': `E${at}`,
    'Work mail': `${last.toLowerCase()}@acme.example`,
    Surname: last,
    'Status (HR)': at === 2 ? 'left' : 'active',
    Team: 'Sales',
    department: 'Sales',
  },
}))

test('the columns that held ids, addresses, names and states come first, so that the same file is read as before', async () => {
  const mapping = await upgrade('hr', formerMapping(), { accounts })
  const { account } = mapping
  assert.equal(mapping.synonyms, true)
  assert.equal(account.vendor_id[0], 'Emp. No.')
  assert.equal(account.email[0], 'Work mail')
  assert.equal(account.last_name[0], 'Surname')
  assert.deepEqual(account.profile_extra['department'], ['Team', 'Department'])
  assert.equal(account.state.sources[0]?.path, 'Status (HR)')
  const lines = accounts.map(({ profile }) => Object.values(profile).slice(0, 5).join(','))
  const text = ['Emp. No.,Work mail,Surname,Status (HR),Team', ...lines].join('\n')
  const found = ofKind(await read('file', text, { mapping }), 'account')
  assert.deepEqual(
    found.map(({ vendorId, email, lastName, state }) => [vendorId, email, lastName, state]),
    accounts.map(({ id, email, last, state }) => [id, email, last, state]),
  )
})

test('what words in names, orders of names and days of return meant is written out', async () => {
  const { account } = await upgrade('words', formerMapping())
  assert.equal(account.state.in_names?.['ausgeschieden'], 'deactivated')
  assert.deepEqual(account.family_first, ['Nachname Vorname'])
  assert.equal(account.state.first_day?.[0], 'Rehire Date')
  assert.ok(!('kinds_of_work' in account.state))
})

test('a short mapping that someone wrote, and the mapping of a product, stay as they are', async () => {
  const short = completeMapping({ account: { vendor_id: ['No'], full_name: ['Person'] } })
  const own = await upgrade('own', short, { accounts })
  assert.equal(own.synonyms, undefined)
  assert.deepEqual(own.account.vendor_id, ['No'])
  assert.deepEqual(await upgrade('product', short, { type: 'okta' }), short)
})
