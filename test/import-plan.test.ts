import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import { contentsOf } from './contents.ts'
import { testDatabase } from './harness.ts'
import { testActor } from './people-fixture.ts'
import { makeResource } from './people.ts'
import { runCli } from './run-cli.ts'

const directory = await mkdtemp(join(tmpdir(), 'muster-import-plan-'))
after(() => rm(directory, { recursive: true }))
const db = await testDatabase()
const file = join(directory, 'people.csv')
const muster = (...args: string[]) =>
  runCli(['import', file, '--integration', 'hr', ...args], { MUSTER_DATABASE_URL: db.url })
const connecting = ['--vendor', 'file', '--type', 'file', '--primary']

/** Writes an export of people: handle → department. */
async function tell(people: Record<string, string>): Promise<void> {
  const rows = Object.entries(people).map(([id, department]) =>
    [id, id, 'Byron', `${id}@acme.example`, 'Active', department].join(','),
  )
  const head = 'id,first_name,last_name,email,state,department'
  await writeFile(file, [head, ...rows].join('\n'))
}

const sales = Object.fromEntries(
  ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay', 'gus', 'hal'].map((id) => [id, 'Sales']),
)

test('the plan of a first import connects nothing, and shows whom it would make', async () => {
  await tell(sales)
  const before = await contentsOf(db)
  const planned = await muster(...connecting, '--plan')
  assert.deepEqual([planned.code, planned.stderr], [2, ''])
  assert.match(
    planned.stdout,
    /^directory_attribute department\/Sales “Sales” \(new\)\n {2}\+ 8 added: ada Byron \(member\), .* and 3 more\n/,
  )
  assert.match(planned.stdout, /\nThe integration would be made\.\n/)
  assert.match(planned.stdout, /\naccounts +8 created\npeople +8 created\n/)
  assert.match(planned.stdout, /\n1 resource, 8 people: 8 added\.\n$/)
  assert.deepEqual(await contentsOf(db), before)
  const unknown = await muster('--plan')
  assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
  assert.match(unknown.stderr, /There is no integration "hr"/)
})

test('the plan of what was imported is empty, and exits 0', async () => {
  assert.equal((await muster(...connecting)).code, 0)
  const planned = await muster(...connecting, '--plan')
  assert.equal(planned.code, 0, planned.stderr)
  assert.match(planned.stdout, /\nNo changes\.\n$/)
  const renamed = await muster('--name', 'Personnel', '--plan')
  assert.equal(renamed.code, 2, renamed.stderr)
  assert.match(renamed.stdout, /\nThe integration would be changed\.\n0 resources, 0 people: /)
})

test('the plan of an import tells who changes, in words and as JSON', async () => {
  await tell({ ...sales, ada: 'Legal', ivy: 'Sales' })
  const before = await contentsOf(db)
  const words = await muster('--plan', '--full')
  assert.equal(words.code, 2, words.stderr)
  assert.match(
    words.stdout,
    /^directory_attribute department\/Legal “Legal” \(new\)\n {2}\+ 1 added\n {6}ada Byron \(ada@acme\.example\): nothing → member\n/,
  )
  assert.match(words.stdout, /\naccounts +1 created, 1 changed, 7 unchanged\n/)
  const json = JSON.parse((await muster('--plan', '--json')).stdout)
  assert.deepEqual(
    [json.has_changes, json.totals.people, json.totals.added, json.totals.removed],
    [true, 2, 2, 1],
  )
  assert.equal(json.outcome.people.created, 1)
  assert.deepEqual(await contentsOf(db), before)
})

/** Only groups have limits here: a department has none of its own. */
async function giveSalesAGroup(): Promise<void> {
  const [hr] = await db.query<{ id: string }>(`select id from integration where handle = 'hr'`)
  await makeResource(db, { id: '', uuid: hr?.id ?? '' }, { vendor_id: 'sellers' })
  const policy = `
rulesets:
  - resource: { type: idp_group, integration: hr, vendor_id: sellers }
    state: managed
    rules:
      - key: sellers
        role: member
        state: active
        conditions: [{ type: attribute, dimension: department, value: Sales }]
`
  await importPolicy(db.database, policy, { actor: testActor })
}

test('what an import would hold is shown as held, and not as done', async () => {
  await giveSalesAGroup()
  await tell(Object.fromEntries(Object.keys(sales).map((id) => [id, 'Support'])))
  const before = await contentsOf(db)
  const { code, stdout } = await muster('--plan')
  assert.equal(code, 3)
  assert.match(stdout, /\nheld +8 accounts of 8 people, in a new incident\n/)
  assert.match(
    stdout,
    /\nbecause +8 people would lose access in Group \d+ within 24 hours, of 8: more than 25 % and 5\nto correct +correct it and import /,
  )
  assert.match(stdout, /\n0 resources, 0 people: no access changes\.\n$/)
  const { totals, resources, outcome } = JSON.parse((await muster('--plan', '--json')).stdout)
  const { id, people, reasons } = outcome.incident
  assert.deepEqual([totals.people, resources, id, people], [0, [], null, 8])
  assert.deepEqual([reasons.length, reasons[0].direction], [1, 'lose'])
  assert.deepEqual(await contentsOf(db), before)
})

test('a file that would be refused, and a policy file, exit 1 and say why', async () => {
  await tell({})
  const empty = await muster('--complete', '--plan')
  assert.equal(empty.code, 1)
  assert.match(empty.stderr, /The import would be refused: The file lists no account/)
  const policy = join(directory, 'policy.yaml')
  await writeFile(policy, 'dimensions: []\n')
  const yaml = await runCli(['import', policy, '--plan'], { MUSTER_DATABASE_URL: db.url })
  assert.equal(yaml.code, 1)
  assert.match(yaml.stderr, /muster policy plan/)
})
