import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { importWorlds } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { integrationTypes } from '../../contract/gen/vendors.ts'
import { completeMapping } from '../file/complete-mapping.ts'
import { exportDefaults } from '../vendors.ts'
import { importExport } from './import-export.ts'

const importWorld = await importWorlds()
const directory = await mkdtemp(join(tmpdir(), 'muster-ids-'))

const ownTable = completeMapping({
  account: {
    when: [[]],
    vendor_id: ['id', 'UUID', 'User ID', 'Employee ID', 'email'],
    email: ['email'],
    first_name: ['first_name'],
    last_name: ['last_name'],
    full_name: ['name'],
    state: { sources: [{ path: 'status', values: { active: 'active' } }] },
  },
  synonyms: true,
})

async function world(product = 'file', leaveOut: 'guest'[] = []) {
  const { account, ...usual } = product === 'file' ? ownTable : exportDefaults(product).mapping
  const mapping = { ...usual, account: { ...account, leave_out: leaveOut } }
  const type = integrationTypes.find((each) => each === product) ?? 'file'
  const { database, query } = await importWorld({ vendor: 'file', type, mapping })
  const load = async (text: string, isComplete = true) => {
    const path = join(directory, text.startsWith('[') ? 'people.json' : 'people.csv')
    await writeFile(path, text)
    const options = { integrationHandle: 'okta', path, isComplete, actor: testActor }
    return importExport(database, options)
  }
  const states = async () => {
    const rows = await query<{ id: string; state: string }>(
      'select vendor_id as id, vendor_state as state from identity order by 1',
    )
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
  }
  return { load, states }
}

const header = 'id,first_name,last_name,email,department,employee_id,status'
const names = ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve', 'Fay', 'Gus']
const row = (n: number, id = String(n)) =>
  `${id},${names[n]},Moreau,${names[n]}@acme.example,Sales,E${n},Active`
const table = (...rows: string[]) => [header, ...rows].join('\n')
const active = { 1: 'active', 2: 'active', 3: 'active', 4: 'active', 5: 'active' }

test('a row without an id is no account of its number, and keeps who is missing', async () => {
  const { load, states } = await world()
  await load(table(...[1, 2, 3, 4, 5].map((n) => row(n))))
  const outcome = await load(table(row(1), row(2), row(3, ''), row(4, '')))
  assert.deepEqual(await states(), active)
  assert.equal(outcome.rowsBad, 2)
  assert.equal(outcome.missing.keptBecause, 'bad_rows')
  assert.deepEqual(outcome.missing.lines, [4, 5])
})

test('the ids of a file are those by which its accounts are known, however many of its rows have one', async () => {
  const { load, states } = await world()
  await load(table(...[1, 2, 3, 4, 5].map((n) => row(n))))
  await load(table(row(1), row(2, ''), row(3, ''), row(4, ''), row(5, '')))
  assert.deepEqual(await states(), active)
  const outcome = await load(table(...[1, 2, 3, 4, 5].map((n) => row(n, ''))))
  assert.match(outcome.refused ?? '', /./)
  assert.deepEqual(await states(), active)
})

test('a column of ids that comes later creates no person again', async () => {
  const { load, states } = await world()
  const known = { E1: 'active', E2: 'active' }
  await load('Employee ID,Name\nE1,Ada Moreau\nE2,Bob Moreau')
  assert.deepEqual(await states(), known)
  await load('UUID,employee_id,Name\nu-1,E1,Ada Moreau\nu-2,E2,Bob Moreau')
  assert.deepEqual(await states(), known)
})

test('a column that few rows fill has no ids where another is in all of them', async () => {
  const { load, states } = await world()
  await load('User ID,Employee ID,Name\n,E1,Ada Moreau\n,E2,Bob Moreau\n9,E3,Cyd Moreau')
  assert.deepEqual(await states(), { E1: 'active', E2: 'active', E3: 'active' })
})

test('a line with a cell too many is of the account in its first cell', async () => {
  const { load, states } = await world()
  const all = [1, 2, 3, 4, 5].map((n) => row(n))
  for (const broken of [
    '2,Bob,Moreau,bob@acme.example,Sales, Inside,E2,Active',
    '2,Bob,Moreau',
    '2,"Bob "x" B",Moreau,bob@acme.example,Sales,E2,Active',
  ]) {
    await load(table(...all))
    const outcome = await load(table(row(1), broken, row(3), row(4)))
    assert.equal(outcome.rowsBad, 1, broken)
    assert.deepEqual(await states(), { ...active, 5: 'deactivated' }, broken)
    await load(table(...all))
    assert.deepEqual(await states(), active)
  }
})

test('where the id may have been split or have moved, the missing ones stay', async () => {
  const columns = 'name,id,email,status'
  for (const [head = '', ...lines] of [
    [columns, 'Moreau, Ada,1,ada@acme.example,Active', 'Bo Li,2,bo@acme.example,Active'],
    ['id,name,email', '1,234,Ada,ada@acme.example', '2,Bo Li,bo@acme.example'],
    ['name,email,status', 'Moreau, Ada,ada@acme.example,Active', 'Bo,bo@acme.example,Active'],
  ]) {
    const { load } = await world()
    const outcome = await load([head, ...lines].join('\n'))
    assert.deepEqual([outcome.rowsBad, outcome.missing.keptBecause], [1, 'bad_rows'], head)
  }
})

const user = (id: string, userType = 'Member') => ({
  id,
  userPrincipalName: `${id}@acme.example`,
  displayName: id,
  userType,
})

test('an account that the mapping leaves out stays as it is, and is not missing', async () => {
  const { load, states } = await world('entra', ['guest'])
  await load(JSON.stringify([user('ada'), user('bob'), user('cyd')]))
  const outcome = await load(JSON.stringify([user('ada'), user('bob', 'Guest')]))
  assert.deepEqual(await states(), { ada: 'active', bob: 'active', cyd: 'deactivated' })
  assert.equal(outcome.missing.keptBecause, null)
})

const people = [
  ['google', { primaryEmail: 'bob@acme.example', name: { fullName: 'Bob Moreau' } }],
  ['entra', { userPrincipalName: 'bob@acme.example', displayName: 'Bob Moreau' }],
  ['keycloak', { username: 'bob', firstName: 'Bob', lastName: 'Moreau' }],
  ['onelogin', { email: 'bob@acme.example', username: 'bob', firstname: 'Bob' }],
  ['github', { login: 'bob', name: 'Bob Moreau' }],
] as const

for (const [product, bob] of people)
  test(`${product}: an account without its id is not known by its name or address`, async () => {
    const { load, states } = await world(product)
    const ada = JSON.parse(JSON.stringify(bob).replaceAll('bob', 'ada').replaceAll('Bob', 'Ada'))
    const known = { a1: 'active', b2: 'active' }
    await load(
      JSON.stringify([
        { id: 'a1', ...ada },
        { id: 'b2', ...bob },
      ]),
    )
    const outcome = await load(
      JSON.stringify([
        { id: 'a1', ...ada },
        { id: '', ...bob },
      ]),
    )
    assert.deepEqual(await states(), known)
    assert.equal(outcome.rowsBad, 1)
    assert.match((await load(JSON.stringify([{ id: null, ...bob }]))).refused ?? '', /./)
    assert.deepEqual(await states(), known)
  })
