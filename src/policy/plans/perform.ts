import type { Restart, WriteContext } from '../../http/route.ts'
import { Stopped } from '../limits/stopped.ts'
import type { PolicyOperation } from '../changes/operation-kind.ts'
import { runOne } from '../operations/run-operations.ts'
import { leaveToJob } from './leave-to-job.ts'
import { planInstead } from './plan-at-once.ts'

/**
 * Runs one operation for a route, as {@link runOne}. @returns the uuid of the record that it made or changed, or what the
 * route does instead
 */
export async function perform(
  context: WriteContext,
  kind: Pick<PolicyOperation, 'op' | 'run' | 'draft'>,
  fields: object,
): Promise<string | Restart> {
  const operation = { op: kind.op, ...fields }
  const done = await runOne(context, kind, operation)
  if (done instanceof Stopped) return insteadOf(done, operation)
  return done.records[0] ?? ''
}

/**
 * What a route does instead of a change that was stopped: 409 with a plan of it, or 202 and a job does it. Both find the
 * change by the `op` of its data.
 */
export function insteadOf({ reason, version }: Stopped, operation: object): Restart {
  switch (reason.kind) {
    case 'limits':
      return planInstead(operation, '')
    case 'plan':
      return planInstead(operation, reason.message)
    case 'size':
      return leaveToJob({ operation, requiredVersion: version, rulesetIds: reason.rulesetIds })
  }
}
