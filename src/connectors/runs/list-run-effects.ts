import { sql } from 'kysely'
import type { EffectKind } from '../../contract/states.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import {
  idFilter,
  idsFilter,
  isAnyOf,
  whereAll,
  type Conditions,
} from '../../http/lists/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import type { SortField } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import {
  access,
  effectConditions,
  effectFilters,
  presentPlace,
} from '../../policy/plans/effect-rows.ts'
import { isVisiblePlanRuleset } from '../../policy/plans/visible-plan-ruleset.ts'
import { askForSomeRuleset } from '../../policy/rights/visible-ruleset.ts'
import { requireRun } from './describe-run.ts'
import { foundPlanned, plannedPerson, presentPlannedPerson } from './planned-person.ts'
import { ImportRunEffect } from './planned-schema.ts'

const sorts: Record<string, SortField> = {
  full_name: {
    key: 'person',
    expression: sql`e.person`,
    type: 'integer',
    tie: { key: 'ruleset_id', expression: sql`e.ruleset_id`, type: 'uuid' },
  },
}

export const listRunEffects = readRoute({
  id: 'listImportRunEffects',
  url: '/workspace/integrations/:integration/runs/:run/effects',
  summary: 'List whose access a planned run would change',
  description:
    'Of a run that is a plan: person by person, by name, and ruleset by ruleset, before and after, as it was worked out. `filter[kind]` is any of what ' +
    'can happen to a place. A person that the run would create has no `id`, and a ruleset that it would make none either. Only rulesets that the caller may see; ' +
    '`plan.totals` of the run counts all. Needs `directory.user.view` and the right to view a ruleset as well.',
  access: 'workspace.integration.view',
  params: { integration: 'integration', run: 'importRun' },
  query: listQuery({ ...effectFilters, user_id: idsFilter }, sorts),
  response: ListOf(ImportRunEffect),
  snapshot: () => true,
  handler: async (context) => {
    const { db, caller, params, query } = context
    const run = await requireRun(db, params)
    requirePermission(caller, 'directory.user.view')
    await askForSomeRuleset(context)
    const effects = whereAll(
      db
        .selectFrom('import_run_effect as e')
        .innerJoin('import_run_ruleset as r', (join) =>
          join.onRef('r.run_id', '=', 'e.run_id').onRef('r.ruleset_id', '=', 'e.ruleset_id'),
        )
        .innerJoin('import_run_person as x', (join) =>
          join.onRef('x.run_id', '=', 'e.run_id').onRef('x.position', '=', 'e.person'),
        )
        .leftJoin('directory_user as u', 'u.id', 'x.directory_user_id')
        .leftJoin('ruleset as s', 's.id', 'e.ruleset_id')
        .leftJoin('resource as o', 'o.id', 's.resource_id')
        .select([
          sql<string>`e.run_id`.as('id'),
          'e.person',
          'e.ruleset_id',
          'r.name as ruleset_name',
          'r.is_new',
          'o.handle as resource_handle',
          access('before').as('before'),
          access('after').as('after'),
          sql<EffectKind[]>`e.kinds`.as('kinds'),
          ...plannedPerson,
        ])
        .where('e.run_id', '=', run.id)
        .where(isVisiblePlanRuleset(context)),
      conditions(query),
    )
    return listPage(context, effects, {
      sorts,
      defaultSort: 'full_name',
      id: sql`e.ruleset_id`,
      found: foundPlanned(query, run.id, sql`e.person`),
      present: (row) => ({ directory_user: presentPlannedPerson(row), ...presentPlace(row) }),
    })
  },
})

function conditions(query: Record<string, unknown>): Conditions {
  const people = idFilter(query, 'user_id', 'directoryUser')
  return [...effectConditions(query), people && isAnyOf(sql`x.directory_user_id`, people, 'uuid')]
}
