import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filledDatabase, type TestDatabase } from '../../test/harness.ts'
import { filling } from '../../test/kept-databases.ts'
import {
  countAuditRows,
  manifestOf,
  storeIntegrations,
  storePeople,
  testActor,
} from '../../test/people-fixture.ts'
import { settleDue } from '../policy/manifests/settle.ts'
import { importPolicy } from './import-policy.ts'
import { FolderError } from './folder-error.ts'

const begin = Date.parse('2026-03-01T00:00:00Z')
let now = begin
const clock = () => new Date(now)

async function storeFacts({ database }: TestDatabase): Promise<void> {
  await storeIntegrations(database)
  await storePeople(database, [
    { email: 'ada@acme.example', profile: { department: 'Engineering', userType: 'employee' } },
    {
      email: 'bob@acme.example',
      profile: { department: ' engineering', userType: 'contractor' },
      manager: 'ada@acme.example',
    },
    {
      email: 'cy@acme.example',
      profile: { department: 'Sales', userType: 'employee' },
      manager: 'bob@acme.example',
    },
    {
      email: 'dee@acme.example',
      profile: { department: 'Sales', userType: 'employee' },
      baseState: 'staged',
    },
  ])
}

const dimensions = `
dimensions:
  - { handle: department, name: Department, integration: idp, profile_key: department, attributes_enabled: true }
  - { handle: team, name: Team, integration: idp, profile_key: level, attributes_enabled: false }
`
const policy = ({ operator = 'equals', priority = 10, end = '', extra = '' } = {}) => `${dimensions}
rulesets:
  - resource: { type: codehost_group, integration: codehost, vendor_id: "12" }
    state: managed
    expires_after_days: 7
    rules:
      - key: engineers
        role: developer
        state: active
        priority: ${priority}
        conditions:
          - { type: attribute, dimension: department, value: ENGINEERING }
          - { type: identity, profile_key: userType, operator: ${operator}, value: employee }
      - key: below-ada
        role: guest
        state: active
        conditions: [{ type: all_reports_of, email: Ada@acme.example }]
      - key: exception
        role: owner
        state: active
        priority: 1
        reason: on call
        ${end === '' ? '' : `expires_at: ${end}`}
        conditions: [{ type: user, email: cy@acme.example }]
      ${extra}
  - resource: { type: directory_attribute, dimension: team, value: Builders }
    state: managed
    rules:
      - key: builders
        role: member
        state: active
        conditions: [{ type: attribute, dimension: department, value: Engineering }]
`

const withFacts = filling(storeFacts)
const withPolicy = filling(async (on) => {
  await storeFacts(on)
  await importPolicy(on.database, policy(), { actor: testActor })
})

/** A database of its own, for one test. */
async function begun(wanted = withPolicy) {
  now = begin
  const { database: db } = await filledDatabase(wanted, { clock })
  return { db, apply: (text: string) => importPolicy(db.database, text, { actor: testActor }) }
}

test('a policy file makes attributes, rulesets and rules, and manifests follow', async () => {
  const { db, apply } = await begun(withFacts)
  const outcome = await apply(policy())
  assert.deepEqual(outcome.dimensions, { created: 2, changed: 0 })
  assert.deepEqual(outcome.attributes, { created: 3 })
  assert.equal(outcome.rules.created, 4)
  assert.deepEqual(await manifestOf(db, '12'), [
    'ada@acme.example developer active',
    'bob@acme.example guest active',
    'cy@acme.example owner active',
  ])
  assert.deepEqual(await manifestOf(db, 'Builders'), [
    'ada@acme.example member active',
    'bob@acme.example member active',
  ])
  const [ada] = await db.query(`select org from directory_user where email = 'ada@acme.example'`)
  assert.deepEqual(ada?.['org'], { department: 'Engineering', team: 'Builders' })
  const [rule] = await db.query(`select description from rule where key = 'engineers'`)
  assert.equal(rule?.['description'], 'department is Engineering and userType is employee')
})

test('applying the same text again changes nothing and writes no audit row', async () => {
  const { db, apply } = await begun()
  const rows = await countAuditRows(db)
  const outcome = await apply(policy())
  assert.equal(outcome.manifests, null)
  assert.equal(await countAuditRows(db), rows)
})

