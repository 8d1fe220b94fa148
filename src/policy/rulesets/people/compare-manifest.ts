import { sql } from 'kysely'
import { Type } from 'typebox'
import { encodeId } from '../../../contract/ids.ts'
import type { Reader } from '../../../database/database.ts'
import { parseJson } from '../../../database/parse-json.ts'
import { requirePermission } from '../../../http/callers/authorise.ts'
import { heavyCost } from '../../../http/limits/request-cost.ts'
import { whereAll } from '../../../http/lists/filters.ts'
import { by, listFilters } from '../../../http/lists/list-filters.ts'
import { listPage, listQuery, type ListContext } from '../../../http/lists/list.ts'
import { badRequest } from '../../../http/refusals/problem.ts'
import { readRoute } from '../../../http/route/route.ts'
import { includeParameter } from '../../../http/shapes/include.ts'
import { InstantInput, Shape } from '../../../http/shapes/schema.ts'
import { selectRulesShown } from '../../explain/queries.ts'
import { requireVisibleRuleset } from '../../rights/visible-ruleset.ts'
import { foundOfSome, personSearchFilter } from './person-search.ts'
import { personId, personSorts } from './ruleset-people.ts'
import { presentSummary, summaryJson, type SummaryRow } from '../../shapes/person-summary.ts'
import { policyViewer } from '../../shapes/withhold.ts'
import { readAt } from '../../users/at-parameter.ts'
import { selectStays } from '../../users/queries.ts'
import { presentAccess } from '../../what-if/present.ts'
import { keyOfMoved, selectCauses, whyMoved } from '../../compare/causes.ts'
import {
  comparedKinds,
  differentKinds,
  ManifestComparison,
  type ComparedKind,
  type ManifestDifferenceJson,
} from '../../compare/schema.ts'

type Dates = { rulesetId: string; at: Date; until: Date }

const filters = listFilters({
  kind: by.word(differentKinds, sql`d.kind`),
  user_id: by.id('directoryUser', sql`p.id`),
})

export const compareManifest = readRoute({
  id: 'compareManifest',
  url: '/policy/rulesets/:ruleset/compare',
  summary: 'Compare a manifest on two dates',
  description:
    'Who was in it at `at` (here) and not at `until`, or now (there), who the other way round, and who had another role or state, by full name, each with the change that made the difference. ' +
    '`include=counts` counts them. Needs `directory.user.view` as well.',
  access: { row: 'policy.rule.view' },
  cost: heavyCost,
  params: { ruleset: 'ruleset' },
  query: Shape({
    ...listQuery({ ...filters.schemas, search: personSearchFilter }, personSorts).properties,
    at: {
      ...InstantInput,
      description: 'An instant that has passed',
      examples: ['2026-01-01T00:00:00Z'],
    },
    until: Type.Optional({
      ...InstantInput,
      description: 'A later one that has passed; without it, now',
    }),
    include: Type.Optional(includeParameter(['counts'])),
  }),
  besideRows: ['counts'],
  response: ManifestComparison,
  snapshot: () => true,
  handler: async (context) => {
    const { db, params, query, now } = context
    await requireVisibleRuleset(context, params.ruleset)
    requirePermission(context.caller, 'directory.user.view')
    const [at = now, until = now] = [readAt(query['at'], now), readAt(query['until'], now, 'until')]
    if (at > until) throw badRequest('The query parameter until must not be before at.')
    const dates = { rulesetId: params.ruleset, at, until }
    const different = selectDifferent(db, dates).where(sql<boolean>`d.kind <> 'same'`)
    const page = await listPage(context, whereAll(different, filters.conditions(context)), {
      sorts: personSorts,
      defaultSort: 'full_name',
      id: personId,
      found: await foundOfSome(db, query),
      present: (row: DifferentRow) => row,
    })
    return {
      ...page,
      data: await presentAll(context, dates, page.data),
      ...(query['include'] !== undefined && { count: await countKinds(db, dates) }),
    }
  },
})

type DifferentRow = {
  id: string
  kind: ComparedKind
  here: Side | null
  there: Side | null
  summary: string
}
type Side = { rule: string; state: 'active' | 'expiring' }

/** The people (`p`) who are in the manifest on one of the dates at least. */
function selectDifferent(db: Reader, dates: Dates) {
  return db
    .selectFrom('directory_user as p')
    .innerJoin(sql<DifferentRow>`(${bothDates(db, dates)})`.as('d'), 'd.id', 'p.id')
    .leftJoin('identity as pi', 'pi.id', 'p.primary_identity_id')
    .leftJoin('integration as pg', 'pg.id', 'pi.integration_id')
    .select([
      'p.id',
      'p.full_name',
      'd.kind',
      'd.here',
      'd.there',
      sql<string>`${summaryJson}`.as('summary'),
    ])
}

function bothDates(db: Reader, { rulesetId, at, until }: Dates) {
  const [before, after] = [at, until].map((instant) =>
    selectStays(db, instant)
      .select([
        's.directory_user_id as person',
        'r.policy_role_id as role',
        'h.state',
        sql`jsonb_build_object('rule', h.rule_id, 'state', h.state)`.as('side'),
      ])
      .where('s.ruleset_id', '=', rulesetId),
  )
  return sql`
    select person as id, before.side as here, after.side as there,
      case when after.person is null then 'only_here' when before.person is null then 'only_there'
        when before.role = after.role and before.state = after.state then 'same' else 'differs' end as kind
    from (${before}) before full join (${after}) after using (person)`
}

async function presentAll(
  { db, may }: ListContext,
  { rulesetId, at, until }: Dates,
  rows: readonly DifferentRow[],
): Promise<ManifestDifferenceJson[]> {
  const sides = rows.flatMap(({ here, there }) => [here, there])
  const rules = await selectRulesShown(db, [...new Set(sides.flatMap((each) => each?.rule ?? []))])
  const moves = rows.map(({ id, kind }) => ({ personId: id, rulesetId, kind }))
  const causes = await selectCauses(db, { moves, at, until })
  const shown = { shown: { rules }, viewer: policyViewer(may) }
  const access = (side: Side | null) =>
    side && presentAccess({ ruleId: side.rule, state: side.state, expiresAt: null }, shown)
  return rows.flatMap(({ id, kind, here, there, summary }) => {
    const cause = causes.get(keyOfMoved({ personId: id, rulesetId }))
    if (kind === 'same') return []
    return {
      id: encodeId('directoryUser', id),
      kind,
      here: access(here),
      there: access(there),
      why: whyMoved(cause),
      cause: cause ?? null,
      included: { directory_user: presentSummary(parseJson<SummaryRow>(summary)) },
    }
  })
}

async function countKinds(db: Reader, dates: Dates): Promise<Record<ComparedKind, number>> {
  const { rows } = await sql<{ kind: ComparedKind; count: number }>`
    select d.kind, count(*)::int as count from (${bothDates(db, dates)}) d group by 1`.execute(db)
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  const [onlyHere, onlyThere, differs, same] = comparedKinds.map((kind) => counts.get(kind) ?? 0)
  return {
    only_here: onlyHere ?? 0,
    only_there: onlyThere ?? 0,
    differs: differs ?? 0,
    same: same ?? 0,
  }
}
