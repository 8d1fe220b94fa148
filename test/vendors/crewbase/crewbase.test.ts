import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { propertyRuns } from '../../property-runs.ts'
import { checkThroughFaults } from '../check-connector.ts'
import { checkedCrewbase } from './fake-crewbase.fixture.ts'

// docs/contributing/add-a-connector.md, for an invented vendor.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

test('faults of an API that lists by cursor lose nothing, and take nobody away who is there', async (t) => {
  await checkThroughFaults(t, checkedCrewbase, propertyRuns(60))
})

test('a vendor is added by its folder and its name in the list of vendors', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'crewbase-'))
  after(() => rm(checkout, { recursive: true, force: true }))
  const copied = ['src', 'sdk', 'test', 'tools', 'console/src/gen', 'package.json']
  for (const path of copied)
    await cp(join(root, path), join(checkout, path), {
      recursive: true,
      filter: (each) =>
        !/\/(node_modules|fixtures)(\/|$)|\.test\.ts$/.test(each.slice(root.length)),
    })
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'))
  const folder = join(checkout, 'src/connectors/crewbase')
  await cp(join(root, 'test/vendors/crewbase'), folder, { recursive: true })
  const list = join(checkout, 'src/connectors/vendors.ts')
  const before = await readFile(list, 'utf8')
  const named = before
    .replace('import', "import { crewbase } from './crewbase/crewbase.ts'\nimport")
    .replace('export const vendors = [', 'export const vendors = [\n  crewbase,')
  await writeFile(list, named)

  const node = (...args: string[]) => run(process.execPath, args, { cwd: checkout })
  await node('tools/vendor-files.ts')
  const read = (path: string) => readFile(join(checkout, path), 'utf8')
  assert.match(await read('src/database/sql/base/is_integration_type.sql'), /'crewbase'/)
  assert.match(await read('console/src/gen/vendors.ts'), /"detail": "Its people and teams/)
  const { stdout: help } = await node('src/cli/muster.ts', 'integration', 'connect', '--help')
  assert.match(help, /crewbase/)
  const script = `
    const { connectionSettingsPage } = await import('./tools/connection-settings-page.ts')
    const { openApiDocument } = await import('./src/http/openapi/document.ts')
    const { routes } = await import('./src/routes.ts')
    const api = openApiDocument(routes, { origin: 'https://muster.example', version: '1' })
    console.log(connectionSettingsPage(), JSON.stringify(api.components))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: checkout,
    maxBuffer: 64 * 1024 * 1024,
  })
  assert.match(stdout, /## Crewbase\n\n`--type crewbase`/)
  assert.match(stdout, /CrewbaseConnection/)
  const shapes = 'test/contract-shapes.test.ts'
  await cp(join(root, shapes), join(checkout, shapes))
  await node('--test', shapes)
})
