import { encodeId } from '../../contract/ids.ts'
import { conflict, unprocessable, type Problem } from '../../http/refusals/problem.ts'
import { stateOf } from './answer-plan.ts'
import type { PlanRow } from './queries.ts'

/** 409 for what is applied or replaced already, or at work; 422 for what is too old. */
export function requireReady(plan: PlanRow, now: Date): void {
  if (plan.author_type === 'system')
    throw conflict('The plan is of an incident. Approve the incident with its digest instead.')
  switch (stateOf(plan, now)) {
    case 'ready':
      if (plan.operations.length === 0)
        throw conflict(
          'Its files named a person who was erased, and are no longer kept. Plan again.',
        )
      return
    case 'expired':
      throw unprocessable({ state: ['is expired: a plan can be applied for 24 hours. Plan again'] })
    case 'stale':
      throw isStale(plan.replaced_by_id)
    case 'planning':
      throw conflict('The plan is not worked out yet: wait until it is ready.')
    case 'failed':
      throw conflict('The plan has failed; `failure` says why. Plan again.')
    case 'applied':
    case 'applying':
      throw conflict(`The plan is ${plan.state} already.`)
  }
}

export function isStale(replacedById: string | null): Problem {
  const instead =
    replacedById === null ? 'Plan again.' : `${encodeId('plan', replacedById)} shows it.`
  return conflict(
    `The plan would now have another effect, or a rule that it names says something else. ${instead}`,
  )
}
