import { noSuch } from '../http/refusals/problem.ts'
import { needsHeavyPlace } from '../http/limits/request-cost.ts'
import { readRoute } from '../http/route/route.ts'
import { findIncidentState } from '../policy/holds/queries.ts'
import { DescribedIncident } from '../policy/holds/schema.ts'
import { answerIncident } from './answer-incident.ts'
import { findEffect, inSnapshot } from './find-effect.ts'

export const describeIncident = readRoute({
  id: 'describeIncident',
  url: '/policy/incidents/:incident',
  summary: 'Describe an incident',
  description:
    'Which limits a run would have exceeded, which people it holds, and what would follow from accepting that: `effect` is worked out when it is ' +
    'asked for, and an approval names its `digest`. Of a closed incident it is the effect of what was rejected. Names need ' +
    '`directory.user.view`.',
  access: 'policy.rule.view',
  cost: 3,
  params: { incident: 'incident' },
  response: DescribedIncident,
  handler: async (context) => {
    const id = context.params.incident
    const row = await inSnapshot(context, (db) => findIncidentState(db, id))
    if (row === undefined) throw noSuch('incident', id)
    const effect = await findEffect(context, row, { incidentId: id, people: null })
    if (effect === needsHeavyPlace) return effect
    return inSnapshot(context, (db) => answerIncident({ ...context, db }, id, effect))
  },
})
