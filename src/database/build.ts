import { execFileSync } from 'node:child_process'
import { readdirSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { version } from '../contract/version.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The names of the migrations of this version of Muster, in their order. Read them once: a checkout may change under a server. */
export function knownMigrations(): string[] {
  const files = readdirSync(new URL('./migrations', import.meta.url))
  return files.flatMap((file) => (file.endsWith('.sql') ? [file.slice(0, -4)] : [])).sort()
}

/** What runs: `commit` is null outside of a git checkout, `schema` the newest migration that it knows. */
export type Build = { version: string; commit: string | null; schema: string }

let known: Build | undefined

/** Read once, as the process began. */
export function build(): Build {
  known ??= { version, commit: readCommit(), schema: knownMigrations().at(-1) ?? '' }
  return known
}

/** Without git, and where Muster is a folder of another repository, there is none. */
function readCommit(): string | null {
  try {
    // As root, git refuses the checkout of another user unless told that it is safe.
    const args = ['-c', 'safe.directory=*', 'rev-parse', '--show-toplevel', 'HEAD']
    const output = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [top = '', commit = ''] = output.split('\n')
    return realpathSync(top) === realpathSync(root) ? commit : null
  } catch {
    return null
  }
}

/** In a line, for people. */
export function describeBuild({ version: number, commit, schema }: Build): string {
  const from = commit === null ? '' : `commit ${commit.slice(0, 12)}, `
  return `${number} (${from}schema ${schema})`
}
