import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorlds, okta } from '../../../test/import-world.ts'
import { describeImport } from '../../cli/sources/describe-import.ts'
import type { SourceRecord } from '../file/source-record.ts'
import { importRecords } from './import-records.ts'
import { testActor } from '../../../test/people-fixture.ts'

const importWorld = await importWorlds()

async function world() {
  const { query, load, database } = await importWorld()
  const people = async () => {
    const rows = await query<{ id: string; state: string; title: string | null }>(
      `select i.vendor_id as id, u.state, i.profile ->> 'title' as title
       from directory_user u join identity i on i.id = u.primary_identity_id order by 1`,
    )
    return Object.fromEntries(rows.map(({ id, state, title }) => [id, [state, title]]))
  }
  const states = async () =>
    Object.fromEntries(Object.entries(await people()).map(([id, [state]]) => [id, state]))
  return { query, load, people, states, database }
}

const complete = { isComplete: true }
const many = Array.from({ length: 120 }, (_, index) => okta(`p${index}`))
const as = (id: string, title: string, status = 'ACTIVE') =>
  okta(id, { status, profile: { title } })

test('a row that is refused keeps its own account only, and the missing ones end', async () => {
  const { load, states } = await world()
  await load('okta', [okta('ada'), okta('bob'), okta('cy'), okta('dee')])
  const outcome = await load(
    'okta',
    [okta('ada'), okta('bob', { email: 'x' }), okta('dee', { email: 'a@b@c' })],
    complete,
  )
  assert.deepEqual(await states(), {
    ada: 'active',
    bob: 'active',
    cy: 'deactivated',
    dee: 'active',
  })
  assert.equal(outcome.rowsBad, 2)
  assert.equal(outcome.missing.keptBecause, null)
})

test('a row whose id cannot be read keeps the missing ones, and the run names its line', async () => {
  const { load, states } = await world()
  await load('okta', [okta('ada'), okta('bob'), okta('cy')])
  const rows = [okta('ada'), okta('bob', { status: 'HAPPY' }), { ...okta('x'), id: '' }, '{"id": ']
  const outcome = await load('okta', rows, complete)
  assert.deepEqual(await states(), { ada: 'active', bob: 'active', cy: 'active' })
  assert.equal(outcome.missing.keptBecause, 'bad_rows')
  assert.deepEqual(outcome.missing.lines, [3, 4])
  assert.equal(outcome.missing.accountsToDeactivate, 1)
  assert.match(describeImport(outcome), /a row whose id could not be read .*\(line 3, 4\)/)
})

test('a partial import does not count an account as missing of which a row was refused', async () => {
  const { load } = await world()
  await load('okta', [okta('ada'), okta('bob'), okta('cy')])
  for (const rows of [[], many]) {
    const outcome = await load('okta', [okta('ada'), okta('bob', { status: 'HAPPY' }), ...rows])
    assert.equal(outcome.missing.accountsToDeactivate, 1)
  }
})

test('several rows of one account are one account, and the missing ones end', async () => {
  const { load, people } = await world()
  await load('okta', [as('ada', 'A'), as('bob', 'Sales'), as('cy', 'C')])
  const outcome = await load(
    'okta',
    [as('ada', 'A'), as('bob', 'Sales'), as('bob', 'Engineering')],
    complete,
  )
  assert.deepEqual(await people(), {
    ada: ['active', 'A'],
    bob: ['active', 'Sales'],
    cy: ['deactivated', 'C'],
  })
  assert.deepEqual([outcome.rowsRead, outcome.rowsBad, outcome.notes], [3, 0, 1])
})

test('of several rows the active one counts, then the one that counted before, then the first', async () => {
  for (const others of [[], many]) {
    const { load, people } = await world()
    const titleOf = async (...rows: object[]) => {
      await load('okta', [...rows, ...others])
      return (await people())['ada']
    }
    assert.deepEqual(await titleOf(as('ada', 'one'), as('ada', 'two')), ['active', 'one'])
    assert.deepEqual(await titleOf(as('ada', 'two'), as('ada', 'one')), ['active', 'one'], 'before')
    assert.deepEqual(
      await titleOf(
        as('ada', 'one', 'SUSPENDED'),
        as('ada', 'two'),
        as('ada', 'x', 'DEPROVISIONED'),
      ),
      ['active', 'two'],
    )
    assert.deepEqual(
      await titleOf(as('ada', 'x', 'DEPROVISIONED'), as('ada', 'one', 'SUSPENDED')),
      ['suspended', 'one'],
    )
  }
})

test('an account of which one row is refused does not end by another row of it', async () => {
  const { load, people } = await world()
  await load('okta', [as('ada', 'A'), as('bob', 'B')])
  for (const others of [[], many]) {
    const ended = as('bob', 'B', 'DEPROVISIONED')
    const outcome = await load('okta', [
      as('ada', 'A'),
      ended,
      okta('bob', { email: 'x', profile: { title: 'B' } }),
      ...others,
    ])
    assert.deepEqual((await people())['bob'], ['active', 'B'])
    assert.equal(outcome.notes, 1)
  }
  await load('okta', [
    as('ada', 'A'),
    as('bob', 'C'),
    okta('bob', { email: 'x', profile: { title: 'B' } }),
  ])
  assert.deepEqual((await people())['bob'], ['active', 'C'], 'an active row is taken')
})

test('a complete list needs a row with an id that was read, whatever its state', async () => {
  const { load, states, database } = await world()
  await load('okta', [okta('ada'), okta('bob')])
  const read = (records: readonly SourceRecord[]) =>
    importRecords(
      database,
      {
        integrationHandle: 'okta',
        isComplete: true,
        name: 'test',
        bytesTotal: 0,
        reportPath: null,
        open: async () => ({
          records: (async function* () {
            yield* records
          })(),
          state: { bytesRead: 0, shape: 'accounts', unfinished: null, listsAccounts: true },
        }),
      },
      { actor: testActor },
    )
  const group = {
    kind: 'group' as const,
    line: 1,
    resourceType: 'idp_group' as const,
    vendorId: 'g',
    parentVendorId: null,
    name: 'G',
    handle: null,
    notes: [],
  } satisfies SourceRecord
  assert.match((await read([group])).refused ?? '', /lists no account/)
  const bad = { kind: 'bad', line: 1, reason: 'state', vendorId: 'ada' } as const
  assert.match((await read([group, bad])).refused ?? '', /lists no account/)
  assert.deepEqual(await states(), { ada: 'active', bob: 'active' })
  const outcome = await load('okta', [okta('ada', { status: 'DEPROVISIONED' })], complete)
  assert.equal(outcome.refused, undefined)
  assert.deepEqual(await states(), { ada: 'deactivated', bob: 'deactivated' })
})

test('a complete list with nothing in it is refused and ends nobody, and a partial one is no harm', async () => {
  const { load, states } = await world()
  await load('okta', [okta('ada'), okta('bob')])
  const refused = await load('okta', [], complete)
  assert.match(refused.refused ?? '', /A complete list is never empty/)
  assert.equal((await load('okta', [])).refused, undefined)
  assert.deepEqual(await states(), { ada: 'active', bob: 'active' })
})
