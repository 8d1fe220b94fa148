import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
import {
  countAuditRows,
  manifestOf,
  storeIntegrations,
  storePeople,
  testActor,
} from '../../../test/people-fixture.ts'
import { apply, folderOf, plan, type Files } from '../../../test/policy-folder.ts'
import { recalculate } from '../../policy/manifests/recalculate.ts'
import { settleDue } from '../../policy/manifests/settle.ts'
import { exportFolder } from './export-folder.ts'
import { FolderError } from './folder-error.ts'
import { applyFolder, StalePlan, testFolder } from './run-folder.ts'

let now = Date.parse('2026-03-01T00:00:00Z')
const db = await testDatabase({ clock: () => new Date(now) })
await storeIntegrations(db.database)
await storePeople(db.database, [
  { email: 'ada@acme.example', profile: { department: 'Engineering', userType: 'employee' } },
  {
    email: 'bob@acme.example',
    profile: { department: ' engineering', userType: 'contractor' },
    manager: 'ada@acme.example',
  },
  { email: 'cy@acme.example', profile: { department: 'Sales', userType: 'employee' } },
])
await db.query(`update resource set handle = 'platform' where vendor_id = '12'`)

const settings = `
dimensions:
  - { handle: department, name: Department, integration: idp, profile_key: department, attributes_enabled: true }
  - { handle: team, name: Team, integration: idp, profile_key: level, attributes_enabled: false }
`
const group = ({ rules = '', rest = '' } = {}) => `
resource: { type: codehost_group, integration: codehost, handle: platform }
state: managed
expires_after_days: 7
rules:
  - key: engineers
    role: developer
    state: active
    priority: 10
    conditions: [{ type: attribute, dimension: department, value: ENGINEERING }]
  - key: on-call
    role: owner
    state: active
    priority: 20
    conditions: [{ type: user, email: Cy@acme.example }]
${rules}${rest}`
const builders = `
resource: { type: directory_attribute, dimension: team, value: Builders }
state: managed
rules:
  - key: builders
    role: member
    state: active
    conditions: [{ type: attribute, dimension: department, value: Engineering }]
`
const begin = (): Files => ({
  'settings.yaml': settings,
  'group.yaml': group(),
  'team/builders.yaml': builders,
})
const exported = async () => Object.fromEntries(await exportFolder(db.database, folderOf({})))
const stays = () =>
  db.query<{ id: string; email: string }>(
    `select p.id, u.email, p.deleted_at from policy_user p join directory_user u on u.id = p.directory_user_id
     join ruleset s on s.id = p.ruleset_id join resource r on r.id = s.resource_id where r.vendor_id = '12' order by p.id`,
  )

test('a folder for an empty database makes dimensions, attributes, rulesets and rules in one go', async () => {
  const planned = await plan(db, begin())
  assert.deepEqual(await manifestOf(db, '12'), [], 'a plan changes nothing')
  assert.equal((await db.query('select from dimension')).length, 0)
  const applied = await apply(db, begin())
  assert.equal(applied.digest, planned.digest, 'the same plan at another time')
  assert.deepEqual(await manifestOf(db, '12'), [
    'ada@acme.example developer active',
    'bob@acme.example developer active',
    'cy@acme.example owner active',
  ])
  assert.deepEqual(await manifestOf(db, 'Builders'), [
    'ada@acme.example member active',
    'bob@acme.example member active',
  ])
  const resource = applied.resources.find(({ file }) => file === 'group.yaml')
  assert.deepEqual(
    [resource?.resource, resource?.is_new, resource?.totals.added],
    ['codehost_group codehost/12', true, 3],
  )
})

test('applying the same folder, or the exported one, again changes nothing and writes no audit row', async () => {
  const rows = await countAuditRows(db)
  for (const files of [begin(), await exported()]) {
    assert.equal((await plan(db, files)).has_changes, false)
    assert.equal((await apply(db, files)).has_changes, false)
  }
  assert.equal(await countAuditRows(db), rows)
})

