import assert from 'node:assert/strict'
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { testDatabase } from '../../../test/harness.ts'
import { emptyTables } from '../../../test/empty-tables.ts'
import { managersOf } from '../../../test/import-world.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { interpretExport, settingsOf } from '../probe/interpret-export.ts'
import { connectVendor } from './connect-vendor.ts'
import { findIntegrationByHandle } from '../../workspace/integrations/queries.ts'
import { importExport } from './import-export.ts'
import { waitForImports } from './import-lock.ts'
import { importPush } from './import-push.ts'

const { database, query } = await testDatabase()
const directory = await mkdtemp(join(tmpdir(), 'muster-managers-'))
after(() => rm(directory, { recursive: true }))
const path = join(directory, 'people.csv')
const reportPath = join(directory, 'report.jsonl')

/** Connects the source as the first table shows it. */
async function connect(table: string): Promise<void> {
  await query(emptyTables(['integration', 'directory_user', 'audit_log', 'due_instant']))
  await writeFile(path, table)
  const read = await interpretExport({ source: { path }, most: 1000 })
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

const managers = () => managersOf(query)

async function remarks(): Promise<string[]> {
  const lines = (await readFile(reportPath, 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line).reason)
}

const grace = {
  vendorId: 'g',
  handle: null,
  email: 'grace@acme.example',
  firstName: 'Grace',
  lastName: 'Hopper',
  fullName: 'Grace Hopper',
  state: 'active' as const,
  isNew: false,
  createdAt: null,
  profile: {},
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
    '5': 'ambiguous',
    '6': '3',
    '7': '3',
    '8': 'unresolved',
  })
  assert.equal(outcome.people.managersUnresolved, 2)
  assert.deepEqual(await remarks(), [
    'Managers by name: 1 with a name that several people have and 1 with one that nobody has are left open. Export the number or the address of the manager to find these.',
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
  assert.deepEqual(await managers(), { '1': 'ambiguous', '3': null, '4': null })
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
        const expected = ['unresolved', String(those[0])][those.length] ?? 'ambiguous'
        const problem = found[String(at)]
        const isOwn = those.length === 1 && those[0] === at
        if (manager === null || isOwn) assert.equal(problem, null)
        else assert.ok(problem === expected || (those.length === 1 && problem === 'cycle'))
      }
    }),
    { numRuns: propertyRuns(25) },
  )
})

test('someone who waits for a manager by name gets them from any later file', async () => {
  await connect(`${header}\n1;Ada;Moreau;Grace Hopper\n3;Grace;Hopper;\n`)
  await load(`${header}\n1;Ada;Moreau;Hopper, Grace\n2;Li;Wei;\n`)
  assert.deepEqual(await managers(), { '1': 'unresolved', '2': null })
  await load(`${header}\n3;GRACE;Hopper;\n`)
  assert.deepEqual(await managers(), { '1': '3', '2': null, '3': null })
  await load(`${header}\n2;Grace;Hopper;\n`)
  assert.deepEqual(await managers(), { '1': 'ambiguous', '2': null, '3': null })
  await load(`${header}\n3;Grace;Moreau;\n`)
  assert.deepEqual(await managers(), { '1': '2', '2': null, '3': null })
})

test('a push that brings the person of that name gives them to those who wait', async () => {
  await connect(`${header}\n1;Ada;Moreau;Grace Hopper\n3;Grace;Hopper;\n`)
  await load(`${header}\n1;Ada;Moreau;Grace Hopper\n`)
  await database.transaction(async (context) => {
    await waitForImports(context.tx, 'hr')
    const integration = await findIntegrationByHandle(context.tx, 'hr')
    assert.ok(integration)
    const records = [{ ...grace, kind: 'account' as const, line: 1, notes: [] }]
    await importPush(context, database, {
      push: { integration, name: 'push', records },
      actor: testActor,
    })
  })
  assert.deepEqual(await managers(), { '1': 'g', g: null })
})

const pool = ['Ada Moreau', 'Li Wei', 'Grace Hopper'] as const
type Row = { id: number; name: string; manager: string | null }

/** The manager of each row, found among the names of all rows; undefined if the managers form a cycle. */
function expectedOf(rows: readonly Row[]): Record<string, string | null> | undefined {
  const found = rows.map(({ id, manager }) => {
    const those = rows.filter(({ name }) => name === manager)
    const only = ['unresolved', String(those[0]?.id)][those.length] ?? 'ambiguous'
    return [String(id), manager === null ? null : only] as const
  })
  const above = new Map(found)
  for (const [id] of found) {
    let at = above.get(id)
    for (let steps = 0; at && above.has(at); steps++) {
      if (steps > rows.length) return undefined
      at = above.get(at)
    }
  }
  return Object.fromEntries(found)
}

function written(rows: readonly Row[]): string {
  const lines = rows.map(({ id, name, manager }) => `${id};${name};${manager ?? ''}`)
  return ['Employee ID;Name;Manager', ...lines].join('\n')
}

test('files in any order end in the managers of one complete file', async () => {
  const row = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    name: fc.constantFrom(...pool, 'Joan Smith', 'Uwe Weiß'),
    manager: fc.option(fc.constantFrom(...pool)),
  })
  const files = fc.array(
    fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 3 }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(files, async (parts) => {
      const last = new Map(parts.flat().map((each) => [each.id, each]))
      const expected = expectedOf([...last.values()])
      fc.pre(expected !== undefined)
      await connect(written([{ id: 0, name: 'Nobody Else', manager: 'Joan Smith' }]))
      for (const part of parts) await load(written(part))
      const found = await managers()
      assert.deepEqual(found, expected)
      const whole = written([...last.values()])
      await query(emptyTables(['directory_user', 'audit_log', 'due_instant']))
      await load(whole)
      assert.deepEqual(await managers(), found)
    }),
    { numRuns: propertyRuns(15) },
  )
})
