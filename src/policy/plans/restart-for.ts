import type { Restart } from '../../http/route/route.ts'
import type { StoppedChange } from '../changes/stopped-change.ts'
import { leaveToJob } from './leave-to-job.ts'
import { planAsked, restartWithPlan } from './plan-at-once.ts'

/** What a route does instead of a change that was stopped: 409 with a plan of it, or 202 with the plan that was asked for, or where a job does it. */
export function restartFor({ stopped, operation }: StoppedChange): Restart {
  if (stopped === 'asked') return planAsked(operation)
  const { reason, version } = stopped
  switch (reason.kind) {
    case 'limits':
      return restartWithPlan(operation, '')
    case 'plan':
      return restartWithPlan(operation, reason.message)
    case 'size':
      return leaveToJob({ operation, requiredVersion: version, rulesetIds: reason.rulesetIds })
  }
}
