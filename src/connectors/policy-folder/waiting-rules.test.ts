import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apply, folderOf, plan } from '../../../test/policy-folder.ts'
import { encodeId } from '../../contract/ids.ts'
import { exportFolder } from './export-folder.ts'
import { begin, folderDatabase, group } from './folder-for-tests.ts'

const db = await folderDatabase(() => new Date('2026-03-01T00:00:00Z'))
await apply(db, begin())
const exported = async () => Object.fromEntries(await exportFolder(db.database, folderOf({})))

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
const replaced = async () =>
  (
    await db.query(
      `select o.key, o.state from rule r left join rule o on o.id = r.replaces_rule_id where r.key = 'later'`,
    )
  )[0]

const endOnCall = () =>
  db.query(`update rule set state = 'deactivated' where key = 'on-call' and state = 'active'`)

test('a rule that waits for another waits for what takes its place, which its key or former id names', async () => {
  await apply(db, waiting('on-call'))
  const older = await exported()
  const [onCall] = await db.query<{ id: string }>(`select id from rule where key = 'on-call'`)
  const id = encodeId('rule', onCall?.id ?? '')
  const text = waiting(id, 'maintainer')['group.yaml']
  for (const files of [
    waiting('on-call', 'guest'),
    { 'group.yaml': text.replace('key: on-call', `id: ${id}\n    key: on-call`) },
    older,
  ]) {
    await apply(db, files)
    assert.deepEqual(await replaced(), { key: 'on-call', state: 'active' })
    assert.equal((await plan(db, files)).has_changes, false)
  }
})

test('a rule may wait for one that the same folder makes, or puts in the place of another', async () => {
  const withoutOnCall = { 'group.yaml': group().replace(/ {2}- key: on-call[\s\S]*$/, '') }
  await apply(db, { 'group.yaml': group() })
  for (const role of ['reporter', 'developer']) {
    await apply(db, waiting('on-call', role))
    assert.deepEqual(await replaced(), { key: 'on-call', state: 'active' }, role)
    await endOnCall()
    await apply(db, withoutOnCall)
  }
  await apply(db, { 'group.yaml': group() })
})

test('a waiting rule that is to replace what is not there, or not in force, is refused at its place', async () => {
  await assert.rejects(
    plan(db, waiting('nobody')),
    /rules\[2\]\.replaces: names nothing that exists/,
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
  await endOnCall()
  const files = await exported()
  assert.doesNotMatch(Object.values(files).join('\n'), /replaces:/)
  assert.equal((await plan(db, files)).has_changes, false)
  await apply(db, { 'group.yaml': group() })
})
