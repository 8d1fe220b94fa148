import { loadRights } from '../../access/act-on.ts'
import { bookkeeping } from '../../database/bookkeeping.ts'
import type { WorkLease } from '../../jobs/work-lease.ts'
import { channelsOf } from '../settings/channels.ts'
import { addNotices } from '../sent/add-notices.ts'
import { nextDigest } from './next-digest.ts'
import type { NoticeTools } from './tools.ts'
import {
  deleteEnded,
  hasEnded,
  insertTold,
  selectDigests,
  selectToldAtOnce,
  selectUntold,
  setNextDigest,
  type Urgent,
} from './queries.ts'

/** Writes the digests that are due. What is in them is found out when they are sent. @returns whether there may be more */
export async function planDigests(tools: NoticeTools, lease: WorkLease): Promise<boolean> {
  const { database, smtp } = tools
  const now = database.now()
  const found = await selectDigests(database.read, now, { hasMail: smtp !== null }).execute()
  if (found.length === 0) return false
  await bookkeeping(database, async (tx) => {
    await lease.requireHeld(tx)
    for (const { id, digest_hour: hour, time_zone: zone } of found)
      if (hour !== null) await setNextDigest(tx, id, nextDigest(now, hour, zone))
    await addNotices(
      tx,
      found
        .filter(({ due_at: at }) => at !== null)
        .flatMap((person) =>
          channelsOf(person, tools).map(
            (channel) => ({ userId: person.id, kind: 'digest', channel }) as const,
          ),
        ),
    )
  })
  return true
}

const seenBy = {
  incidents: 'policy.rule.view',
  failing_sources: 'workspace.integration.view',
} as const

/**
 * Writes what can't wait, once the first of it is `gatherMilliseconds` old: what comes together is one message to each person.
 * What was told is told again only after it was over.
 */
export async function planUrgent(tools: NoticeTools, lease: WorkLease): Promise<void> {
  const { database, smtp, gatherMilliseconds } = tools
  if (await hasEnded(database.read))
    await bookkeeping(database, async (tx) => {
      await lease.requireHeld(tx)
      await deleteEnded(tx)
    })
  const now = database.now()
  const untold = await selectUntold(database.read, now)
  if (!isGathered(untold, now, gatherMilliseconds)) return
  const mail = { hasMail: smtp !== null }
  const people = await selectToldAtOnce(database.read, now, mail).execute()
  if (people.length === 0) return
  const rights = await loadRights(
    database.read,
    people.map(({ id }) => id),
  )
  const notices = people.flatMap((person) => {
    const held = rights.get(person.id)?.permissions
    const recordIds = untold.filter(({ kind }) => held?.has(seenBy[kind])).map(({ id }) => id)
    if (recordIds.length === 0) return []
    return channelsOf(person, tools).map(
      (channel) => ({ userId: person.id, kind: 'at_once', channel, recordIds }) as const,
    )
  })
  await bookkeeping(database, async (tx) => {
    await lease.requireHeld(tx)
    await insertTold(tx, untold)
    await addNotices(tx, notices)
  })
}

/** Whether there is something that can't wait longer. */
export function isGathered(untold: readonly Urgent[], now: Date, milliseconds: number): boolean {
  const [first] = untold
  return first !== undefined && now.getTime() - first.since.getTime() >= milliseconds
}