test('a rule in force whose conditions differ is replaced, and nobody in both leaves', async () => {
  const { db, apply } = await begun()
  const stays = `select id from policy_user where deleted_at is null order by id`
  const before = await db.query(stays)
  const outcome = await apply(policy({ operator: 'not_equals' }))
  assert.equal(outcome.rules.replaced, 1)
  const states = await db.query(`select state from rule where key = 'engineers' order by id`)
  assert.deepEqual(
    states.map(({ state }) => state),
    ['deactivated', 'active'],
  )
  assert.deepEqual(
    await manifestOf(db, '12'),
    ['bob@acme.example developer active', 'cy@acme.example owner active'],
    'a deactivated rule gives no grace',
  )
  await apply(policy())
  const [bob] = await db.query<{ stays: number }>(
    `select count(*)::integer as stays from policy_user p join directory_user u on u.id = p.directory_user_id
     join ruleset s on s.id = p.ruleset_id where u.email = 'bob@acme.example' and s.resource_id is not null`,
  )
  assert.equal(bob?.stays, 1, 'moving between rules is one stay')
  assert.equal((await db.query(stays)).length, before.length)
})

test('a priority changes in place', async () => {
  const { apply } = await begun()
  const outcome = await apply(policy({ priority: 20 }))
  assert.deepEqual([outcome.rules.changed, outcome.rules.replaced], [1, 0])
})

test('what is locked in force is locked for a file too: another reason is another rule', async () => {
  const { db, apply } = await begun()
  const stays = `select id from policy_user where deleted_at is null order by id`
  const before = await db.query(stays)
  const text = policy()
  assert.equal((await apply(text.replace('on call', 'on duty'))).rules.replaced, 1)
  assert.equal((await apply(text)).rules.replaced, 1)
  assert.deepEqual(await db.query(stays), before)
})

test('an exception ends by the clock and applying the file again does not bring it back', async () => {
  const { db, apply } = await begun()
  await apply(policy({ end: '2026-03-05T00:00:00Z' }))
  assert.deepEqual((await manifestOf(db, '12')).at(-1), 'cy@acme.example owner expiring')
  const [told] = await db.query('select event from audit_log where event like $1', ['%.deprecate'])
  assert.deepEqual(told, { event: 'policy.rule.deprecate' }, 'as by every other door')
  now = Date.parse('2026-03-06T00:00:00Z')
  const outcome = await apply(policy({ end: '2026-03-05T00:00:00Z' }))
  assert.deepEqual([outcome.rules.ended, outcome.manifests], [1, null])
  assert.deepEqual((await manifestOf(db, '12')).at(-1), 'cy@acme.example guest active')
  const phases = await db.query(
    `select iso(upper(p.valid)) as "end" from policy_user_phase p join rule r on r.id = p.rule_id where r.key = 'exception'
     order by upper(p.valid)`,
  )
  assert.equal(phases.at(-1)?.['end'], '2026-03-05T00:00:00.000Z', 'the phase ends when it was due')
})

test('what the file does not name is left alone and reported', async () => {
  const { db, apply } = await begun()
  const outcome = await apply(
    policy().replace(/ {6}- key: below-ada[\s\S]*?(?= {6}- key: exception)/, ''),
  )
  assert.deepEqual(outcome.rules.leftAlone, ['below-ada'])
  assert.deepEqual((await manifestOf(db, '12')).at(1), 'bob@acme.example guest active')
})

const drafted = (conditions: string, { state = 'staged', reason = 'a shift' } = {}) =>
  policy({
    extra: `- { key: shift, role: member, state: ${state}, description: Shift, reason: ${reason}, conditions: [${conditions}] }`,
  })
const inSales = '{ type: attribute, dimension: department, value: Sales }'
const noEngineer =
  '{ type: attribute, dimension: department, operator: not_equals, value: Engineering }'

async function shift(db: TestDatabase) {
  const [rule] = await db.query<{ id: string; version: number }>(
    `select id, version::integer as version from rule where key = 'shift'`,
  )
  assert.ok(rule)
  return rule
}

test('other conditions of a draft are another version of it, whatever its description says', async () => {
  const { db, apply } = await begun()
  await apply(drafted(inSales))
  const before = await shift(db)
  assert.equal((await apply(drafted(''))).rules.changed, 1)
  assert.equal((await apply(drafted(inSales))).rules.changed, 1)
  assert.deepEqual(await shift(db), { id: before.id, version: before.version + 2 })
})

