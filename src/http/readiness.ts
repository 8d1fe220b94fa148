import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { pendingMigrations } from '../database/pending-migrations.ts'
import { frozenSeconds, type Obstacle } from '../database/silent-sessions.ts'
import type { Services } from './services.ts'

/** `cannot` says in sentences what can't be done just now, and why. A process that is ready may still have such. */
export type Readiness = { isReady: boolean; cannot: readonly string[] }

const patienceMilliseconds = 3000
/** A change that takes longer is worth a word: an import, or a session that hangs. */
const longSeconds = 3

/** Whether this process can serve: what it would need is looked for each time. */
export async function readiness(
  { database, lease }: Services,
  knownMigrations: readonly string[],
): Promise<Readiness> {
  const missing = await Promise.race([
    whatIsMissing(database, knownMigrations).catch(() => 'The database cannot be reached.'),
    sleep(patienceMilliseconds, notAnswering, { ref: false }),
  ])
  if (missing !== undefined) return { isReady: false, cannot: [missing] }
  const long = lease
    .obstacles()
    .filter(({ heldSeconds, holdsPolicyLock }) => holdsPolicyLock && heldSeconds >= longSeconds)
  return { isReady: !long.some(isFrozen), cannot: long.map(describe) }
}

const notAnswering = `The database has not answered for ${patienceMilliseconds / 1000} s.`

async function whatIsMissing(
  database: Database,
  knownMigrations: readonly string[],
): Promise<string | undefined> {
  const pending = await pendingMigrations(database.read, knownMigrations)
  if (pending.length > 0) {
    return `The schema is not up to date: ${pending.length} migrations are missing (${pending[0]} is the first). Run muster migrate.`
  }
  const { rows: owners } = await sql`
    select from workspace_user_role u join role r on r.id = u.role_id
    where r.name = 'workspace.owner' limit 1`.execute(database.read)
  if (owners.length > 0) return undefined
  return 'There is no owner yet. The first start of muster serve makes one, and so does muster init.'
}

const isFrozen = ({ silentSeconds }: Obstacle) => silentSeconds >= frozenSeconds

function describe({ pid, process, heldSeconds, silentSeconds }: Obstacle): string {
  const holder = process === null ? `session ${pid}` : `session ${pid} of process ${process}`
  const silence =
    silentSeconds >= frozenSeconds
      ? ` That process has not answered for ${Math.floor(silentSeconds)} s.`
      : ''
  return `Changes of people and of the policy wait: the policy lock has been held for ${Math.floor(heldSeconds)} s by ${holder}.${silence}`
}
