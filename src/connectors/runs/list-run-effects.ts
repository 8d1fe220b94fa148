import { sql } from 'kysely'
import type { EffectKind } from '../../contract/states.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { by } from '../../http/lists/list-filters.ts'
import { declareList } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { access, presentPlace } from '../../policy/plans/effect-rows.ts'
import { effectFilters } from '../../policy/plans/effect-search.ts'
import { isVisiblePlanRuleset } from '../../policy/plans/visible-plan-ruleset.ts'
import { askForSomeRuleset } from '../../policy/rights/visible-ruleset.ts'
import { requireRun } from './describe-run.ts'
import { foundPlanned, plannedPerson, presentPlannedPerson } from './planned-person.ts'
import { ImportRunEffect } from './planned-schema.ts'

const effects = declareList({
  item: ImportRunEffect,
  filters: { ...effectFilters, user_id: by.id('directoryUser', sql`x.directory_user_id`) },
  sorts: {
    full_name: {
      key: 'person',
      expression: sql`e.person`,
      type: 'integer',
      tie: { key: 'ruleset_id', expression: sql`e.ruleset_id`, type: 'uuid' },
    },
  },
  defaultSort: 'full_name',
  id: sql`e.ruleset_id`,
  rows: ({ db }) =>
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
      ]),
  found: ({ query, params }) => foundPlanned(query, params['run'] ?? '', sql`e.person`),
  present: (row) => ({ directory_user: presentPlannedPerson(row), ...presentPlace(row) }),
})

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
  query: effects.query,
  response: effects.response,
  snapshot: () => true,
  handler: async (context) => {
    const run = await requireRun(context.db, context.params)
    requirePermission(context.caller, 'directory.user.view')
    await askForSomeRuleset(context)
    return effects.page(context, sql`e.run_id = ${run.id}`, isVisiblePlanRuleset(context))
  },
})
