import type { Database } from '../database/database.ts'
import { checkAccess } from './check-access.ts'
import { checkAudit } from './check-audit.ts'
import { checkCounters } from './check-counters.ts'
import { checkDue } from './check-due.ts'
import { checkManagers } from './check-managers.ts'
import { checkPeople } from './check-people.ts'
import { checkStays } from './check-stays.ts'
import { describeFound, type Difference } from './difference.ts'
import { parts, type Part } from './parts.ts'
import { onSnapshot, type Snapshot, type Step } from './snapshot.ts'

/** How far a check is. The unit of `done` and `total` differs from part to part. */
export type Progress = { part: Part; done: number; total: number }

/** What was checked. */
export type Checked = {
  people: number
  /** Null where access was not checked. */
  memberships: number | null
  /** Null where the audit log was not checked. */
  auditRows: number | null
  differences: number
  /** Instants that have passed and are not settled. They are no difference: what is stored is that from before them. */
  due: number
}

export type CheckOptions = {
  only?: readonly Part[]
  onProgress?: (progress: Progress) => void
  onDifference?: (difference: Difference) => void
}

const checks: Record<Part, (snapshot: Snapshot) => AsyncGenerator<Step>> = {
  access: checkAccess,
  people: checkPeople,
  managers: checkManagers,
  stays: checkStays,
  due: checkDue,
  counters: checkCounters,
  audit: checkAudit,
}

/**
 * Works out again what is derived, from the facts and by another way than the one that wrote it, on one snapshot, and reports what
 * differs. It takes no lock that a read or a write waits for, and writes nothing.
 */
export function checkDerived(
  database: Database,
  { only = parts, onProgress, onDifference }: CheckOptions = {},
): Promise<Checked> {
  return onSnapshot(database, async (snapshot) => {
    const { tx, people, due } = snapshot
    const checked: Checked = {
      people,
      memberships: only.includes('access') ? 0 : null,
      auditRows: only.includes('audit') ? 0 : null,
      differences: 0,
      due,
    }
    for (const part of parts.filter((each) => only.includes(each))) {
      for await (const { done, total, found, memberships, auditRows } of checks[part](snapshot)) {
        if (memberships !== undefined)
          checked.memberships = (checked.memberships ?? 0) + memberships
        if (auditRows !== undefined) checked.auditRows = (checked.auditRows ?? 0) + auditRows
        checked.differences += found.length
        for (const difference of await describeFound(tx, part, found)) onDifference?.(difference)
        onProgress?.({ part, done, total })
      }
    }
    return checked
  })
}
