import { sql } from 'kysely'
import { callerColumns, callerSource, type Caller, type CallerRow } from '../access/caller.ts'
import { composedOnce } from '../database/composed-once.ts'
import type { ReadyBody } from './ready-bodies.ts'
import type { Services } from './services.ts'

type CheckRow = CallerRow & {
  /** Null for a subject that is no directory user. */
  version: number | null
  epoch: number
  next_due_at: Date | null
}

const askAll = composedOnce(
  ['hash', 'now', 'subject'],
  (value) => sql<CheckRow>`
    select ${callerColumns},
      (select v.version from directory_user_version v where v.directory_user_id = ${value('subject')}) as version,
      (select epoch from policy_epoch) as epoch, (select min(at) from due_instant) as next_due_at
    ${callerSource(value('hash'), value('now'))}`,
)

/** Who calls, and whether a ready body still says what the database says. */
export type Check = { caller: Caller; nothingDue: boolean; holds(body: ReadyBody): boolean }

/**
 * What a ready answer about a person needs to know while other processes may write: whose token it is, what they may
 * do, the versions that the body must have and the next due instant, from one small statement. Undefined where the
 * token has no power.
 */
export async function checkReady(
  { authenticator, database }: Services,
  secret: string,
  subject: string,
): Promise<Check | undefined> {
  const found = await authenticator.findBy(secret, async (hash, now) => {
    const [row] = await askAll(database.read, { hash, now, subject })
    return row
  })
  if (found === undefined) return undefined
  const { caller, row } = found
  const nothingDue = row.next_due_at === null || row.next_due_at > database.now()
  return {
    caller,
    nothingDue,
    holds: ({ version, epoch }) => nothingDue && version === row.version && epoch === row.epoch,
  }
}
