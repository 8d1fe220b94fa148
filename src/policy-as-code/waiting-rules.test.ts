import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestDatabase } from '../../test/harness.ts'
import { manifestOf } from '../../test/people-fixture.ts'
import { apply, folderOf, plan, type Files } from '../../test/policy-folder.ts'
import { encodeId } from '../contract/ids.ts'
import { settleDue } from '../policy/manifests/settle.ts'
import { exportFolder } from './export-folder.ts'
import { begin, begunDatabase, folderDatabase, group } from './folder-for-tests.ts'

let now = 0
const clock = () => new Date(now)

/** The state of a folder that is applied, for one test. */
async function begun(): Promise<TestDatabase> {
  now = Date.parse('2026-03-01T00:00:00Z')
  return begunDatabase(clock)
}

const exported = async (db: TestDatabase) =>
  Object.fromEntries(await exportFolder(db.database, folderOf({})))

/** The group with a draft that waits to take over from `replaces`; `role` is the one of on-call. */
const waiting = (replaces: string, role = 'owner') => {
  const text = group({
    rules: `
  - key: later
    role: reporter
    state: staged
    activates_at: 2026-04-05T00:00:00Z
    replaces: ${replaces}
    conditions: [{ type: user, email: cy@acme.example }]
`,
  })
  return { 'group.yaml': text.replace('role: owner', `role: ${role}`) }
}

/** What the waiting rule is to take over from. */
const replaced = async (db: TestDatabase) =>
  (
    await db.query(
      `select o.key, o.state from rule r left join rule o on o.id = r.replaces_rule_id where r.key = 'later'`,
    )
  )[0]

const endOnCall = (db: TestDatabase) =>
  db.query(`update rule set state = 'deactivated' where key = 'on-call' and state = 'active'`)

test('a rule that waits for another waits for what takes its place, which its key or former id names', async () => {
  const db = await begun()
  await apply(db, waiting('on-call'))
  const older = await exported(db)
  const [onCall] = await db.query<{ id: string }>(`select id from rule where key = 'on-call'`)
  const id = encodeId('rule', onCall?.id ?? '')
  const text = waiting(id, 'maintainer')['group.yaml']
  for (const files of [
    waiting('on-call', 'guest'),
    { 'group.yaml': text.replace('key: on-call', `id: ${id}\n    key: on-call`) },
    older,
  ]) {
    await apply(db, files)
    assert.deepEqual(await replaced(db), { key: 'on-call', state: 'active' })
    assert.equal((await plan(db, files)).has_changes, false)
  }
})

test('a rule may wait for one that the same folder makes, or puts in the place of another', async () => {
  const db = await begun()
  const withoutOnCall = { 'group.yaml': group().replace(/ {2}- key: on-call[\s\S]*$/, '') }
  for (const role of ['reporter', 'developer']) {
    await apply(db, waiting('on-call', role))
    assert.deepEqual(await replaced(db), { key: 'on-call', state: 'active' }, role)
    await endOnCall(db)
    await apply(db, withoutOnCall)
  }
})

test('a waiting rule that is to replace what is not there, or not in force, is refused at its place', async () => {
  const db = await begun()
  await assert.rejects(
    plan(db, waiting('nobody')),
    /rules\[2\]\.replaces: names nothing that exists/,
  )
  const { findings } = await plan(db, waiting('on-call'))
  assert.match(
    findings.join(),
    /: It begins at 2026-04-05T00:00:00.000Z: until then it moves no one/,
  )
  await apply(db, waiting('on-call'))
  const off = waiting('on-call')['group.yaml'].replace(
    /(role: owner\n\s+state:) active/,
    '$1 staged',
  )
  await assert.rejects(
    plan(db, { 'group.yaml': off }),
    /rules\[2\]\.replaces: must be an active or expiring rule/,
  )
  await endOnCall(db)
  const files = await exported(db)
  assert.doesNotMatch(Object.values(files).join('\n'), /replaces:/)
  assert.equal((await plan(db, files)).has_changes, false)
})

