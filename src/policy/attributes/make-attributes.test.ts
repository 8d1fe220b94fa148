import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
import {
  countAuditRows,
  storeIntegrations,
  storePeople,
  testActor,
} from '../../../test/people-fixture.ts'
import { insertDimensions } from '../dimensions/write-dimensions.ts'
import { makeAttributes } from './make-attributes.ts'

const db = await testDatabase()
await storeIntegrations(db.database)
await db.query(
  `update integration set policy_keys = '{department, org.unit, tags, badge}' where is_primary`,
)
await storePeople(db.database, [
  {
    email: 'a@x.example',
    profile: {
      department: 'Caf\u0065\u0301',
      'org.unit': 'Own',
      org: { unit: 'Path' },
      tags: ['Red', 'blue'],
    },
  },
  { email: 'b@x.example', profile: { department: ' café ', org: { unit: 7 }, tags: 'RED' } },
  {
    email: 'c@x.example',
    profile: { department: 'Café', org: { unit: [{ no: 1 }] }, tags: ['Red'] },
  },
  { email: 'd@x.example', profile: { department: '  ', tags: 'x'.repeat(1001) } },
  ...[
    '\u200b',
    '\ufeff \u00a0',
    '\u3164',
    '\u2800\u00ad',
    '\u200e\u061c',
    '\u0085\u2028\u180e',
    '\ufe0f\u034f',
    '\u{e0020}',
  ].map((department, at) => ({ email: `e${at}@x.example`, profile: { department } })),
])

const addDimension = (
  handle: string,
  profileKey: string,
  attributesEnabled = true,
  integration = 'idp',
) =>
  db.database.transaction(async ({ tx }) => {
    const { id: integrationId } = await tx
      .selectFrom('integration')
      .select('id')
      .where('handle', '=', integration)
      .executeTakeFirstOrThrow()
    const [id] = await insertDimensions(tx, testActor, [
      {
        handle,
        name: handle,
        integrationId,
        profileKey,
        attributesEnabled,
        expiresAfterDays: null,
      },
    ])
    return id ?? ''
  })
const make = (dimensionIds: 'all' | string[]) =>
  db.database.transaction(async ({ tx, now }) => {
    const { rulesetIds } = await makeAttributes(tx, { now, actor: testActor, dimensionIds })
    return { created: rulesetIds.length }
  })
const namesOf = async (dimensionId: string) =>
  (
    await db.query<{ name: string }>(
      'select name from attribute where dimension_id = $1 order by name',
      [dimensionId],
    )
  ).map(({ name }) => name)

test('spellings of one value are one attribute under the spelling that most use', async () => {
  const department = await addDimension('department', 'department')
  assert.deepEqual(await make([department]), { created: 1 })
  assert.deepEqual(await namesOf(department), ['Café'])
})

test('values are read as conditions read them: own keys, paths, lists', async () => {
  const unit = await addDimension('unit', 'org.unit')
  const tags = await addDimension('tags', 'tags')
  await make('all')
  assert.deepEqual(await namesOf(unit), ['7', 'Own'])
  assert.deepEqual(await namesOf(tags), ['Red', 'blue'], 'a text over 1,000 characters is no value')
})

test('each attribute has a managed ruleset with one imported rule that names its integration', async () => {
  const rows = await db.query(
    `select s.state as ruleset, s.is_authoritative, r.state, r.is_imported, r.description, c.type, i.handle,
       c.profile_key, c.profile_operator, c.profile_value
     from attribute a join ruleset s on s.attribute_id = a.id join rule r on r.ruleset_id = s.id
     join condition c on c.rule_id = r.id join integration i on i.id = c.integration_id where a.name = 'blue'`,
  )
  assert.deepEqual(rows, [
    {
      ruleset: 'managed',
      is_authoritative: true,
      state: 'active',
      is_imported: true,
      description: 'tags of idp is blue',
      type: 'identity',
      handle: 'idp',
      profile_key: 'tags',
      profile_operator: 'equals',
      profile_value: 'blue',
    },
  ])
})

test('a second run makes nothing, and attributes stay when their value vanishes', async () => {
  await db.query(`update identity set profile = profile - 'tags'`)
  const rows = await countAuditRows(db)
  assert.deepEqual(await make('all'), { created: 0 })
  assert.equal(await countAuditRows(db), rows)
})

test('deactivated accounts make attributes in the primary integration only', async () => {
  await db.query(`update integration set policy_keys = '{team}'`)
  await db.query(
    `insert into identity (integration_id, vendor_id, state, vendor_state, profile)
     select g.id, v.state, v.state, v.vendor_state, jsonb_build_object('team', g.handle || ' ' || v.state)
     from integration g, (values ('deactivated', 'deactivated'), ('orphan', 'active')) v (state, vendor_state)`,
  )
  const made = await Promise.all(
    ['idp', 'codehost'].map(async (integration) => {
      const team = await addDimension(`team_${integration}`, 'team', true, integration)
      await make([team])
      return namesOf(team)
    }),
  )
  assert.deepEqual(made, [['idp deactivated', 'idp orphan'], ['codehost orphan']])
  await db.query(
    `update integration set policy_keys = '{department, org.unit, tags, badge}' where is_primary`,
  )
})

test('dimensions without attributes_enabled are passed over', async () => {
  const plain = await addDimension('plain', 'department', false)
  assert.deepEqual(await make([plain]), { created: 0 })
})

test('dimensions on a key that policy may not read are passed over', async () => {
  const unlisted = await addDimension('unlisted', 'org')
  assert.deepEqual(await make([unlisted]), { created: 0 })
})

test('values beyond 2,000 create no attribute and are counted', async () => {
  await db.query(
    `insert into identity (integration_id, vendor_id, state, vendor_state, profile)
     select id, 'many-' || n, 'orphan', 'active', jsonb_build_object('badge', (10000 + n)::text)
     from integration, generate_series(1, 2003) as n where handle = 'idp'`,
  )
  const surplus = async () =>
    (
      await db.query<{ values: number }>('select surplus_values as values from dimension_surplus')
    ).map(({ values }) => values)
  const badge = await addDimension('badge', 'badge')
  assert.deepEqual(await make([badge]), { created: 2000 })
  assert.equal((await namesOf(badge)).at(-1), '12000')
  assert.deepEqual(await surplus(), [3])
  await db.query(`delete from identity where vendor_id = 'many-1'`)
  assert.deepEqual(await make('all'), { created: 0 })
  assert.deepEqual(await surplus(), [3])
  await db.query(`delete from identity where vendor_id in ('many-2001', 'many-2002', 'many-2003')`)
  assert.deepEqual(await make('all'), { created: 0 })
  assert.deepEqual(await surplus(), [])
})
