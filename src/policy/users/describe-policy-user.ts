import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { requireViewable } from '../rights/visible-ruleset.ts'
import { summaryJson } from '../shapes/person-summary.ts'
import { policyViewer, viewerMark } from '../shapes/withhold.ts'
import { policyUserJson } from './policy-user-shape.ts'
import { presentPhase, presentStay } from './present-stay.ts'
import { expiresBy, selectPhases, selectStays } from './queries.ts'
import { DescribedPolicyUser } from './schema.ts'

export const describePolicyUser = readRoute({
  id: 'describePolicyUser',
  url: '/policy/users/:policy_user',
  summary: 'Describe a policy user',
  description:
    'One unbroken stay of one person in one manifest, whether it goes on or has ended, with its phases: under which rule, in which state, from when to when, and when that was written down. ' +
    'Needs `directory.user.view` as well.',
  access: { row: 'policy.rule.view' },
  params: { policy_user: 'policyUser' },
  response: DescribedPolicyUser,
  snapshot: () => true,
  handler: async (context) => {
    const { db, params, services, may, etag } = context
    const named = { kind: 'policyUser', id: params.policy_user } as const
    const row = await requireViewable(context, named, await findStay(db, params.policy_user))
    requirePermission(context.caller, 'directory.user.view')
    const viewer = policyViewer(may)
    // A stay has no version of its own: every change of it changes its person's version.
    etag(row.version, `${row.epoch}${viewerMark(viewer)}`)
    const phases = await selectPhases(db, params.policy_user)
    return {
      ...presentStay(row, { viewer, baseUrl: baseUrl(services) }),
      phases: phases.map(presentPhase),
      former_id: row.former_id === null ? null : encodeId('policyUser', row.former_id),
    }
  },
})

function findStay(db: Reader, id: string) {
  return selectStays(db, undefined)
    .innerJoin('directory_user as p', 'p.id', 's.directory_user_id')
    .innerJoin('directory_user_version as v', 'v.directory_user_id', 'p.id')
    .innerJoin('policy_epoch as e', (join) => join.onTrue())
    .leftJoin('returned_stay as rt', 'rt.policy_user_id', 's.id')
    .leftJoin('identity as pi', 'pi.id', 'p.primary_identity_id')
    .leftJoin('integration as pg', 'pg.id', 'pi.integration_id')
    .select([
      's.ruleset_id',
      'h.state',
      'h.since',
      'h.until',
      expiresBy.as('expires_by'),
      'rt.former_id',
      'v.version',
      'e.epoch',
      sql<string>`${policyUserJson}`.as('stay'),
      sql<string>`${summaryJson}`.as('summary'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst()
}
