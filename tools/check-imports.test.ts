import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { endpointClosures, findRefusals, readSources } from './check-imports.ts'

const roots: string[] = []
after(() => Promise.all(roots.map((root) => rm(root, { recursive: true }))))

/** A checkout with these files in it and nothing else. */
async function plant(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'muster-imports-'))
  roots.push(root)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

async function refusalsIn(files: Record<string, string>): Promise<string[]> {
  return findRefusals(await readSources(await plant(files)))
}

const violations: { name: string; files: Record<string, string>; refusal: string }[] = [
  {
    name: 'an import from a part that stands below',
    files: { 'src/policy/a.ts': `\nimport { b } from '../directory/b.ts'` },
    refusal: 'src/policy/a.ts:2 imports ../directory/b.ts: directory stands below policy',
  },
  {
    name: 'a type from a part that stands below',
    files: { 'src/http/a.ts': `export const a: import('../app.ts').App | undefined = undefined` },
    refusal: 'src/http/a.ts:1 imports ../app.ts: app.ts stands below http',
  },
  {
    name: 're-exporting a part that stands below',
    files: { 'src/audit/a.ts': `export * from '../workspace/b.ts'` },
    refusal: 'src/audit/a.ts:1 imports ../workspace/b.ts: workspace stands below audit',
  },
  {
    name: 'loading a part that stands below while it runs',
    files: { 'src/database/a.ts': `export const a = () => import('../audit/b.ts')` },
    refusal: 'src/database/a.ts:1 imports ../audit/b.ts: audit stands below database',
  },
  {
    name: 'a part of the product that imports the demo',
    files: { 'src/cli/serve.ts': `import { b } from '../../demo/b.ts'` },
    refusal: 'src/cli/serve.ts:1 imports ../../demo/b.ts: src/ imports nothing from outside itself',
  },
  {
    name: 'the client of the API in another part than the command line',
    files: { 'src/policy/model/a.ts': `import { b } from '../../../sdk/src/index.ts'` },
    refusal: 'src/ imports nothing from outside itself',
  },
  {
    name: 'a part that has no place in the order',
    files: { 'src/utils/a.ts': `import { b } from '../http/b.ts'` },
    refusal: 'src/utils has no place in the order of tools/imports/direction.ts',
  },
  {
    name: 'a folder of the policy that imports one that stands below',
    files: { 'src/policy/model/a.ts': `import { b } from '../rules/b.ts'` },
    refusal: 'src/policy/model/a.ts:1 imports ../rules/b.ts: rules stands below model',
  },
  {
    name: 'a folder of the policy that has no place in the order',
    files: { 'src/policy/utils/a.ts': `import { b } from '../rules/b.ts'` },
    refusal: 'src/policy/utils has no place in the order of tools/imports/direction.ts',
  },
  {
    name: 'a domain that imports the configuration',
    files: { 'src/http/a.ts': `import type { Config } from '../config.ts'` },
    refusal: 'only main.ts and cli import config.ts',
  },
  {
    name: 'a configuration that imports something of ours',
    files: { 'src/config.ts': `import { b } from './contract/b.ts'` },
    refusal: 'src/config.ts:1 imports ./contract/b.ts: config.ts imports nothing of ours',
  },
  {
    name: 'the environment outside the configuration',
    files: { 'src/http/a.ts': `export const a = process.env['HOME']` },
    refusal: 'src/http/a.ts:1 reads the environment: only src/config.ts does',
  },
  {
    name: 'the environment under a quoted name',
    files: { 'src/http/a.ts': `export const a = process['env']` },
    refusal: 'src/http/a.ts:1 reads the environment',
  },
  {
    name: 'the environment by an import',
    files: { 'src/http/a.ts': `import { env } from 'node:process'` },
    refusal: 'src/http/a.ts:1 reads the environment',
  },
  {
    name: 'an engine that reads files',
    files: { 'src/engine/a.ts': `import { readFile } from 'node:fs/promises'` },
    refusal: 'engine is pure; of packages it may use re2js and typebox',
  },
  {
    name: 'a contract that knows the database',
    files: { 'src/contract/a.ts': `import type { Pool } from 'pg'` },
    refusal: 'contract is pure; of packages it may use typebox',
  },
  {
    name: 'a write past the operations of its noun',
    files: {
      'src/workspace/services/a.ts': `import { findToken, insertToken } from '../tokens/queries.ts'`,
    },
    refusal: 'insertToken writes without audit; call an operation of src/workspace/tokens',
  },
  {
    name: 'all queries of another noun at once',
    files: {
      'src/connectors/file/a.ts': `import * as all from '../../directory/users/describe-queries.ts'`,
    },
    refusal: '* writes without audit; call an operation of src/directory/users',
  },
  {
    name: 'a product that leans on its tests',
    files: { 'src/http/a.ts': `import { b } from '../../test/harness.ts'` },
    refusal: 'src/ imports nothing from outside itself',
  },
  {
    name: 'a product that imports a fixture',
    files: { 'src/http/a.ts': `import { b } from './b.fixture.ts'` },
    refusal: 'src/http/a.ts:1 imports ./b.fixture.ts: it is for tests only',
  },
  {
    name: 'a console that goes past the SDK',
    files: { 'console/a.tsx': `import { b } from '../src/contract/ids.ts'` },
    refusal: 'console sees only console and sdk',
  },
  {
    name: 'an SDK that imports the server',
    files: { 'sdk/a.ts': `import { b } from '../src/contract/ids.ts'` },
    refusal: 'sdk sees only sdk',
  },
  {
    name: 'a cycle between files',
    files: {
      'src/http/a.ts': `import { b } from './b.ts'`,
      'src/http/b.ts': `import type { c } from './c.ts'`,
      'src/http/c.ts': `export { a } from './a.ts'`,
    },
    refusal:
      'src/http/a.ts is in a cycle: src/http/a.ts → src/http/b.ts → src/http/c.ts → src/http/a.ts',
  },
  {
    name: 'folders that import one another',
    files: {
      'src/http/a.ts': `import { b } from './pages/b.ts'`,
      'src/http/c.ts': `export const c = 1`,
      'src/http/pages/b.ts': `export const b = 1`,
      'src/http/pages/d.ts': `import { c } from '../c.ts'`,
    },
    refusal: 'these folders import one another: src/http, src/http/pages',
  },
]

