import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../src/database/database.ts'
import { policyLockKey } from '../../src/database/policy-lock.ts'

const everyMilliseconds = 10

/** Samples whether the policy lock is held exclusively. `stop` returns for how many milliseconds it was. */
export function watchPolicyLock(database: Database): { stop: () => Promise<number> } {
  const isOver = new AbortController()
  const watching = watch(database, isOver.signal)
  return {
    stop: () => {
      isOver.abort()
      return watching
    },
  }
}

async function watch(database: Database, signal: AbortSignal): Promise<number> {
  let held = 0
  let last = performance.now()
  while (!signal.aborted) {
    await sleep(everyMilliseconds)
    const isHeld = await isHeldExclusively(database)
    const now = performance.now()
    if (isHeld) held += now - last
    last = now
  }
  return held
}

async function isHeldExclusively({ read }: Database): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and granted and mode = 'ExclusiveLock'
        and (classid::bigint << 32) | objid::bigint = ${policyLockKey}::bigint) as held`.execute(
    read,
  )
  return rows[0]?.held ?? false
}
