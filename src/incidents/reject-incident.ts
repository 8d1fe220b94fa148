import { writeRoute } from '../http/route/route.ts'
import { rejectHeld } from '../directory/identities/rejected-values.ts'
import { keepDecidedMovements } from '../policy/holds/held-movements.ts'
import { DescribedIncident } from '../policy/holds/schema.ts'
import { answerIncident } from './answer-incident.ts'
import { selectionOf } from './incident-plans.ts'
import { IncidentDecision, lockDecision, refuseStale, StaleEffect } from './lock-decision.ts'
import { recordDecision } from './record-decision.ts'

export const rejectIncident = writeRoute({
  id: 'rejectIncident',
  method: 'POST',
  url: '/policy/incidents/:incident/reject',
  summary: 'Reject an incident',
  description:
    'Rejects the pending facts of everyone that the incident holds, or of `users`, as it was shown with `digest`: the state, the ' +
    'manager, each key that policy reads, the address where the source names managers by it, and the link of an account that would get its person. A rejected value stays unread until the source changes it, or someone approves it later ' +
    'through the closed incident. People who joined or whose pending facts changed since stay held, and are in the answer. Needs the ' +
    'rights that an approval needs.',
  access: { row: 'policy.change.approve' },
  cost: 20,
  params: { incident: 'incident' },
  body: IncidentDecision,
  isVersioned: true,
  response: DescribedIncident,
  handler: async (context) => {
    const { tx, params } = context
    const id = params.incident
    const deciding = await lockDecision(context, id, () => context.body(), { withRejected: false })
    if (deciding instanceof StaleEffect) return refuseStale(deciding)
    const { choice, plan, decision } = deciding
    const rejected = await rejectHeld(tx, selectionOf(choice, plan.upTo, true))
    if (rejected.accounts === 0) return refuseStale(new StaleEffect(deciding))
    await keepDecidedMovements(tx, id, { people: rejected.people, movements: [] })
    await recordDecision(context, id, {
      ...decision,
      decision: 'rejected',
      people: rejected.people.length,
      accounts: rejected.accounts,
    })
    return answerIncident(context, id, null)
  },
})