for (const { name, files, refusal } of violations) {
  test(`refuses ${name}`, async () => {
    const refusals = await refusalsIn(files)
    assert.equal(refusals.length, 1, refusals.join('\n'))
    assert.ok(refusals.join().includes(refusal), refusals.join())
  })
}

test('keeps quiet where the rule is kept', async () => {
  const refusals = await refusalsIn({
    'src/config.ts': `import { homedir } from 'node:os'\nexport const a = process.env['HOME'] ?? homedir()`,
    'src/contract/ids.ts': `import { Type } from 'typebox'`,
    'src/engine/a.ts': `import { RE2JS } from 're2js'\nimport { b } from '../contract/ids.ts'`,
    'src/engine/a.test.ts': `import fc from 'fast-check'\nimport { b } from '../../test/harness.ts'\nprocess.env['A']`,
    'src/workspace/services/a.ts': `import { findToken, type TokenInsert } from '../tokens/queries.ts'`,
    'src/workspace/tokens/issue-token.ts': `import { insertToken } from './queries.ts'`,
    'src/workspace/auth/version.ts': `import manifest from '../../../package.json' with { type: 'json' }`,
    'src/main.ts': `import { readConfig } from './config.ts'\nprocess.exitCode = 1`,
    'src/cli/muster.ts': `import { serve } from '../main.ts'\nimport { a } from '../config.ts'`,
    'src/cli/connect.ts': `import { a } from '../../sdk/src/index.ts'`,
    'test/harness.ts': `import { createApp } from '../src/app.ts'\nprocess.env['A']`,
    'console/src/a.tsx': `import { client } from '../../sdk/client.ts'\nexport const a = <p>{client}</p>`,
  })
  assert.deepEqual(refusals, [])
})

test('an endpoint loads what its imports load, and nothing for types', async () => {
  const root = await plant({
    'src/routes.ts': `import { a } from './workspace/a.ts'\nimport { b } from './workspace/b.ts'\nimport type { R } from './http/route.ts'`,
    'src/workspace/a.ts': `import { c } from './c.ts'\nimport type { R } from '../http/route.ts'`,
    'src/workspace/b.ts': ``,
    'src/workspace/c.ts': `import { d } from '../http/d.ts'`,
    'src/http/d.ts': ``,
    'src/http/route/route.ts': ``,
  })
  assert.deepEqual(endpointClosures(await readSources(root)), [
    { path: 'src/workspace/a.ts', files: 3 },
    { path: 'src/workspace/b.ts', files: 1 },
  ])
})

/** An endpoint that loads `count` files: itself, the route's, and a chain of others in `folder`. */
function endpointLoading(count: number, { make = 'readRoute', folder = 'src/workspace' } = {}) {
  const links = Array.from({ length: count - 2 }, (_, index) => [
    `${folder}/f${index}.ts`,
    index === 0 ? '' : `import { f } from './f${index - 1}.ts'`,
  ])
  return {
    'src/routes.ts': `import { a } from './workspace/a.ts'\nimport { b } from './abilities.ts'`,
    'src/workspace/a.ts': `import { ${make} } from '../http/route.ts'\nimport { f } from '../${folder.slice(4)}/f${count - 3}.ts'`,
    'src/http/route/route.ts': '',
    ...Object.fromEntries(links),
  }
}

test('a read loads at most 15 files, and a write 40', async () => {
  assert.deepEqual(await refusalsIn(endpointLoading(15)), [])
  assert.deepEqual(await refusalsIn(endpointLoading(16)), [
    'src/workspace/a.ts loads 16 files of ours; as a read it may load 15',
  ])
  assert.deepEqual(await refusalsIn(endpointLoading(40, { make: 'writeRoute' })), [])
  assert.deepEqual(await refusalsIn(endpointLoading(41, { make: 'writeRoute' })), [
    'src/workspace/a.ts loads 41 files of ours; as a write it may load 40',
  ])
})

test('what only recalculates manifests is not counted', async () => {
  const files = endpointLoading(60, { folder: 'src/policy/manifests' })
  assert.deepEqual(await refusalsIn(files), [])
})

const program = fileURLToPath(new URL('check-imports.ts', import.meta.url))
const run = (root: string) =>
  spawnSync(process.execPath, [program, '--root', root], { encoding: 'utf8' })

test('the command fails on a planted violation and names it', async () => {
  const root = await plant({ 'src/engine/a.ts': `import pg from 'pg'` })
  const { status, stderr } = run(root)
  assert.equal(status, 1)
  assert.match(stderr, /^src\/engine\/a\.ts:1 imports pg: engine is pure/)
})

test('the command fails where it finds nothing to check', async () => {
  const { status, stderr } = run(await plant({}))
  assert.equal(status, 1)
  assert.match(stderr, /no source files/)
})

test('the command passes a checkout that keeps the rule', async () => {
  const { status, stderr } = run(
    await plant({ 'src/engine/a.ts': `import { RE2JS } from 're2js'` }),
  )
  assert.equal(status, 0, stderr)
})
