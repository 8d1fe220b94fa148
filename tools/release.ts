import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { gt, rsort, valid } from 'semver'

/** `today` as `2026-11-29`; `version` is that of package.json where it is not given. */
export type ReleaseOptions = {
  root: string
  version?: string
  dryRun: boolean
  today: string
  say: (line: string) => void
}

type Manifest = { version: string; devDependencies?: Record<string, string> }
type LockFile = { version: string; packages: Record<string, Manifest> }
type Bom = { metadata: { component: { name: string; version: string } }; components: unknown[] }

/** The packages of this repository, by their folders; they are released together. */
const folders = ['', 'sdk', 'console'] as const
const manifests = folders.map((folder) => join(folder, 'package.json'))
const artifacts = 'dist/release'

/**
 * Makes a release in this checkout: versions, changelog, SBOM, the packed Muster and SDK, commit and tag. It never pushes. A dry run changes
 * nothing. Throws an Error that lists everything that is in the way.
 */
export async function release(options: ReleaseOptions): Promise<void> {
  const { root, dryRun, today, say } = options
  const read = (path: string) => readFile(join(root, path), 'utf8')
  const current: Manifest = JSON.parse(await read('package.json'))
  const version = options.version ?? current.version
  const changelog = releasedChangelog(await read('CHANGELOG.md'), version, today)
  const tag = `v${version}`
  say(`Version ${current.version} → ${version} in ${manifests.join(', ')} and package-lock.json`)
  say(`CHANGELOG.md: ${changelog.notes.split('\n').length} lines under ${version} (${today})`)
  say(`Commit "chore(release): ${version}" and tag ${tag}, not pushed`)
  await refuseFaults(root, version, changelog.notes)
  if (dryRun) {
    const { components } = await billOfMaterials(root, version)
    say(`SBOM: ${components.length} components`)
    await npm(root, ['pack', '--workspace', 'sdk', '--include-workspace-root', '--dry-run'])
    say('Muster and the SDK can be packed. Nothing was changed.')
    return
  }
  const files = new Map([['CHANGELOG.md', changelog.text]])
  for (const path of manifests) files.set(path, withVersion(await read(path), version))
  files.set('package-lock.json', lockWithVersion(await read('package-lock.json'), version))
  const before = new Map(await Promise.all([...files.keys()].map(readEntry)))
  try {
    await writeAll(root, files)
    await writeArtifacts(root, version)
    await git(root, ['commit', '-q', '-m', `chore(release): ${version}`, '--', ...files.keys()])
  } catch (error) {
    await writeAll(root, before)
    throw error
  }
  const message = `Muster ${version}\n\n${changelog.notes}\n`
  await git(root, ['tag', '-a', tag, '--cleanup=whitespace', '-m', message])
  say(`Done. ${artifacts} has the SBOM, Muster and the SDK. Next: git push --follow-tags`)

  async function readEntry(path: string): Promise<[string, string]> {
    return [path, await read(path)]
  }
}

/** The changelog with what is under "Unreleased" under the version, and these lines themselves. */
export function releasedChangelog(
  text: string,
  version: string,
  today: string,
): { text: string; notes: string } {
  const sections = text.split(/^(?=## )/m)
  const heading = '## Unreleased\n'
  const notes = sections.find((each) => each.startsWith(heading))?.slice(heading.length) ?? ''
  const released = notes.trim()
  const section = `${heading}\n${nothing}\n\n## ${version} (${today})\n\n${released}\n`
  const all = sections.map((each, index) => {
    if (!each.startsWith(heading)) return each
    return index === sections.length - 1 ? section : `${section}\n`
  })
  return { text: all.join(''), notes: released === nothing ? '' : released }
}

const nothing = 'Nothing yet.'

async function refuseFaults(root: string, version: string, notes: string): Promise<void> {
  const tags = (await git(root, ['tag', '--list', 'v*'])).split('\n')
  const [latest] = rsort(tags.filter((tag) => valid(tag) !== null))
  const faults = [
    (await git(root, ['status', '--porcelain'])) === '' ||
      'Commit or remove what git status shows.',
    valid(version) !== null || `${version} is not a version such as 0.2.0.`,
    notes !== '' || 'CHANGELOG.md has nothing under "Unreleased".',
    latest === undefined ||
      valid(version) === null ||
      gt(version, latest) ||
      `${version} is not after ${latest}: npm run release -- <version>`,
  ].filter((fault) => fault !== true)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

function withVersion(text: string, version: string): string {
  const manifest: Manifest = JSON.parse(text)
  return written(released(manifest, version))
}

function lockWithVersion(text: string, version: string): string {
  const lock: LockFile = JSON.parse(text)
  const own = Object.entries(lock.packages).map(([path, each]) => [
    path,
    folders.some((folder) => folder === path) ? released(each, version) : each,
  ])
  return written({ ...lock, version, packages: Object.fromEntries(own) })
}

/** The console names the version of the SDK that it is built with. */
function released(manifest: Manifest, version: string): Manifest {
  const { devDependencies } = manifest
  if (devDependencies?.['muster-sdk'] === undefined) return { ...manifest, version }
  return { ...manifest, version, devDependencies: { ...devDependencies, 'muster-sdk': version } }
}

const written = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

async function writeAll(root: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) await writeFile(join(root, path), text)
}

async function writeArtifacts(root: string, version: string): Promise<void> {
  await mkdir(join(root, artifacts), { recursive: true })
  const bom = await billOfMaterials(root, version)
  await writeFile(join(root, artifacts, `muster-${version}.sbom.json`), written(bom))
  const both = ['--workspace', 'sdk', '--include-workspace-root']
  await npm(root, ['pack', ...both, '--pack-destination', artifacts])
}

/** What is installed at run time, as CycloneDX. npm names the root after its folder. */
async function billOfMaterials(root: string, version: string): Promise<Bom> {
  const kind = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const bom: Bom = JSON.parse(
    await npm(root, ['sbom', ...kind, '--omit', 'dev', '--package-lock-only']),
  )
  const component = { ...bom.metadata.component, name: 'muster', version }
  return { ...bom, metadata: { ...bom.metadata, component } }
}

const npm = (root: string, args: readonly string[]) => output(root, 'npm', args)
const git = (root: string, args: readonly string[]) => output(root, 'git', args)

async function output(root: string, command: string, args: readonly string[]): Promise<string> {
  const limits = { cwd: root, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)(command, args, limits)).stdout.trim()
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [version] = positionals
  try {
    await release({
      root: fileURLToPath(new URL('..', import.meta.url)),
      ...(version === undefined ? {} : { version }),
      dryRun: values['dry-run'],
      today: new Date().toISOString().slice(0, 10),
      say: (line) => console.log(line),
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