/**
 * The rules `later` and `on-call`, with the stay of the person admitted by on-call: a rule that takes over begins
 * no new stay.
 */
const outcome = async (db: TestDatabase) => {
  const rules = await db.query<{ key: string; state: string }>(
    `select key, state from rule where key in ('later', 'on-call') and state in ('staged', 'active', 'expiring') order by key`,
  )
  const stays = await db.query(
    `select id from policy_user where activated_at is not null order by id`,
  )
  return { rules: rules.map(({ key, state }) => `${key} ${state}`), stays }
}
const textOf = (files: Files) => files['group.yaml'] ?? ''
const withoutOnCall = (files: Files) => ({
  'group.yaml': textOf(files).replace(/ {2}- key: on-call[\s\S]*?(?= {2}- key)/, ''),
})

test('a rule that begins ahead of its date ends what it was to replace, and people who are in both stay', async () => {
  const db = await begun()
  const { stays } = await outcome(db)
  const today = { 'group.yaml': textOf(waiting('on-call')).replace('2026-04-05', '2026-03-01') }
  const active = {
    'group.yaml': textOf(waiting('on-call')).replace(
      /state: staged\n.*\n.*replaces.*/,
      'state: active',
    ),
  }
  for (const files of [today, withoutOnCall(today), withoutOnCall(active)]) {
    await apply(db, waiting('on-call'))
    const planned = await apply(db, files)
    assert.deepEqual(
      planned.resources.flatMap(({ people }) =>
        people.map(({ email, kinds }) => [email, ...kinds]),
      ),
      [['cy@acme.example', 'role_changed']],
    )
    assert.deepEqual(await outcome(db), { rules: ['later active'], stays })
    assert.equal((await plan(db, files)).has_changes, false)
    await apply(db, { 'group.yaml': group() })
    await db.query(`update rule set state = 'deactivated' where key = 'later'`)
  }
  await apply(db, waiting('on-call'))
  await apply(db, active)
  const { rules } = await outcome(db)
  assert.deepEqual(rules, ['later active', 'on-call active'], 'the file says that both are')
  assert.equal((await plan(db, active)).has_changes, false)
})

test('a folder does not bring back what a rule has replaced at its date, and what waits follows', async () => {
  const db = await begun()
  const third = `  - key: third
    role: guest
    state: staged
    activates_at: 2026-05-01T00:00:00Z
    replaces: on-call
    conditions: [{ type: user, email: cy@acme.example }]
`
  const files = { 'group.yaml': `${textOf(waiting('on-call'))}${third}` }
  await apply(db, files)
  for (const role of ['reporter', 'guest']) {
    now += 45 * 86_400_000
    await settleDue(db.database, {})
    assert.deepEqual((await manifestOf(db, '12')).at(-1), `cy@acme.example ${role} active`)
    assert.equal((await plan(db, files)).has_changes, false, role)
  }
  const empty = await folderDatabase(clock)
  await apply(empty, { ...begin(), ...files })
  assert.deepEqual((await manifestOf(empty, '12')).at(-1), 'cy@acme.example guest active')
  assert.equal((await plan(empty, files)).has_changes, false)
})

test('a draft whose end has passed is exported and changed like any other draft', async () => {
  const db = await begun()
  const ends = new Date(now + 86_400_000).toISOString()
  const drafted = (role: string) => ({
    'group.yaml': group({
      rules: `
  - key: draft
    role: ${role}
    state: staged
    expires_at: ${ends}
    conditions: [{ type: user, email: cy@acme.example }]
`,
    }),
  })
  await apply(db, drafted('reporter'))
  now += 2 * 86_400_000
  await settleDue(db.database)
  const files = await exported(db)
  assert.match(Object.values(files).join('\n'), /key: draft/)
  assert.equal((await plan(db, files)).has_changes, false)
  await apply(db, drafted('guest'))
  const [changed] = await db.query(
    `select r.state, p.handle from rule r join policy_role p on p.id = r.policy_role_id where r.key = 'draft'`,
  )
  assert.deepEqual(changed, { state: 'staged', handle: 'guest' })
})