test('a rule that waits for its date is not changed by a file', async () => {
  const { db, apply } = await begun()
  await apply(drafted(inSales))
  const { id } = await shift(db)
  await db.query(`update rule set activates_at = '2026-04-01T00:00:00Z' where id = '${id}'`)
  const version = (await shift(db)).version
  const rows = await countAuditRows(db)
  const changed = [
    drafted(noEngineer),
    drafted(''),
    drafted(inSales, { reason: 'another' }),
    drafted(inSales, { state: 'active' }),
  ]
  for (const text of changed)
    await assert.rejects(
      apply(text),
      /rulesets\[0\]\.rules\[3\]: differs from the rule, which begins at 2026-04-01T00:00:00\.000Z; take that back first/,
    )
  assert.equal((await apply(drafted(inSales))).rules.changed, 0)
  assert.deepEqual(await shift(db), { id, version })
  assert.equal(await countAuditRows(db), rows)
})

test('a rule that waits to take over from one that a file replaces takes over from its successor', async () => {
  const { db, apply } = await begun()
  await apply(drafted(inSales))
  const { id, version } = await shift(db)
  await db.query(
    `update rule set activates_at = '2026-04-01T00:00:00Z', replaces_rule_id = (select id from rule where key = 'engineers' and state = 'active')
     where id = '${id}'`,
  )
  const waits = async () => {
    const [row] = await db.query(
      `select w.state, r.key, r.state as replaced from rule w left join rule r on r.id = w.replaces_rule_id
       where w.id = '${id}'`,
    )
    return row
  }
  const text = drafted(inSales).replace('operator: equals', 'operator: not_equals')
  assert.equal((await apply(text)).rules.replaced, 1)
  assert.deepEqual(await waits(), { state: 'staged', key: 'engineers', replaced: 'active' })
  assert.equal((await shift(db)).version, version + 2)
  const [told] = await db.query(
    `select changes -> 'replaces_rule_id' ->> 'new' like 'porul_%' as is_told from audit_log
     where record_id = '${id}' order by sequence desc limit 1`,
  )
  assert.deepEqual(told, { is_told: true })
  assert.equal((await apply(text)).manifests, null)
  now = Date.parse('2026-04-02T00:00:00Z')
  await settleDue(db.database, {})
  assert.equal((await waits())?.['state'], 'active')
  const left = await db.query(`select id from rule where key = 'engineers' and state = 'active'`)
  assert.deepEqual(left, [])
})

const refused: [string, string, RegExp][] = [
  [
    'an unknown key',
    'rulesets: []\nrules: []',
    /unknown key rules; allowed: defaults, dimensions, rulesets, tests/,
  ],
  ['a key given twice', 'rulesets: []\nrulesets: []', /^policy\.yaml:2:1: .*unique/],
  [
    'an unquoted number',
    policy().replace('"12"', '12'),
    /rulesets\[0\]\.resource\.vendor_id: .*string.*quotes/,
  ],
  [
    'an unknown state',
    policy().replace('state: managed', 'state: open'),
    /"open" is unknown; allowed: unmanaged, monitored, managed/,
  ],
  [
    'a role that the resource lacks',
    policy().replace('role: guest', 'role: writer'),
    /rules\[1\]\.role: "writer" is no role of a codehost_group; allowed: developer, guest, maintainer, member/,
  ],
  [
    'a value that is none',
    policy().replace('ENGINEERING', 'Law'),
    /conditions\[0\]\.value: "Law" is no value of the dimension department/,
  ],
  [
    'a profile key that policy may not read',
    policy().replace('profile_key: userType', 'profile_key: salary'),
    /"salary" is not among the policy_keys of idp.*allowed: department, level, userType/,
  ],
  [
    'a dimension on a key that policy may not read',
    policy().replace(
      'dimensions:',
      `dimensions:
  - { handle: pay, name: Pay, integration: idp, profile_key: salary, attributes_enabled: true }`,
    ),
    /dimensions\[0\]\.profile_key: "salary" is not among the policy_keys of idp/,
  ],
  [
    'a person who is not there',
    policy().replace('email: cy@', 'email: no@'),
    /rules\[2\]\.conditions\[0\]\.email: no one has this address/,
  ],
  [
    'a resource that is not there',
    policy().replace('"12"', '"99"'),
    /codehost has no codehost_group "99"/,
  ],
  [
    'an active rule without conditions',
    policy({ extra: '- { key: empty, role: guest, state: active, conditions: [] }' }),
    /rules\[3\]\.conditions: must not be empty: a rule needs at least one condition/,
  ],
  [
    'an end on a day that does not exist',
    policy({ end: '2026-02-30T00:00:00Z' }),
    /^policy\.yaml:27:21: rulesets\[0\]\.rules\[2\]\.expires_at: is no date of the calendar$/,
  ],
  [
    'a grace in the ruleset of an attribute',
    policy().replace(/(value: Builders }\n)/, '$1    expires_after_days: 3\n'),
    /^policy\.yaml:31:25: rulesets\[1\]\.expires_after_days: must be 0 or none: attributes give no grace$/,
  ],
  [
    'a grace of a rule of an attribute',
    policy().replace('- key: builders', '- key: builders\n        expires_after_days: 3'),
    /^policy\.yaml:34:29: rulesets\[1\]\.rules\[0\]\.expires_after_days: must be 0 or none: attributes give no grace$/,
  ],
  [
    'an attribute with the key of a vendor’s resource',
    policy().replace('value: Builders }', 'value: Builders, vendor_id: "12" }'),
    /^policy\.yaml:30:15: rulesets\[1\]\.resource: a directory_attribute is named by dimension and value, but here stand dimension, value, vendor_id$/,
  ],
  [
    'a vendor’s resource without an id',
    policy().replace(', vendor_id: "12"', ''),
    /^policy\.yaml:7:15: rulesets\[0\]\.resource: a codehost_group is named by integration and vendor_id or handle, but here stand integration$/,
  ],
  [
    'a key of another condition type',
    policy().replace('type: user, email', 'type: user, value: x, email'),
    /value is not taken by a condition of type user; allowed: type, operator, email, id/,
  ],
  [
    'a pattern that is none',
    policy({ operator: 'matches' }).replace('value: employee', 'value: "("'),
    /conditions\[1\]\.value: is not a pattern in RE2 syntax/,
  ],
]

