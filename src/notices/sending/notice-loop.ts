import { sql } from 'kysely'
import { bookkeeping } from '../../database/bookkeeping.ts'
import type { Database } from '../../database/database.ts'
import type { Loop } from '../../jobs/loops.ts'
import type { Schedule } from '../../jobs/run-schedules.ts'
import { shortLeaseMilliseconds, underLease } from '../../jobs/work-lease.ts'
import { isGathered, planDigests, planUrgent } from './plan-notices.ts'
import {
  deleteOldNotices,
  hasEnded,
  selectDigests,
  selectToldAtOnce,
  selectUntold,
} from './queries.ts'
import { sendNotices } from './send-notices.ts'
import type { NoticeTools } from './tools.ts'

/** Looks whether there is something to tell, and does it under a lease: one of several processes tells people. */
export function noticeLoop(tools: NoticeTools): Loop {
  return {
    failure: 'notices could not be sent',
    pauseMilliseconds: tools.pauseMilliseconds,
    run: async (signal) => {
      if (!(await hasWork(tools))) return false
      const done = await underLease(
        tools.database,
        'notices',
        async (lease) => {
          const isMore = await planDigests(tools, lease)
          await planUrgent(tools, lease)
          return (await sendNotices(tools, lease)) || isMore
        },
        { signal, leaseMilliseconds: shortLeaseMilliseconds },
      )
      return done?.result ?? false
    },
  }
}

/** Reads only: a lease is a write, which would evict this process's cached callers. */
async function hasWork({ database, smtp, gatherMilliseconds }: NoticeTools): Promise<boolean> {
  const { read } = database
  const now = database.now()
  const { rows } = await sql`
    select from notice where state = 'waiting' and next_at <= clock_timestamp() limit 1`.execute(
    read,
  )
  if (rows.length > 0 || (await hasEnded(read))) return true
  const mail = { hasMail: smtp !== null }
  if ((await selectDigests(read, now, mail).limit(1).execute()).length > 0) return true
  if (!isGathered(await selectUntold(read, now), now, gatherMilliseconds)) return false
  return (await selectToldAtOnce(read, now, mail).limit(1).execute()).length > 0
}

/** Deletes what is kept no longer. */
export function noticeSchedule(database: Database): Schedule {
  return {
    name: 'prune-notices',
    everySeconds: 3600,
    run: async ({ signal }) => {
      for (let isMore = true; isMore && !signal.aborted;)
        isMore = (await bookkeeping(database, deleteOldNotices)) > 0
    },
  }
}
