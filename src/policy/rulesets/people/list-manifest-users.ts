import { sql } from 'kysely'
import type { Reader } from '../../../database/database.ts'
import { requirePermission } from '../../../http/callers/authorise.ts'
import { by } from '../../../http/lists/list-filters.ts'
import { declareList } from '../../../http/lists/list.ts'
import { sortFields } from '../../../http/lists/page.ts'
import { badRequest } from '../../../http/refusals/problem.ts'
import { baseUrl } from '../../../http/route/protocol.ts'
import { readRoute } from '../../../http/route/route.ts'
import { requireVisibleRuleset } from '../../rights/visible-ruleset.ts'
import { foundOfSome, personSearchFilter } from './person-search.ts'
import { personId, personSorts } from './ruleset-people.ts'
import { summaryJson } from '../../shapes/person-summary.ts'
import { policyViewer } from '../../shapes/withhold.ts'
import { AtParameter, readAt } from '../../users/at-parameter.ts'
import { policyUserJson } from '../../users/policy-user-shape.ts'
import { presentListedStay } from '../../users/present-stay.ts'
import { expiresBy, selectStays } from '../../users/queries.ts'
import { ListedPolicyUser } from '../../users/schema.ts'

const manifest = declareList({
  item: ListedPolicyUser,
  filters: {
    state: by.word(['active', 'expiring'], sql`h.state`),
    rule_id: by.id('rule', sql`h.rule_id`),
    user_id: by.id('directoryUser', sql`s.directory_user_id`),
    role_handle: by.text('handles of roles', sql`pr.handle`),
    ...by.instants({ activated: sql`s.activated_at`, expires: sql`s.expires_at` }),
  },
  searches: { search: personSearchFilter },
  parameters: { at: AtParameter },
  sorts: { ...personSorts, ...sortFields({ activated_at: ['timestamptz', sql`s.activated_at`] }) },
  defaultSort: 'full_name',
  id: personId,
  rows: ({ db, query, now }) => selectManifest(db, readAt(query['at'], now)),
  found: ({ db, query }) => foundOfSome(db, query),
  present: (row, { may, services }) =>
    presentListedStay(row, { viewer: policyViewer(may), baseUrl: baseUrl(services) }),
})

export const listManifestUsers = readRoute({
  id: 'listManifestUsers',
  url: '/policy/rulesets/:ruleset/manifest-users',
  summary: 'List who is in a manifest',
  description:
    'The policy users of the ruleset who are active or expiring, by full name: what `count.manifest_users` counts. ' +
    '`at` lists who was in it then, each with the rule and the state of that time in `phase`; `timestamp` and all else are as they stand now. ' +
    '`filter[search]` looks in full name, e-mail address and username. Needs `directory.user.view` as well.',
  access: { row: 'policy.rule.view' },
  params: { ruleset: 'ruleset' },
  query: manifest.query,
  response: manifest.response,
  handler: async (context) => {
    const { params, query, now } = context
    await requireVisibleRuleset(context, params.ruleset)
    requirePermission(context.caller, 'directory.user.view')
    if (readAt(query['at'], now) !== undefined) refuseLaterEnds(query)
    return manifest.page(context, sql`s.ruleset_id = ${params.ruleset}`)
  },
})

/** The end of a stay may have been planned after the instant that is asked for. */
function refuseLaterEnds(query: Record<string, unknown>): void {
  const name = ['filter[expires_after]', 'filter[expires_before]'].find((each) => each in query)
  if (name !== undefined)
    throw badRequest(
      `The query parameter ${name} is about ends as they are planned now: leave out at.`,
    )
}

/** A person is in a manifest at most once at one instant, so rows are ordered by the ids of people. */
function selectManifest(db: Reader, at: Date | undefined) {
  const stays = selectStays(db, at)
    .innerJoin('directory_user as p', 'p.id', 's.directory_user_id')
    .leftJoin('identity as pi', 'pi.id', 'p.primary_identity_id')
    .leftJoin('integration as pg', 'pg.id', 'pi.integration_id')
    .select([
      'p.id',
      'p.full_name',
      's.activated_at',
      'h.state',
      'h.since',
      'h.until',
      expiresBy.as('expires_by'),
      sql<string>`${policyUserJson}`.as('stay'),
      sql<string>`${summaryJson}`.as('summary'),
    ])
  return at === undefined ? stays.where('s.deleted_at', 'is', null) : stays
}
