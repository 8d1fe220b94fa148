import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestDatabase } from '../../test/harness.ts'
import { countAuditRows } from '../../test/people-fixture.ts'
import { apply, folderOf, plan, type Files } from '../../test/policy-folder.ts'
import { exportFolder } from './export-folder.ts'
import { FolderError } from './folder-error.ts'
import { begin, begunDatabase, builders, group, settings } from './folder-for-tests.ts'

const begun = () => begunDatabase(() => new Date('2026-03-01T00:00:00Z'))
const exported = async (db: TestDatabase) =>
  Object.fromEntries(await exportFolder(db.database, folderOf({})))

test('every fault is told with its file, line and path, and nothing is changed', async () => {
  const db = await begun()
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
        /^b\.yaml:1:1: unknown key resources; allowed: defaults, dimensions, rulesets, tests$/m,
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
      'group.yaml:15:39: rules[1].conditions[0].email: no one has this address',
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
    ['team/builders.yaml:4:21: expires_after_days: must be 0 or none: attributes give no grace'],
  )
  const crew = builders.replaceAll('Builders', 'Crew')
  assert.deepEqual(
    await told({
      'team/crew.yaml': crew.replace('state: managed', 'state: managed\nexpires_after_days: 3'),
    }),
    ['team/crew.yaml:4:21: expires_after_days: must be 0 or none: attributes give no grace'],
  )
  assert.deepEqual(
    await told({
      'team/crew.yaml': crew.replace('role: member', 'role: member\n    expires_after_days: 3'),
    }),
    [
      'team/crew.yaml:7:25: rules[0].expires_after_days: must be 0 or none: attributes give no grace',
    ],
  )
  assert.equal(await countAuditRows(db), rows)
})

test('ids that belong elsewhere, and rules that would not be found again, are refused', async () => {
  const db = await begun()
  const other = { 'b.yaml': group().replace('handle: platform', 'vendor_id: "13"') }
  await apply(db, { ...begin(), ...other })
  const files = await exported(db)
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

/** The group, whose on-call rule ends at that instant and names a missing person. */
const ending = (at: string) =>
  group()
    .replace('Cy@acme.example', 'gone@acme.example')
    .replace('priority: 20', `expires_at: ${at}`)

test('a rule that has ended may name a person who is gone; an end beyond what a calendar holds is refused', async () => {
  const db = await begun()
  assert.equal((await plan(db, { 'group.yaml': ending('2026-02-01T00:00:00Z') })).has_changes, true)
  await assert.rejects(
    plan(db, { 'group.yaml': ending('2026-04-01T00:00:00Z') }),
    /rules\[1\]\.conditions\[0\]\.email: no one has this address/,
  )
  assert.throws(
    () => folderOf({ 'group.yaml': ending('9999-12-31T23:59:59-14:00') }),
    /rules\[1\]\.expires_at: is no date of the calendar/,
  )
})
