import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { parse } from 'yaml'
import { testDatabase } from '../../test/harness.ts'
import { testActor } from '../../test/people-fixture.ts'
import { emptyWorld, makeWorld, storeWorld, worldFacts } from '../../test/policy-world.ts'
import { propertyRuns } from '../../test/property-runs.ts'
import { recalculate } from '../policy/manifests/recalculate.ts'
import { settleDue } from '../policy/manifests/settle.ts'
import { exportFolder } from './export-folder.ts'
import { folderSchemaText } from './folder-schema.ts'
import { readFiles } from './read-folder.ts'
import { planFolder } from './run-folder.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const db = await testDatabase({ clock: () => new Date(start) })
const nothing = readFiles([])
const fitsSchema = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(folderSchemaText()),
)

test('applying the exported policy of any world changes nothing, and the files fit the schema', async () => {
  await fc.assert(
    fc.asyncProperty(worldFacts, async (facts) => {
      await db.query(emptyWorld)
      await db.database.transaction(({ tx }) => storeWorld(tx, makeWorld(facts, start)))
      await settleDue(db.database, {})
      await db.database.transaction(({ tx, now }) =>
        recalculate(tx, { now, actor: testActor, people: 'all' }),
      )
      const files = await exportFolder(db.database, nothing)
      assert.deepEqual(
        [...(await exportFolder(db.database, nothing))],
        [...files],
        'the same again',
      )
      for (const [name, text] of files) {
        const up = '../'.repeat(name.split('/').length - 1)
        const head = `# yaml-language-server: $schema=${up}policy.schema.json\n`
        assert.equal(text.slice(0, head.length), head, name)
        assert.ok(fitsSchema(parse(text)), `${name}: ${JSON.stringify(fitsSchema.errors)}`)
      }
      const folder = readFiles([...files])
      const plan = await planFolder(db.database, folder, testActor)
      assert.equal(plan.has_changes, false, JSON.stringify(plan))
      assert.equal((await exportFolder(db.database, folder)).size, 0, 'the files say it already')
    }),
    { numRuns: propertyRuns(20) },
  )
})

test('the files of docs/policy.md fit the schema, and a rule without a role does not', async () => {
  const page = await readFile(new URL('../../docs/policy.md', import.meta.url), 'utf8')
  const files = [...page.matchAll(/^```yaml\n# policy\/\S+\n([\s\S]*?)^```$/gm)]
  assert.equal(files.length, 2)
  for (const [, text = ''] of files) {
    assert.ok(fitsSchema(parse(text)), JSON.stringify(fitsSchema.errors))
    assert.equal(fitsSchema(parse(text.replaceAll(/^ +role: .*$/gm, ''))), !text.includes('role:'))
  }
})

test('docs/policy.schema.json is the schema of the files', async () => {
  const published = new URL('../../docs/policy.schema.json', import.meta.url)
  assert.equal(await readFile(published, 'utf8'), folderSchemaText(), 'run `npm run gen`')
})