const unchanged = await begun()
for (const [what, text, message] of refused) {
  test(`${what} is refused with its place and what is allowed`, async () => {
    const rows = await countAuditRows(unchanged.db)
    await assert.rejects(unchanged.apply(text), (error) => {
      assert.ok(error instanceof FolderError, String(error))
      assert.match(error.message, message)
      return true
    })
    assert.equal(await countAuditRows(unchanged.db), rows)
  })
}

const pay = (enabled: boolean, name = 'Pay') =>
  `dimensions: [{ handle: pay, name: ${name}, integration: idp, profile_key: pay, attributes_enabled: ${enabled} }]`

test('a file makes no attributes by a dimension whose key policy may read no more', async () => {
  const { db, apply } = await begun()
  const reads = (change: string) =>
    db.query(`update integration set policy_keys = ${change}(policy_keys, 'pay') where is_primary`)
  await reads('array_append')
  await apply(pay(false))
  await db.query(`update identity set profile = profile || '{"pay": "7"}'`)
  await reads('array_remove')
  await assert.rejects(
    apply(pay(true)),
    /dimensions\[0\]\.profile_key: "pay" is not among the policy_keys of idp/,
  )
  await reads('array_append')
  assert.equal((await apply(pay(true))).attributes.created, 1)
  await reads('array_remove')
  await db.query(`update identity set profile = profile || '{"pay": "8"}'`)
  const renamed = await apply(pay(true, 'Wage'))
  assert.deepEqual([renamed.dimensions.changed, renamed.attributes.created], [1, 0])
  await apply(pay(false, 'Wage'))
})

const loopRule = (value: string) =>
  `- { key: loop, role: member, state: active, conditions: [{ type: attribute, dimension: team, value: ${value} }] }`

const loopRuleset = (value: string, other: string) =>
  `  - { resource: { type: directory_attribute, dimension: team, value: ${value} }, state: managed, rules: [${loopRule(other).slice(2)}] }`

test('a cycle of attributes is refused naming its members', async () => {
  const { apply } = await begun()
  const text = `rulesets:\n${loopRuleset('A', 'B')}\n${loopRuleset('B', 'A')}\n`
  await assert.rejects(apply(text), /team: A → team: B → team: A/)
})

test('a file that unfolds from aliases is refused', async () => {
  const { apply } = await begun()
  const levels = Array.from(
    { length: 12 },
    (_, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]`,
  )
  await assert.rejects(apply(`l0: &l0 [x]\n${levels.join('\n')}`), /alias/i)
})
