import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ConnectionLimit } from '../../database/bounded-pool.ts'
import type { Database } from '../../database/database.ts'
import { overdueBackup } from '../../database/overdue-backup.ts'
import { durabilityWarning } from '../../database/durability.ts'
import { pendingMigrations, requiredMigration } from '../../database/pending-migrations.ts'
import { frozenSeconds, howToEnd, type BlockingSession } from '../../database/silent-sessions.ts'
import type { Services } from '../route/services.ts'

/**
 * `cannot` says in sentences what can't be done now, and why; `warnings` say what an operator should change. A
 * process that is ready may have both.
 */
export type Readiness = {
  isReady: boolean
  cannot: readonly string[]
  warnings: readonly string[]
}

const databaseTimeoutMilliseconds = 3000
const brokenList =
  'Nobody can be erased: the list of erasures can’t be written. Let the server write to its folder, or set MUSTER_ERASURES_FILE.'
/** A change that takes longer is reported: an import, or a session that hangs. */
const longSeconds = 3

/** Whether this process can serve. It is checked each time. */
export async function readiness(
  { database, lease, erasures }: Services,
  knownMigrations: readonly string[],
): Promise<Readiness> {
  const { missing, warnings: ofDatabase } = await Promise.race([
    askDatabase(database, knownMigrations).catch(() => unreachable),
    sleep(databaseTimeoutMilliseconds, notAnswering, { ref: false }),
  ])
  const warnings = [...ofDatabase, ...(erasures?.isBroken === true ? [brokenList] : [])]
  if (missing !== undefined) return { isReady: false, cannot: [missing], warnings }
  const long = lease
    .blockingSessions()
    .filter(
      ({ heldSeconds, holdsPolicyLock, process, blocks }) =>
        heldSeconds >= longSeconds && (holdsPolicyLock || (process === null && blocks.length > 0)),
    )
  const isStuck = long.some((each) => each.holdsPolicyLock && isFrozen(each))
  return { isReady: !isStuck, cannot: long.map(describe), warnings }
}

/** What the database says: a sentence on what is missing, and warnings. */
type Findings = { missing: string | undefined; warnings: readonly string[] }

const unreachable: Findings = { missing: 'The database cannot be reached.', warnings: [] }
const notAnswering: Findings = {
  missing: `The database has not answered for ${databaseTimeoutMilliseconds / 1000} s.`,
  warnings: [],
}

async function askDatabase(
  database: Database,
  knownMigrations: readonly string[],
): Promise<Findings> {
  const warning = await durabilityWarning(database.read)
  const overdue = await overdueBackup(database.read)
  return {
    missing: await findMissing(database, knownMigrations),
    warnings: [
      ...(warning === undefined ? [] : [warning]),
      ...(overdue === undefined ? [] : [overdue]),
      ...(database.pool.limit === undefined ? [] : [describeLimit(database.pool.limit)]),
    ],
  }
}

function describeLimit({ wanted, has, refusal }: ConnectionLimit): string {
  return `PostgreSQL refuses connections (${refusal}): this server works with ${has} of the ${wanted} that it wants. Raise max_connections or the limit of the role, or lower MUSTER_POOL_SIZE.`
}

async function findMissing(
  database: Database,
  knownMigrations: readonly string[],
): Promise<string | undefined> {
  const pending = await pendingMigrations(database.read, knownMigrations)
  if (pending.length > 0) {
    return `The schema is not up to date: ${pending.length} migrations are missing (${pending[0]} is the first). Run muster migrate.`
  }
  const required = await requiredMigration(database.read, knownMigrations)
  if (required !== undefined)
    return `The schema is newer than this version of Muster (${required}): writes are refused. Start the newer version.`
  const { rows: standby } = await sql`select where pg_is_in_recovery()`.execute(database.read)
  if (standby.length > 0)
    return 'The database is a standby that has not taken over: nothing can be written.'
  const { rows: owners } = await sql`
    select from workspace_user_role u join role r on r.id = u.role_id
    where r.name = 'workspace.owner' limit 1`.execute(database.read)
  if (owners.length > 0) return undefined
  return 'There is no owner yet. The first start of muster serve makes one, and so does muster init.'
}

const isFrozen = ({ silentSeconds }: BlockingSession) => silentSeconds >= frozenSeconds

function describe(session: BlockingSession): string {
  const { pid, process, heldSeconds, silentSeconds, holdsPolicyLock, blocks } = session
  if (!holdsPolicyLock)
    return `Requests wait: session ${pid}, which is none of Muster's, has held a lock for ${Math.floor(heldSeconds)} s for which ${blocks.length} sessions wait. ${howToEnd(pid)}`
  const holder = process === null ? `session ${pid}` : `session ${pid} of process ${process}`
  const silence =
    silentSeconds >= frozenSeconds
      ? ` That process has not answered for ${Math.floor(silentSeconds)} s.`
      : ''
  return `Changes of people and of the policy wait: the policy lock has been held for ${Math.floor(heldSeconds)} s by ${holder}.${silence}`
}
