import { noSuch } from '../../http/problem.ts'
import { readRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import { presentHeldAccount, presentIncident } from './present-incident.ts'
import { findIncident, selectHeldAccounts } from './queries.ts'
import { DescribedIncident } from './schema.ts'

const maximumHeld = 200

export const describeIncident = readRoute({
  id: 'describeIncident',
  method: 'GET',
  url: '/policy/incidents/:incident',
  tag: 'policy',
  summary: 'Describe an incident',
  description:
    'Which limits a run would have exceeded, and whom it holds. Names need `directory.user.view`.',
  access: 'policy.rule.view',
  params: { incident: 'incident' },
  query: Empty,
  status: 200,
  response: DescribedIncident,
  snapshot: () => true,
  handler: async ({ db, params, services, may, etag }) => {
    const row = await findIncident(db, params.incident)
    if (row === undefined) throw noSuch('incident', params.incident)
    const held = await selectHeldAccounts(db, params.incident, maximumHeld)
    const seesPeople = may('directory.user.view')
    const { change, accounts } = row.held
    etag(row.version, `${change ?? 0}-${accounts}${seesPeople ? '' : 'N'}`)
    return {
      ...presentIncident(row, baseUrl(services), () => true),
      held: held.map((account) => presentHeldAccount(account, seesPeople)),
    }
  },
})
