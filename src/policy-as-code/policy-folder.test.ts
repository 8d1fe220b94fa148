import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countAuditRows, manifestOf, storePeople, testActor } from '../../test/people-fixture.ts'
import { apply, folderOf, plan } from '../../test/policy-folder.ts'
import { recalculate } from '../policy/manifests/recalculate.ts'
import { settleDue } from '../policy/manifests/settle.ts'
import { exportFolder } from './export-folder.ts'
import { FolderError } from './folder-error.ts'
import { begin, begunDatabase, folderDatabase, group, settings } from './folder-for-tests.ts'
import { importPolicy } from './import-policy.ts'
import { applyFolder, StalePlan, testFolder } from './run-folder.ts'

const start = Date.parse('2026-03-01T00:00:00Z')

/** A database of its own for each test, to which `begin` was applied, with a clock that the test sets. */
async function world() {
  const clock = { now: start }
  const db = await begunDatabase(() => new Date(clock.now))
  const exported = async () => Object.fromEntries(await exportFolder(db.database, folderOf({})))
  const stays = () =>
    db.query<{ id: string; email: string }>(
      `select p.id, u.email, p.deleted_at from policy_user p join directory_user u on u.id = p.directory_user_id
       join ruleset s on s.id = p.ruleset_id join resource r on r.id = s.resource_id where r.vendor_id = '12' order by p.id`,
    )
  return { db, clock, exported, stays }
}