test('limits of the workspace and of a ruleset are applied and exported, and go with what says them', async () => {
  const stored = async () =>
    (
      await db.query<{ of: string; own: number | null; grace: number }>(
        `select w.removal_limit_people as of, s.removal_limit_people as own, w.expires_after_days as grace
         from policy_settings w, ruleset s join resource r on r.id = s.resource_id where r.vendor_id = '12'`,
      )
    )[0]
  const defaults = `
defaults: { removal_limit_people: 9, expires_after_days: 2 }`
  const limited = {
    ...begin(),
    'settings.yaml': `${defaults}${settings}`,
    'group.yaml': group({ rest: 'removal_limit_people: 3' }),
  }
  const applied = await apply(db, limited)
  assert.deepEqual(await stored(), { of: 9, own: 3, grace: 2 })
  assert.ok(applied.settings.diff.some((line) => /^\+ .*removal_limit_people: 9/.test(line)))
  assert.equal((await apply(db, limited)).has_changes, false)
  const files = await exported()
  assert.match(files['settings.yaml'] ?? '', /defaults:\n {2}expires_after_days: 2\n/)
  assert.equal((await plan(db, files)).has_changes, false)
  assert.equal((await plan(db, begin())).settings.diff.length, 0, 'no defaults say nothing of them')
  await apply(db, { ...begin(), 'settings.yaml': `defaults: {}${settings}` })
  assert.deepEqual(await stored(), { of: 5, own: null, grace: 0 })
  assert.throws(
    () => folderOf({ ...begin(), 'more.yaml': 'defaults: {}' }),
    (error: Error) => error instanceof FolderError && /stand in one file/.test(error.message),
  )
})

test('renaming a file, a key and a description by the exported id changes in place, and nobody leaves', async () => {
  const before = await stays()
  const { 'settings.yaml': dimensions = '', ...files } = await exported()
  const renamed = Object.entries(files).map(([name, text]) => [
    `moved/${name}`,
    text.replace('key: engineers', 'key: developers\n    description: Everybody who builds'),
  ])
  const planned = await apply(db, { 'all.yaml': dimensions, ...Object.fromEntries(renamed) })
  assert.equal(planned.totals.people, 0)
  assert.deepEqual(await stays(), before)
  const rules = await db.query(
    `select key, state from rule where key in ('engineers', 'developers')`,
  )
  assert.deepEqual(rules, [{ key: 'developers', state: 'active' }])
})

test('a file with its id stays about its resource when the handle there is another', async () => {
  const name = 'codehost_group/codehost-platform.yaml'
  const renamed =
    (await exported())[name]?.replace('vendor_id: "12"', 'handle: platform-team') ?? ''
  assert.equal((await plan(db, { [name]: renamed })).has_changes, false)
  await assert.rejects(
    plan(db, { [name]: renamed.replace(/^id: .*$/m, '') }),
    /has no codehost_group "platform-team"/,
  )
})

test('without ids a rule that says the same under another key is that rule', async () => {
  const before = await db.query(`select id from rule order by id`)
  assert.equal((await apply(db, begin())).totals.people, 0)
  assert.deepEqual(await db.query(`select id from rule order by id`), before)
  assert.equal((await db.query(`select from rule where key = 'engineers'`)).length, 1)
})

test('two rules may swap their keys', async () => {
  const swapped = (await exported())['codehost_group/codehost-platform.yaml']
    ?.replace('key: engineers', 'key: x')
    .replace('key: on-call', 'key: engineers')
    .replace('key: x', 'key: on-call')
  assert.equal((await apply(db, { 'group.yaml': swapped ?? '' })).totals.people, 0)
  assert.equal((await apply(db, begin())).totals.role_changed, 0, 'told by what they say')
})

test('a rule in force with other conditions is replaced, and who is in both never leaves', async () => {
  const before = await stays()
  const narrowed = group().replace(
    'value: ENGINEERING }',
    'value: ENGINEERING }, { type: identity, profile_key: userType, operator: equals, value: employee }',
  )
  const files = { ...begin(), 'group.yaml': narrowed }
  const planned = await apply(db, files)
  assert.deepEqual(
    planned.resources.map(({ resource, people }) => [
      resource,
      people.map(({ email, kinds }) => [email, ...kinds]),
    ]),
    [['codehost_group codehost/12', [['bob@acme.example', 'removed']]]],
    'a rule that is replaced gives no grace',
  )
  const diff = planned.resources[0]?.diff ?? []
  assert.ok(
    diff.some((line) => line.startsWith('+') && line.includes('type: identity')),
    diff.join('\n'),
  )
  const after = await stays()
  assert.deepEqual(
    after.map(({ id }) => id),
    before.map(({ id }) => id),
    'no stay was made',
  )
  assert.equal((await plan(db, files)).has_changes, false)
})

