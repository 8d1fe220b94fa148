import assert from 'node:assert/strict'
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { testDatabase } from '../../../test/harness.ts'
import { emptyTables } from '../../../test/empty-tables.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { interpretExport, settingsOf } from '../probe/interpret-export.ts'
import { connectVendor } from './connect-vendor.ts'
import { importExport } from './import-export.ts'

const { database, query } = await testDatabase()
const directory = await mkdtemp(join(tmpdir(), 'muster-managers-'))
after(() => rm(directory, { recursive: true }))
const path = join(directory, 'people.csv')
const reportPath = join(directory, 'report.jsonl')

/** Connects the source as the first table shows it. */
async function connect(table: string): Promise<void> {
  await query(emptyTables(['integration', 'directory_user', 'audit_log', 'due_instant']))
  await writeFile(path, table)
  const read = await interpretExport({ open: () => ({ path }), most: 1000 })
  const { mapping, ...keys } = settingsOf(read)
  const { vendor, type } = read.product
  await connectVendor(database, testActor, {
    handle: 'hr',
    vendor,
    type,
    mapping,
    keys,
    dimensions: [],
    isPrimary: true,
  })
}

async function load(table: string) {
  await writeFile(path, table)
  return importExport(database, {
    path,
    reportPath,
    integrationHandle: 'hr',
    isComplete: false,
    actor: testActor,
  })
}

/** `id → id of the manager, or the problem`. */
async function managers(): Promise<Record<string, string | null>> {
  const rows = await query<{ id: string; manager: string | null }>(
    `select i.vendor_id as id, coalesce(m.vendor_id, u.manager_problem) as manager
     from directory_user u join identity i on i.id = u.primary_identity_id
     left join directory_user b on b.id = u.manager_id left join identity m on m.id = b.primary_identity_id
     order by i.vendor_id`,
  )
  return Object.fromEntries(rows.map(({ id, manager }) => [id, manager]))
}

async function remarks(): Promise<string[]> {
  const lines = (await readFile(reportPath, 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line).reason)
}

const header = 'Employee ID;First Name;Last Name;Manager'

test('a manager who is named only by name is found where one person has the name, in either order', async () => {
  const table = [
    header,
    '1;Ada;Moreau;Hopper, Grace',
    '2;Li;Wei;grace  HOPPER',
    '3;Grace;Hopper;',
    '4;Noor;Khan;Grace Hopper (E103)',
    '5;Ole;Gone;Joan Smith',
    '6;Joan;Smith;3',
    '7;Joan;Smith;Grace Hopper',
    '8;Uwe;Weiß;Nobody Known',
  ].join('\n')
  await connect(table)
  const outcome = await load(table)
  assert.deepEqual(await managers(), {
    '1': '3',
    '2': '3',
    '3': null,
    '4': '3',
    '5': 'unresolved',
    '6': '3',
    '7': '3',
    '8': 'unresolved',
  })
  assert.equal(outcome.people.managersUnresolved, 2)
  assert.deepEqual(await remarks(), [
    'Managers by name: 4 found; 1 with a name that several people have and 1 with one that nobody has are left open. Export the number or the address of the manager to find these.',
  ])
  const again = await load(table)
  assert.deepEqual([again.accounts.unchanged, again.people.changed], [8, 0])
})

test('a partial file finds managers among all people of the source, and a second of the name ends that', async () => {
  await connect(`${header}\n1;Ada;Moreau;Grace Hopper\n3;Grace;Hopper;\n`)
  await load(`${header}\n3;Grace;Hopper;\n`)
  await load(`${header}\n1;Ada;Moreau;Grace Hopper\n`)
  assert.deepEqual(await managers(), { '1': '3', '3': null })
  await load(`${header}\n1;Ada;Moreau;Grace Hopper\n4;Grace;Hopper;\n`)
  assert.deepEqual(await managers(), { '1': 'unresolved', '3': null, '4': null })
})

test('a number or a login that leads to a person counts, whatever people are called', async () => {
  const table = [
    'Username;Name;Manager;Manager Name',
    'grace;Ada Moreau;;',
    'ada;Grace Hopper;;',
    'li;Li Wei;grace;Grace Hopper',
    'noor;Noor Khan;ada;',
  ].join('\n')
  await connect(table)
  await load(table)
  assert.deepEqual(await managers(), { ada: null, grace: null, li: 'grace', noor: 'ada' })
})

test('of any table exactly the managers are found whose name one person has', async () => {
  const name = fc.constantFrom('Ada Moreau', 'Li Wei', 'Grace Hopper', 'Uwe Weiß', 'Joan Smith')
  const people = fc.array(fc.record({ name, manager: fc.option(name) }), {
    minLength: 1,
    maxLength: 7,
  })
  await fc.assert(
    fc.asyncProperty(people, fc.boolean(), async (rows, isFamilyFirst) => {
      const written = (each: string) =>
        isFamilyFirst ? each.split(' ').toReversed().join(', ') : each
      const table = [
        'Employee ID;Name;Manager',
        ...rows.map((row, at) => `${at};${row.name};${row.manager ? written(row.manager) : ''}`),
      ].join('\n')
      await connect(table)
      await load(table)
      const found = await managers()
      for (const [at, { manager }] of rows.entries()) {
        const those = [...rows.keys()].filter((each) => rows[each]?.name === manager)
        const expected = those.length === 1 ? String(those[0]) : 'unresolved'
        const problem = found[String(at)]
        if (manager === null) assert.equal(problem, null)
        else assert.ok(problem === expected || (those.length === 1 && problem === 'cycle'))
      }
    }),
    { numRuns: propertyRuns(25) },
  )
})
