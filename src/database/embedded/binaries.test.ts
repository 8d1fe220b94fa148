import assert from 'node:assert/strict'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { findBinaries, inspectPackage, program, reachableBinaries } from './binaries.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { scratch } from './embedded-postgres.fixture.ts'
import { runAs } from './run-as.ts'
import { isRoot, serverUser } from './server-user.ts'

const silently = () => undefined

suite('the binaries of the embedded PostgreSQL', () => {
  test('a package that is not installed is named, with what to do', async () => {
    await assert.rejects(
      findBinaries('plan9-mips'),
      /plan9-mips is not.*npm ci.*MUSTER_DATABASE_URL/s,
    )
  })

  test('a package whose install script did not run is found out', async (t) => {
    const { directory } = await scratch(t)
    const { root } = await findBinaries()
    await mkdir(join(directory, 'native', 'lib'), { recursive: true })
    await symlink(join(root, 'bin'), join(directory, 'native', 'bin'))
    await writeFile(join(directory, 'package.json'), '{"version":"18.4.0"}')
    assert.equal((await inspectPackage(directory)).major, 18)

    const links = '[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]'
    await writeFile(join(directory, 'native', 'pg-symlinks.json'), links)
    await assert.rejects(inspectPackage(directory), /libpq\.so\.5.*install scripts allowed/s)
  })

  test('as root, what the server’s user can’t reach is copied to where it can', async (t) => {
    if (!isRoot()) return t.skip('only root runs the server as another user')
    const closed = await scratch(t)
    const open = await scratch(t)
    const packaged = await findBinaries()
    const data = await prepareDataDirectory(open.directory, await serverUser(silently))
    await symlink(packaged.root, join(closed.directory, 'native'))
    const hidden = { ...packaged, root: join(closed.directory, 'native') }

    const twice = [1, 2].map(() => reachableBinaries(hidden, data.base, data.user))
    const [copy] = await Promise.all(twice)
    assert.ok(copy)
    assert.deepEqual((await readdir(data.base)).sort(), [`bin-${packaged.version}`, 'postgres'])
    const version = await runAs(data.user, data.home, [program(copy, 'initdb'), '--version'])
    assert.match(version.output, /PostgreSQL\) 18/)
  })
})