test('a folder for an empty database makes dimensions, attributes, rulesets and rules in one go', async () => {
  const db = await folderDatabase(() => new Date(start))
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

test('a handle means the integration that has it now, and not a deleted one that had it before', async () => {
  const db = await folderDatabase(() => new Date(start))
  await db.query(
    `insert into integration (vendor, type, handle, name, state, deleted_at)
     values ('codehost', 'gitlab', 'codehost', 'Former', 'deactivated', $1)`,
    [new Date(start)],
  )
  await apply(db, begin())
  assert.deepEqual(await manifestOf(db, '12'), [
    'ada@acme.example developer active',
    'bob@acme.example developer active',
    'cy@acme.example owner active',
  ])
})

test('applying the same folder, or the exported one, again changes nothing and writes no audit row', async () => {
  const { db, exported } = await world()
  const rows = await countAuditRows(db)
  for (const files of [begin(), await exported()]) {
    assert.equal((await plan(db, files)).has_changes, false)
    assert.equal((await apply(db, files)).has_changes, false)
  }
  assert.equal(await countAuditRows(db), rows)
})

test('limits of the workspace and of a ruleset are applied and exported, and go with what says them', async () => {
  const { db, exported } = await world()
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
  const { db, exported, stays } = await world()
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
  const { db, exported } = await world()
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
  const { db } = await world()
  await apply(db, { 'group.yaml': group().replace('key: engineers', 'key: developers') })
  const before = await db.query(`select id from rule order by id`)
  assert.equal((await apply(db, begin())).totals.people, 0)
  assert.deepEqual(await db.query(`select id from rule order by id`), before)
  assert.equal((await db.query(`select from rule where key = 'engineers'`)).length, 1)
})

test('two rules may swap their keys', async () => {
  const { db, exported } = await world()
  const swapped = (await exported())['codehost_group/codehost-platform.yaml']
    ?.replace('key: engineers', 'key: x')
    .replace('key: on-call', 'key: engineers')
    .replace('key: x', 'key: on-call')
  assert.equal((await apply(db, { 'group.yaml': swapped ?? '' })).totals.people, 0)
  assert.equal((await apply(db, begin())).totals.role_changed, 0, 'told by what they say')
})

test('a rule in force with other conditions is replaced, and who is in both never leaves', async () => {
  const { db, stays } = await world()
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
  const { db } = await world()
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
  const { db, clock } = await world()
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
  clock.now += 86_400_000
  assert.equal((await plan(db, files)).has_changes, false, 'its end is set')
  clock.now += 7 * 86_400_000
  assert.equal((await plan(db, files)).has_changes, false, 'it is over')
  await settleDue(db.database, {})
  assert.equal((await manifestOf(db, '12')).length, 2)
})

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

test('a draft changes in place, can have a date, and comes into force', async () => {
  const { db, exported } = await world()
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
  const active = draft('priority: 3', sales)['group.yaml'].replace('state: staged', 'state: active')
  await apply(db, { 'group.yaml': active })
  assert.deepEqual((await manifestOf(db, '12')).at(-1), 'cy@acme.example reporter active')
})

test('attributes are renamed in place by either of their files', async () => {
  const { db, exported } = await world()
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
  const { db } = await world()
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
  const { db } = await world()
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
  const files = folderOf({
    ...begin(),
    'group.yaml': group({ rest: own }).replace('priority: 20', 'expires_at: 2026-03-16T00:00:00Z'),
    'tests.yaml': free,
  })
  const { passed, failures } = await testFolder(db.database, files, testActor)
  assert.equal(passed, 3)
  assert.deepEqual(
    failures.map(({ file, line, message }) => `${file}:${line} ${message}`),
    [
      'group.yaml:19 cy@acme.example should have developer of codehost_group codehost/platform, but has owner: is in as Owner until the rule ends at 2026-03-16T00:00:00.000Z: is cy@acme.example',
      'group.yaml:20 no one has the address nobody@acme.example',
      'tests.yaml:3 bob@acme.example should not have any role of codehost_group codehost/platform, but has developer: is in as Developer: department is Engineering',
    ],
  )
})

test('a test fails whose role or resource does not exist, so that nobody could have it', async () => {
  const { db } = await world()
  const own = `tests:
  - { person: ada@acme.example, has: false, role: onwer }
`
  const free = `tests:
  - { person: bob@acme.example, has: false, resource: { type: directory_attribute, dimension: team, value: Bilders } }
  - { person: bob@acme.example, has: false, resource: { type: codehost_group, integration: codehost, handle: platfrom } }
  - { person: bob@acme.example, has: false, resource: { type: codehost_group, integration: codehost, vendor_id: "13" } }
`
  const files = folderOf({ ...begin(), 'group.yaml': group({ rest: own }), 'tests.yaml': free })
  const { passed, failures } = await testFolder(db.database, files, testActor)
  assert.equal(passed, 1, 'the group 13 is there, and has no ruleset')
  assert.deepEqual(
    failures.map(({ file, line, path, message }) => `${file}:${line} ${path}: ${message}`),
    [
      'group.yaml:17 tests[0].role: "onwer" is no role of a codehost_group; allowed: developer, guest, maintainer, member, owner, reporter',
      'tests.yaml:2 tests[0].resource: there is no directory_attribute team/Bilders',
      'tests.yaml:3 tests[1].resource: there is no codehost_group codehost/platfrom',
    ],
  )
})

test('what names somebody who has gone stays as it is until it is changed', async () => {
  const { db, exported } = await world()
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

test('a rule may get the key of one that goes from the file with it', async () => {
  const { db } = await world()
  const name = 'codehost_group/codehost-platform.yaml'
  const files = Object.fromEntries(await exportFolder(db.database, folderOf({})))
  const text = (files[name] ?? '')
    .replace(/ {2}- id: \w+\n {4}key: engineers[\s\S]*?(?= {2}- id)/, '')
    .replace('key: on-call', 'key: engineers')
  const { totals } = await apply(db, { [name]: text })
  assert.deepEqual([totals.people, totals.end_changed], [2, 2], 'the engineers have their grace')
  assert.equal((await plan(db, { [name]: text })).has_changes, false)
})

const withReason = (reason: string) =>
  group().replace('    priority: 10', `    reason: ${reason}\n    priority: 10`)

test('a folder or a file that adds a reason to a rule keeps the grace of the people who are in it', async () => {
  const { db, clock } = await world()
  const [bob] = await db.query<{ id: string }>(
    `update identity set profile = '{"department": "Sales"}' where vendor_id = 'bob@acme.example'
     returning directory_user_id as id`,
  )
  await db.database.transaction((transaction) =>
    recalculate(transaction.tx, {
      now: transaction.now,
      actor: testActor,
      people: [bob?.id ?? ''],
      isApproved: true,
    }),
  )
  const bobs = async () =>
    db.query<{ until: string; reason: string | null }>(
      `select iso(s.expires_at) as until, r.reason from policy_user s join rule r on r.id = s.rule_id
       join ruleset t on t.id = s.ruleset_id
       where s.deleted_at is null and t.resource_id is not null and s.directory_user_id = $1`,
      [bob?.id],
    )
  const until = new Date(clock.now + 7 * 86_400_000).toISOString()
  assert.deepEqual(await bobs(), [{ until, reason: null }])
  clock.now += 86_400_000
  const planned = await apply(db, { 'group.yaml': withReason('They build it') })
  assert.deepEqual(
    planned.resources.flatMap(({ people }) => people),
    [],
  )
  assert.deepEqual(await bobs(), [{ until, reason: 'They build it' }])
  const file = `rulesets:\n  -${withReason('They run it').replaceAll('\n', '\n    ').slice(4)}`
  await importPolicy(db.database, file.replace('handle: platform', 'vendor_id: "12"'), {
    actor: testActor,
  })
  assert.deepEqual(await bobs(), [{ until, reason: 'They run it' }])
})
