import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { release, releasedChangelog } from './release.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- A first thing.\n'

/** A repository with the three packages of this one, and an empty remote. */
async function repository(context: TestContext, unreleased = changelog): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'muster-release-'))
  context.after(() => rm(root, { recursive: true, force: true }))
  const sdk = { name: 'muster-sdk', version: '0.1.0', files: ['index.js'] }
  const console = {
    name: 'muster-console',
    version: '0.1.0',
    devDependencies: { 'muster-sdk': '0.1.0' },
  }
  const muster = { name: 'muster', version: '0.1.0', workspaces: ['console', 'sdk'] }
  const links = {
    'node_modules/muster-sdk': { resolved: 'sdk', link: true },
    'node_modules/muster-console': { resolved: 'console', link: true },
  }
  const packages = { '': muster, console, sdk, ...links }
  const files = {
    'package.json': muster,
    'sdk/package.json': sdk,
    'console/package.json': console,
    'package-lock.json': { ...muster, lockfileVersion: 3, requires: true, packages },
  }
  for (const [path, value] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), `${JSON.stringify(value, undefined, 2)}\n`)
  }
  await writeFile(join(root, 'sdk/index.js'), '')
  await writeFile(join(root, '.gitignore'), 'dist/\nremote.git/\n')
  await writeFile(join(root, 'CHANGELOG.md'), unreleased)
  git(root, 'init', '-q', '-b', 'main')
  git(root, 'config', 'user.name', 'Ada')
  git(root, 'config', 'user.email', 'ada@example.com')
  git(root, 'init', '-q', '--bare', 'remote.git')
  git(root, 'remote', 'add', 'origin', join(root, 'remote.git'))
  git(root, 'add', '-A')
  git(root, 'commit', '-q', '-m', 'feat: begin')
  return root
}

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const stateOf = (root: string) =>
  [['status', '--porcelain'], ['tag'], ['log', '--format=%s']].map((args) => git(root, ...args))

async function released(root: string, version?: string, dryRun = false): Promise<string[]> {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const given = version === undefined ? {} : { version }
  await release({ root, ...given, dryRun, today: '2026-12-01', say })
  return lines
}

test('a dry run says what a release would do, and changes nothing', async (context) => {
  const root = await repository(context)
  const before = stateOf(root)
  const lines = await released(root, '0.2.0', true)
  assert.match(lines.join('\n'), /0\.1\.0 → 0\.2\.0[\s\S]*tag v0\.2\.0[\s\S]*SBOM: \d+ components/)
  assert.deepEqual(stateOf(root), before)
  assert.ok(!(await readdir(root)).includes('dist'))
})

test('a release has one version everywhere, a commit, a tag, an SBOM, and both packages packed', async (context) => {
  const root = await repository(context)
  await released(root, '0.2.0')
  assert.deepEqual(stateOf(root), ['', 'v0.2.0', 'chore(release): 0.2.0\nfeat: begin'])
  const read = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'))
  const lock = await read('package-lock.json')
  const versions = [
    (await read('package.json')).version,
    (await read('sdk/package.json')).version,
    (await read('console/package.json')).devDependencies['muster-sdk'],
    lock.version,
    lock.packages[''].version,
    lock.packages.sdk.version,
    lock.packages.console.devDependencies['muster-sdk'],
  ]
  assert.deepEqual(new Set(versions), new Set(['0.2.0']))
  assert.match(
    await readFile(join(root, 'CHANGELOG.md'), 'utf8'),
    /## Unreleased\n\nNothing yet\.\n\n## 0\.2\.0 \(2026-12-01\)\n\n- A first thing\.\n$/,
  )
  assert.match(git(root, 'tag', '-n9', 'v0.2.0'), /Muster 0\.2\.0[\s\S]*- A first thing\./)
  assert.deepEqual((await readdir(join(root, 'dist/release'))).sort(), [
    'muster-0.2.0.sbom.json',
    'muster-0.2.0.tgz',
    'muster-sdk-0.2.0.tgz',
  ])
  const { component } = (await read('dist/release/muster-0.2.0.sbom.json')).metadata
  assert.deepEqual([component.name, component.version], ['muster', '0.2.0'])
  assert.equal(git(root, 'ls-remote', 'origin'), '')
})

test('the first release takes the version of package.json, and the next one needs another', async (context) => {
  const root = await repository(context)
  await released(root)
  assert.equal(git(root, 'tag'), 'v0.1.0')
  await writeFile(join(root, 'CHANGELOG.md'), changelog)
  git(root, 'commit', '-q', '-a', '-m', 'feat: go on')
  await assert.rejects(released(root), /0\.1\.0 is not after v0\.1\.0/)
})

test('what is in the way is refused all at once, and nothing is changed', async (context) => {
  const root = await repository(context, '# Changelog\n\n## Unreleased\n\nNothing yet.\n')
  await writeFile(join(root, 'sdk/index.js'), 'changed')
  const before = stateOf(root)
  await assert.rejects(
    released(root, '2'),
    /what git status shows[\s\S]*2 is not a version[\s\S]*nothing under "Unreleased"/,
  )
  assert.deepEqual(stateOf(root), before)
})

test('a release that can not be packed leaves the files as they were', async (context) => {
  const root = await repository(context)
  const manifest = { name: 'muster-sdk', version: '0.1.0', scripts: { prepack: 'exit 1' } }
  await writeFile(join(root, 'sdk/package.json'), JSON.stringify(manifest))
  git(root, 'commit', '-q', '-a', '-m', 'fix: break the SDK')
  const before = stateOf(root)
  await assert.rejects(released(root, '0.2.0'))
  assert.deepEqual(stateOf(root), before)
})

test('former releases stay below the new one in the changelog', () => {
  const text = `${changelog}\n## 0.1.0 (2026-11-01)\n\n- Before.\n`
  assert.deepEqual(releasedChangelog(text, '0.2.0', '2026-12-01'), {
    text: '# Changelog\n\n## Unreleased\n\nNothing yet.\n\n## 0.2.0 (2026-12-01)\n\n- A first thing.\n\n## 0.1.0 (2026-11-01)\n\n- Before.\n',
    notes: '- A first thing.',
  })
})
