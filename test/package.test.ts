import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { printedAddress } from './run-cli.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

test('the package is installed in an empty folder, and serves from there with its own PostgreSQL', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-package-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  // If root runs the tests, PostgreSQL is another user, who must reach its data.
  await chmod(folder, 0o755)
  const to = `--pack-destination=${folder}`
  const packed = await run('npm', ['pack', '--silent', to], { cwd: root })
  const archive = packed.stdout.trim().split('\n').at(-1) ?? ''
  const inFolder = { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } }
  await lockVersions(folder, archive)
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund']
  // What `npm ci` has brought to this machine: nothing has to come from the registry.
  const { stdout: cache } = await run('npm', ['config', 'get', 'cache'], { cwd: root })
  await run('npm', ['install', ...quiet, `--cache=${cache.trim()}`], inFolder)

  const muster = join(folder, 'node_modules/.bin/muster')
  const { stdout } = await run(muster, ['--version'], inFolder)
  assert.match(stdout, /^\d+\.\d+\.\d+ \(schema \d{4}-/)

  const data = ['--data-directory', join(folder, 'data')]
  const args = ['serve', '--port', '0', '--public-origin', 'http://127.0.0.1', ...data]
  const server = spawn(muster, args, { ...inFolder, stdio: ['ignore', 'pipe', 'ignore'] })
  const address = await printedAddress(server)
  const ready = await fetch(`${address}/readyz`)
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ok' }])
  const page = await fetch(address, { headers: { accept: 'text/html' } })
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
  assert.equal((await fetch(`${address}${script}`)).status, 200)
  assert.equal((await fetch(`${address}/docs`)).status, 200)
  server.kill()
  assert.deepEqual(await once(server, 'exit'), [0, null])

  const demo = ['demo', '--people', '300', '--port', '0', '--once', '--json']
  await run(muster, demo, { ...inFolder, timeout: 240_000 })
})

/** Makes the folder a project that needs the archive, with the versions of the checkout. */
async function lockVersions(folder: string, archive: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const { '': own, ...locked }: Record<string, { dev?: true; link?: true }> = lock.packages
  const needed = Object.entries(locked).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true,
  )
  const project = { name: 'empty', dependencies: { muster: `file:${archive}` } }
  const { devDependencies: _, workspaces: __, ...muster } = Object(own)
  const packages = {
    '': project,
    'node_modules/muster': { ...muster, resolved: `file:${archive}` },
    ...Object.fromEntries(needed),
  }
  const write = (name: string, value: object) =>
    writeFile(join(folder, name), JSON.stringify(value))
  await write('package.json', project)
  await write('package-lock.json', { name: 'empty', lockfileVersion: 3, requires: true, packages })
}
