import { Type } from 'typebox'
import { decodeId, encodeId } from '../contract/ids.ts'
import { Id, Shape } from '../http/shapes/schema.ts'
import { StoppedChange, stoppableRoute } from '../policy/changes/stopped-change.ts'
import { keepDecidedMovements } from '../policy/holds/held-movements.ts'
import { DescribedIncident } from '../policy/holds/schema.ts'
import { Stopped } from '../policy/limits/stopped.ts'
import type { Performed } from '../policy/operations/run-operations.ts'
import { findPlan } from '../policy/plans/queries.ts'
import { requireSecond, requiresSecond } from '../policy/limits/second-approval.ts'
import { storedChange, type CallersContext } from '../policy/plans/stored-change.ts'
import { stepPlan } from '../policy/plans/write-plans.ts'
import { acceptPending } from './accept-pending.ts'
import { answerIncident } from './answer-incident.ts'
import { requireUsableMapping } from './find-effect.ts'
import { isAsShown } from './compare-effect.ts'
import { selectionOf } from './incident-plans.ts'
import {
  decisionProperties,
  IncidentDecision,
  lockDecision,
  refuseStale,
  StaleEffect,
  staleProblem,
} from './lock-decision.ts'
import { recordDecision } from './record-decision.ts'

const op = 'approve_incident'

export const approveIncident = stoppableRoute({
  id: 'approveIncident',
  method: 'POST',
  url: '/policy/incidents/:incident/approve',
  summary: 'Approve an incident',
  description:
    'Accepts the pending facts of everyone that the incident holds, or of `users`, as it was shown with `digest`. People who joined or ' +
    'whose pending facts changed since stay held, and are in the answer. 409 with the new digest if the effect for the others is ' +
    'another one now. Through a closed incident, or with `users`, values that were rejected are accepted after all. Needs the right to ' +
    'read everything in it: `policy.rule.view`, `directory.user.view` and, where profiles change, `directory.identity.profile.view`. ' +
    'Where `requires_second_approval` is set, another person approves `effect.plan_id` first, else 409. A change of very many stays is done by a job: 202.',
  access: { row: 'policy.change.approve' },
  cost: 20,
  params: { incident: 'incident' },
  body: IncidentDecision,
  isVersioned: true,
  movesPeople: true,
  response: DescribedIncident,
  handler: async (context) => {
    const id = context.params.incident
    const done = await approve(context, id, () => context.body())
    if (done instanceof StaleEffect) return refuseStale(done)
    if (done instanceof Stopped)
      return new StoppedChange(done, {
        op,
        incident_id: encodeId('incident', id),
        ...context.body(),
      })
    return answerIncident(context, id, null)
  },
})

/** An approval that moves too much for its request. */
export const approveIncidentLater = storedChange({
  op,
  right: 'policy.change.approve',
  schema: Shape({ op: Type.Literal(op), incident_id: Id('incident'), ...decisionProperties }),
  run: async (context, { op: _op, incident_id, ...decision }) => {
    const id = decodeId('incident', incident_id) ?? ''
    const done = await approve(context, id, () => decision)
    if (done instanceof StaleEffect) throw staleProblem()
    return done
  },
})

async function approve(
  context: CallersContext,
  id: string,
  read: () => IncidentDecision,
): Promise<Performed | Stopped | StaleEffect> {
  const { tx, actor, observe, rowsAtMost } = context
  const deciding = await lockDecision(context, id, read)
  if (deciding instanceof StaleEffect) return deciding
  const { choice, plan, isOpen, integrationId, now } = deciding
  await requireUsableMapping(tx, integrationId)
  const selection = selectionOf(choice, plan.upTo, isOpen)
  const accepted = await acceptPending(
    { tx, now, actor, observe, rowsAtMost },
    integrationId,
    selection,
  )
  if (accepted instanceof Stopped) return accepted.at(deciding.version)
  if (accepted.accounts.length === 0 || !(await isAsShown(tx, plan, accepted)))
    return new StaleEffect(deciding)
  const shown = await findPlan(tx, plan.planId)
  if (shown !== undefined && (await requiresSecond(tx, shown)))
    await requireSecond(tx, shown, context.caller)
  await keepDecidedMovements(tx, id, accepted)
  await stepPlan(tx, actor, { id: plan.planId, state: 'ready' }, { to: 'applied' })
  await recordDecision(context, id, {
    ...deciding.decision,
    decision: 'approved',
    people: accepted.people.length,
    accounts: accepted.accounts.length,
  })
  return { records: [id], exceeded: [] }
}
