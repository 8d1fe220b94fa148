import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { importWorlds } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { completeMapping } from '../file/complete-mapping.ts'
import { musterTableMapping } from '../file/muster-table.ts'
import { importExport } from './import-export.ts'

const importWorld = await importWorlds()
const directory = await mkdtemp(join(tmpdir(), 'muster-unsaid-'))

const confirmed = completeMapping({
  account: {
    when: [[{ path: 'id', exists: true }]],
    vendor_id: ['id'],
    email: ['email'],
    first_name: ['first_name'],
    state: {
      sources: [
        {
          path: 'state',
          values: { active: 'active', suspended: 'suspended', deactivated: 'deactivated' },
        },
      ],
    },
  },
})

async function world(mapping: typeof confirmed) {
  const { database, query } = await importWorld({ vendor: 'file', type: 'file', mapping })
  const load = async (rows: readonly string[], { isComplete = false } = {}) => {
    const path = join(directory, 'people.csv')
    await writeFile(path, rows.join('\n'))
    const options = { integrationHandle: 'okta', path, isComplete, actor: testActor }
    return importExport(database, options)
  }
  const states = async () => {
    const rows = await query<{ id: string; account: string; person: string }>(
      `select i.vendor_id as id, i.vendor_state as account, u.state as person
       from identity i join directory_user u on u.id = i.directory_user_id order by 1`,
    )
    return Object.fromEntries(rows.map(({ id, account, person }) => [id, `${account} ${person}`]))
  }
  return { load, states }
}

const row = (id: string, ...more: string[]) =>
  [id, `Given${id}`, `p${id}@acme.example`, ...more].join(',')
const without = 'id,first_name,email'
const many = Array.from({ length: 150 }, (_, at) => `m${at}`)

test('a table without a column of states lets nobody back in whom the source suspended or ended', async () => {
  for (const mapping of [musterTableMapping, confirmed])
    for (const others of [[], many]) {
      const { load, states } = await world(mapping)
      await load([
        `${without},state`,
        row('1', 'active'),
        row('2', 'active'),
        row('3', 'active'),
        ...others.map((id) => row(id, 'active')),
      ])
      await load([`${without},state`, row('2', 'suspended'), row('3', 'deactivated')])
      for (const isComplete of [false, true]) {
        const rows = ['1', '2', '3', '4', ...others].map((id) => row(id))
        const outcome = await load([without, ...rows], { isComplete })
        assert.deepEqual([outcome.statesUnsaid, outcome.accountsKept], [2, 2])
        const now = await states()
        assert.deepEqual(
          [now['1'], now['2'], now['3'], now['4']],
          ['active active', 'suspended suspended', 'deactivated deactivated', 'active active'],
        )
      }
      const back = await load([`${without},state`, row('2', 'active'), row('3', 'active')])
      assert.equal(back.statesUnsaid, 0)
      assert.deepEqual(
        [(await states())['2'], (await states())['3']],
        Array(2).fill('active active'),
      )
    }
})

test('where no table had states, who is missing and comes back is active', async () => {
  const { load, states } = await world(musterTableMapping)
  await load([without, row('1'), row('2')])
  await load([without, row('1')], { isComplete: true })
  assert.equal((await states())['2'], 'deactivated deactivated')
  const outcome = await load([without, row('1'), row('2')], { isComplete: true })
  assert.equal(outcome.statesUnsaid, 0)
  assert.equal((await states())['2'], 'active active')
})
