import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readJson } from '../processes/conversation.ts'

/** The demo's exports of all vendors and its policy, only the people and groups of the primary, or people of a primary that pushes by SCIM. */
export type WorldKind = 'whole' | 'primary' | 'scim'

const database = new URL('../../src/database/', import.meta.url)

/** What a seeded directory passes to the next run. It is written last: a directory without it is incomplete. */
export type Sealed = { token: string }

/** Where the organisation of that size is kept from run to run: another schema has another place. */
export async function directoryOf(people: number, kind: WorldKind): Promise<string> {
  const hash = createHash('sha256')
  for (const path of (await readdir(database, { recursive: true })).sort()) {
    if (path.endsWith('.sql')) hash.update(await readFile(new URL(path, database)))
  }
  const name = kind === 'whole' ? String(people) : `${kind}-${people}`
  return join(tmpdir(), `muster-bench-${name}-${hash.digest('hex').slice(0, 8)}`)
}

export function dataOf(directory: string): string {
  return join(directory, 'data')
}

export function sealOf(directory: string): string {
  return join(directory, 'bench.json')
}

export async function readSeal(directory: string): Promise<Sealed | undefined> {
  const text = await readFile(sealOf(directory), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : readJson<Sealed>(text)
}
