import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { manifestOf, storeIntegrations, storePeople, testActor } from '../../test/people-fixture.ts'
import { conditionOperators, conditionTypes } from '../contract/states.ts'
import { RulesetFile, SettingsFile } from './folder-file.ts'
import { importPolicy } from './import-policy.ts'

const page = await readFile(new URL('../../docs/policy.md', import.meta.url), 'utf8')
const db = await testDatabase()

test('the example of docs/policy.md applies as it stands there', async () => {
  await storeIntegrations(db.database)
  await db.query(
    `update integration set policy_keys = '{department, userType, location, startDate}' where is_primary`,
  )
  const engineer = { department: 'Frontend', userType: 'employee', startDate: '2019-04-01' }
  const chief = 'francois.hautevallee@acme.example'
  await storePeople(db.database, [
    { email: chief, profile: { department: 'Product Management' } },
    { email: 'ada@acme.example', profile: engineer },
    {
      email: 'bob@acme.example',
      profile: { ...engineer, userType: 'contractor' },
      manager: chief,
    },
    { email: 'xiuying.zhao@acme.example', profile: { department: 'Platform' } },
  ])
  const example = /^```yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
  const outcome = await importPolicy(db.database, example, { actor: testActor })
  assert.deepEqual([outcome.rulesets.created, outcome.rules.created], [2, 5])
  assert.deepEqual(await manifestOf(db, '12'), [
    'ada@acme.example developer active',
    'bob@acme.example guest active',
    'xiuying.zhao@acme.example owner expiring',
  ])
  assert.deepEqual(await manifestOf(db, 'Builders'), [
    'ada@acme.example member active',
    'bob@acme.example member active',
  ])
})

test('docs/policy.md has every key in an example or a row of its own, and a row for every condition type and operator', () => {
  const rows = new Set(
    [...page.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, first = '']) =>
      [...first.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    ),
  )
  const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, yaml = '']) =>
    [...yaml.replaceAll(/#.*/g, '').matchAll(/(\w+):/g)].map(([, key]) => key),
  )
  const shown = new Set([...rows, ...examples])
  const keys = new Set(keysOf({ RulesetFile, SettingsFile }))
  assert.ok(keys.size > 30)
  assert.deepEqual([...keys].filter((key) => !shown.has(key)).sort(), [])
  const words = [...conditionTypes, ...conditionOperators]
  assert.deepEqual(
    words.filter((word) => !rows.has(word)),
    [],
  )
})

/** The keys of a schema and of all nested schemas. */
function* keysOf(schema: object): Generator<string> {
  for (const [name, value] of Object.entries(schema)) {
    if (typeof value !== 'object' || value === null) continue
    if (name === 'properties') yield* Object.keys(value)
    yield* keysOf(value)
  }
}
