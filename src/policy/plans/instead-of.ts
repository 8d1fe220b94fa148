import type { Restart } from '../../http/route.ts'
import type { Stopped } from '../limits/stopped.ts'
import { leaveToJob } from './leave-to-job.ts'
import { planInstead } from './plan-at-once.ts'

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
