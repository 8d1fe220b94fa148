import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

const program = `
import { createMuster, MusterError, type RowOf } from 'muster-sdk'

const [origin = '', token] = process.argv.slice(2)
const muster = createMuster({ origin, token })
const names: RowOf<'/directory/users'>['full_name'][] = []
for await (const { full_name } of muster.list('/directory/users')) names.push(full_name)
const refused = await muster
  .get('/directory/users/{user}', { params: { path: { user: 'nobody' } } })
  .catch((error: unknown) => error)
console.log(JSON.stringify([names, refused instanceof MusterError && refused.status]))
`
const settings = { compilerOptions: { strict: true, module: 'nodenext', target: 'es2024' } }

test('the package is installed from its archive, compiled against and run by another project', async (context) => {
  const server = await testServer()
  const { token } = await makeOwner(server)
  await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Moreau' })
  const project = await mkdtemp(join(tmpdir(), 'muster-sdk-'))
  context.after(() => rm(project, { recursive: true, force: true }))
  const inProject = { cwd: project }

  const packed = await run(
    'npm',
    ['pack', '--silent', '--workspace=sdk', `--pack-destination=${project}`],
    {
      cwd: root,
    },
  )
  const files = { 'package.json': { type: 'module' }, 'tsconfig.json': settings }
  for (const [name, content] of Object.entries(files))
    await writeFile(join(project, name), JSON.stringify(content))
  await writeFile(join(project, 'program.ts'), program)
  const archive = packed.stdout.trim().split('\n').at(-1) ?? ''
  await run(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${archive}`],
    inProject,
  )

  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
  await run(join(root, 'node_modules/.bin/tsc'), types, inProject)
  const { stdout } = await run('node', ['program.js', server.origin, token], inProject)
  assert.deepEqual(JSON.parse(stdout), [['Ada Moreau'], 404])
})
