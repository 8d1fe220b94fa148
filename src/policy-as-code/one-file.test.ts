import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import { countAuditRows, manifestOf, testActor } from '../../test/people-fixture.ts'
import { apply, folderOf, plan } from '../../test/policy-folder.ts'
import { exportFolder } from './export-folder.ts'
import { begin, builders, folderDatabase, group, settings } from './folder-for-tests.ts'
import { importPolicy } from './import-policy.ts'

const clock = () => new Date('2026-03-01T00:00:00Z')

/** The folder of `begin` as one file. */
const oneFile = (...rulesets: string[]) =>
  stringify({ ...parse(settings), rulesets: rulesets.map((text) => parse(text)) })

test('one file with a list of rulesets is a folder of one', async () => {
  const [folder, file] = [await folderDatabase(clock), await folderDatabase(clock)]
  await apply(folder, begin())
  const applied = await apply(file, { 'policy.yaml': oneFile(group(), builders) })
  assert.deepEqual(await manifestOf(file, '12'), await manifestOf(folder, '12'))
  assert.deepEqual(await manifestOf(file, 'Builders'), await manifestOf(folder, 'Builders'))
  assert.deepEqual(
    applied.resources.map(({ file: name, is_new }) => [name, is_new]),
    [
      ['policy.yaml', true],
      [null, true],
      [null, true],
      ['policy.yaml', true],
    ],
  )
  const rows = await countAuditRows(file)
  assert.equal((await plan(file, begin())).has_changes, false, 'the folder says the same')
  await importPolicy(file.database, oneFile(group(), builders), { actor: testActor })
  assert.equal(await countAuditRows(file), rows, 'an import too')
})

test('an export keeps resources in the file that lists them, with their tests', async () => {
  const db = await folderDatabase(clock)
  const listed = oneFile(
    `${group()}tests: [{ person: ada@acme.example, role: developer }]`,
    builders,
  )
  await apply(db, { 'policy.yaml': listed })
  const files = await exportFolder(db.database, folderOf({ 'policy.yaml': listed }))
  assert.deepEqual([...files.keys()], ['policy.yaml'])
  const text = files.get('policy.yaml') ?? ''
  assert.deepEqual(
    parse(text).rulesets.map(({ id, tests }: { id: string; tests: unknown }) => [
      id.slice(0, 6),
      tests,
    ]),
    [
      ['poset_', [{ person: 'ada@acme.example', role: 'developer' }]],
      ['poset_', undefined],
    ],
  )
  assert.equal((await exportFolder(db.database, folderOf({ 'policy.yaml': text }))).size, 0)
  assert.equal((await plan(db, { 'policy.yaml': text })).has_changes, false)
})

test('a file of a resource and a list that names the resource again are refused', async () => {
  const db = await folderDatabase(clock)
  await assert.rejects(
    plan(db, { 'a.yaml': oneFile(group(), builders), 'b.yaml': group() }),
    /^Error: b\.yaml:2:11: resource: a\.yaml rulesets\[0\] is about the same resource$/,
  )
})

test('an import keeps the limits and the dates that its file leaves out; what it says is applied', async () => {
  const db = await folderDatabase(clock)
  await apply(db, { ...begin(), 'group.yaml': group({ rest: 'is_sensitive: true' }) })
  const sensitive = async () =>
    (await db.query(`select is_sensitive from ruleset where resource_id is not null`))[0]
  await importPolicy(db.database, oneFile(group(), builders), { actor: testActor })
  assert.deepEqual(await sensitive(), { is_sensitive: true })
  const said = oneFile(group({ rest: 'is_sensitive: false' }), builders)
  await importPolicy(db.database, said, { actor: testActor })
  assert.deepEqual(await sensitive(), { is_sensitive: false })
})