test('a role and a reason change by another rule, a priority, grace and end in place', async () => {
  const ids = () =>
    db.query(`select id from rule where state in ('active', 'expiring') order by id`)
  const before = await ids()
  const inPlace = group().replace(
    'priority: 20',
    'priority: 5\n    expires_after_days: 3\n    expires_at: 2026-06-01T00:00:00Z',
  )
  await apply(db, { 'group.yaml': inPlace })
  assert.deepEqual((await manifestOf(db, '12')).at(-1), 'cy@acme.example owner expiring')
  const [rule] = await db.query(
    `select priority, expires_after_days as days, iso(expires_at) as end, state from rule where key = 'on-call' and state = 'expiring'`,
  )
  assert.deepEqual(rule, {
    priority: 5,
    days: 3,
    end: '2026-06-01T00:00:00.000Z',
    state: 'expiring',
  })
  const planned = await apply(db, { 'group.yaml': group().replace('role: owner', 'role: guest') })
  assert.deepEqual(
    planned.resources[0]?.people.map(({ email, before: was, after: is }) => [
      email,
      was?.role,
      is?.role,
    ]),
    [['cy@acme.example', 'owner', 'guest']],
  )
  assert.equal((await ids()).length, before.length)
})

test('a rule that has gone from its file ends after its grace; a draft is deleted', async () => {
  const draft = `
  - key: draft
    role: guest
    state: staged
    conditions: []
`
  await apply(db, { 'group.yaml': group({ rules: draft }) })
  assert.equal((await plan(db, { 'group.yaml': group({ rules: draft }) })).has_changes, false)
  const files = { 'group.yaml': group().replace(/ {2}- key: on-call[\s\S]*$/, '') }
  const planned = await apply(db, files)
  assert.equal((await db.query(`select from rule where key = 'draft'`)).length, 0)
  assert.deepEqual((await manifestOf(db, '12')).at(-1), 'cy@acme.example owner expiring')
  assert.equal(planned.totals.end_changed, 1)
  now += 86_400_000
  assert.equal((await plan(db, files)).has_changes, false, 'its end is set')
  now += 7 * 86_400_000
  assert.equal((await plan(db, files)).has_changes, false, 'it is over')
  await settleDue(db.database, {})
  assert.equal((await manifestOf(db, '12')).length, 2)
})

test('a draft changes in place, can have a date, and comes into force', async () => {
  const draft = (more: string, conditions: string) => ({
    'group.yaml': group({
      rules: `
  - key: later
    role: reporter
    state: staged
    ${more}
    conditions: [${conditions}]
`,
    }),
  })
  const cy = '{ type: user, email: cy@acme.example }'
  const sales = '{ type: attribute, dimension: department, value: Sales }'
  await apply(db, draft('priority: 1', cy))
  await apply(
    db,
    draft('priority: 2\n    activates_at: 2026-04-01T00:00:00Z\n    replaces: on-call', sales),
  )
  const [rule] = await db.query(
    `select r.priority, iso(r.activates_at) as at, o.key as replaces, r.description from rule r
     left join rule o on o.id = r.replaces_rule_id where r.key = 'later'`,
  )
  assert.deepEqual(rule, {
    priority: 2,
    at: '2026-04-01T00:00:00.000Z',
    replaces: 'on-call',
    description: 'department is Sales',
  })
  const { 'settings.yaml': _settings, ...scheduled } = await exported()
  assert.equal((await plan(db, scheduled)).has_changes, false)
  await apply(db, draft('priority: 3\n    activates_at: 2026-04-02T00:00:00Z', sales))
  const begun = draft('priority: 3', sales)['group.yaml'].replace('state: staged', 'state: active')
  await apply(db, { 'group.yaml': begun })
  assert.deepEqual((await manifestOf(db, '12')).at(-1), 'cy@acme.example reporter active')
  await apply(db, { 'group.yaml': group() })
})

