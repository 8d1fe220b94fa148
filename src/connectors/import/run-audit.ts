import { record, systemActor, type AuditEntry } from '../../audit/record.ts'
import type { RunState } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'

/** A run (uuid) of an integration (uuid). A plan's and a push's end is no event. */
export type EndedRun = { id: string; integrationId: string; isPlan?: boolean; isPush?: boolean }

/** Records that runs have ended. */
export async function recordEnds(
  tx: Transaction,
  runs: readonly EndedRun[],
  state: Exclude<RunState, 'waiting' | 'running'>,
): Promise<void> {
  const events = runs.filter(({ isPlan = false, isPush = false }) => !isPlan && !isPush)
  await record(
    tx,
    systemActor,
    events.map(({ id, integrationId }): AuditEntry => ({
      event:
        state === 'succeeded' ? 'workspace.integration.run' : 'workspace.integration.run_failed',
      record: { kind: 'importRun', id },
      parent: { kind: 'integration', id: integrationId },
      changes: { state: { old: null, new: state } },
    })),
  )
}