test('attributes are renamed in place by either of their files', async () => {
  const files = await exported()
  const name = Object.keys(files).find((each) => each.startsWith('directory_attribute/')) ?? ''
  const before = await db.query(`select id from attribute order by id`)
  const elsewhere = files[name]?.replace('value: Builders', 'value: Makers') ?? ''
  await assert.rejects(
    plan(db, { ...files, [name]: elsewhere }),
    /settings.yaml says that the value of this attribute is "Builders"/,
  )
  const planned = await apply(db, { [name]: elsewhere })
  assert.equal(planned.totals.people, 0)
  assert.deepEqual(
    planned.resources.map(({ resource }) => resource),
    ['directory_attribute team/Makers'],
  )
  assert.equal((await manifestOf(db, 'Makers')).length, 2)
  const both = await exported()
  const again = both['settings.yaml']?.replace('value: Makers', 'value: Builders') ?? ''
  const back = elsewhere.replace('value: Makers', 'value: Builders')
  await apply(db, { [name]: back, 'settings.yaml': again })
  assert.deepEqual(await db.query(`select id from attribute order by id`), before)
  assert.deepEqual((await manifestOf(db, 'Builders')).length, 2)
})

test('a plan is refused when what it would do has changed', async () => {
  const files = { ...begin(), 'group.yaml': group().replace('role: developer', 'role: maintainer') }
  const { id } = await plan(db, files)
  await storePeople(db.database, [
    { email: 'eve@acme.example', profile: { department: 'Engineering' } },
  ])
  await settleDue(db.database, {})
  await db.database.transaction(({ tx, now: at }) =>
    recalculate(tx, { now: at, actor: testActor, people: 'all' }),
  )
  const other = await plan(db, {
    ...begin(),
    'group.yaml': group().replace('role: developer', 'role: reporter'),
  })
  await assert.rejects(
    applyFolder(db.database, folderOf(files), { actor: testActor, planId: other.id }),
    StalePlan,
  )
  await assert.rejects(
    applyFolder(db.database, folderOf(files), { actor: testActor, planId: id }),
    (error) => error instanceof StalePlan && error.plan.totals.role_changed === 3,
    'eve is in it now',
  )
  assert.equal(
    (await manifestOf(db, '12')).some((line) => line.includes('maintainer')),
    false,
  )
})

test('tests name what people should have, and failures say why', async () => {
  const own = `tests:
  - { person: ada@acme.example, role: developer }
  - { person: ada@acme.example, has: false, role: owner }
  - { person: cy@acme.example, role: developer }
  - { person: nobody@acme.example }
`
  const free = `tests:
  - { person: cy@acme.example, has: false, resource: { type: directory_attribute, dimension: team, value: builders } }
  - { person: bob@acme.example, has: false, resource: { type: codehost_group, integration: codehost, handle: platform } }
`
  const files = folderOf({ ...begin(), 'group.yaml': group({ rest: own }), 'tests.yaml': free })
  const { passed, failures } = await testFolder(db.database, files, testActor)
  assert.equal(passed, 3)
  assert.deepEqual(
    failures.map(({ file, line, message }) => `${file}:${line} ${message}`),
    [
      'group.yaml:19 cy@acme.example should have developer of codehost_group codehost/platform, but has reporter: is in as Reporter until the rule ends at 2026-03-16T00:00:00.000Z: department is Sales',
      'group.yaml:20 nobody bears the address nobody@acme.example',
      'tests.yaml:3 bob@acme.example should not have any role of codehost_group codehost/platform, but has developer: is in as Developer: department is Engineering',
    ],
  )
})

test('every fault is told with its file, line and path, and nothing is changed', async () => {
  const rows = await countAuditRows(db)
  const told = async (files: Files) => {
    const error = await plan(db, { ...begin(), ...files }).catch((each: unknown) => each)
    assert.ok(error instanceof FolderError, String(error))
    return error.message.split('\n')
  }
  // Without the database, all of a folder at once.
  assert.throws(
    () =>
      folderOf({
        'a.yaml': 'resource: {',
        'b.yaml': 'resources: []',
        'c.yaml': group().replace('key: on-call', 'key: engineers'),
      }),
    (error: Error) => {
      assert.match(error.message, /^a\.yaml:1:12: /m)
      assert.match(
        error.message,
        /^b\.yaml:1:1: unknown key resources; allowed: defaults, dimensions, tests$/m,
      )
      assert.match(
        error.message,
        /^c\.yaml:11:10: rules\[1\]\.key: is that of rules\[0\] already$/m,
      )
      return true
    },
  )
  assert.deepEqual(
    await told({
      'group.yaml': group()
        .replace('role: developer', 'role: king')
        .replace('value: ENGINEERING', 'value: Nowhere')
        .replace('Cy@', 'nobody@'),
    }),
    [
      'group.yaml:7:11: rules[0].role: "king" is no role of a codehost_group; allowed: developer, guest, maintainer, member, owner, reporter',
      'group.yaml:10:67: rules[0].conditions[0].value: "Nowhere" is no value of the dimension department',
      'group.yaml:15:39: rules[1].conditions[0].email: nobody bears this address',
    ],
  )
  assert.deepEqual(
    await told({ 'group.yaml': group().replace('handle: platform', 'vendor_id: "99"') }),
    [
      'group.yaml:2:69: resource.vendor_id: codehost has no codehost_group "99"; import its resources first',
    ],
  )
  assert.deepEqual(await told({ 'again.yaml': group() }), [
    'again.yaml:2:11: resource: group.yaml is about the same resource',
  ])
  assert.deepEqual(
    await told({
      'settings.yaml': settings.replace('profile_key: level', 'profile_key: userType'),
    }),
    [
      'settings.yaml:4:64: dimensions[1].profile_key: is "level" and stays so; make another dimension instead',
    ],
  )
  assert.deepEqual(
    await told({
      'team/builders.yaml': builders.replace(
        'state: managed',
        'state: managed\nexpires_after_days: 3',
      ),
    }),
    ['team/builders.yaml:4:21: expires_after_days: must be 0 or null: attributes give no grace'],
  )
  assert.equal(await countAuditRows(db), rows)
})

test('ids that belong elsewhere, and rules that would not be found again, are refused', async () => {
  const other = { 'b.yaml': group().replace('handle: platform', 'vendor_id: "13"') }
  await apply(db, { ...begin(), ...other })
  const files = await exported()
  const platform = 'codehost_group/codehost-platform.yaml'
  const second = 'codehost_group/codehost-group-13.yaml'
  const text = files[platform] ?? ''
  const idOf = (pattern: RegExp) => pattern.exec(text)?.[0] ?? ''
  const ruleId = idOf(/id: porul_\w+/)
  await assert.rejects(
    plan(db, { [second]: (files[second] ?? '').replace(/id: porul_\w+/, ruleId) }),
    /rules\[0\]\.id: is that of a rule of another resource; leave it out for a new rule/,
  )
  await assert.rejects(
    plan(db, { [second]: (files[second] ?? '').replace(/id: poset_\w+/, idOf(/id: poset_\w+/)) }),
    /:4:5: id: names another ruleset than that of codehost_group codehost\/13/,
  )
  await assert.rejects(
    plan(db, {
      [platform]: group()
        .replace('key: on-call', 'expires_after_days: 3')
        .replace('role: owner', 'role: guest')
        .replace('priority: 20', ''),
    }),
    /rules\[1\]: give the rule a key/,
  )
  // A folder that comes from another database: its ids name nothing here.
  let count = 0
  const strange = text.replaceAll(
    /(poset|porul)_\w+/g,
    (_, prefix: string) => `${prefix}_01kaf7m2t4e8j9p3q5r7s9v1w${count++}`,
  )
  assert.equal((await plan(db, { [platform]: strange })).has_changes, false)
})

test('what names somebody who has gone stays as it is until it is changed', async () => {
  await db.query(
    `update directory_user set base_state = 'deactivated', deleted_at = now() where email = 'cy@acme.example'`,
  )
  const files = await exported()
  const name = 'codehost_group/codehost-platform.yaml'
  assert.match(files[name] ?? '', /type: user, id: drusr_/)
  assert.equal((await plan(db, files)).has_changes, false)
  const described = files[name]?.replace('key: on-call', 'key: on-call\n    description: Long gone')
  assert.equal((await apply(db, { [name]: described ?? '' })).has_changes, true)
})
