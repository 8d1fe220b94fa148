import { sql } from 'kysely'
import {
  type directoryUserStates,
  personChanges,
  type PersonChange,
} from '../../contract/states.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { by } from '../../http/lists/list-filters.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import { effectSearchFilter } from '../../policy/plans/effect-search.ts'
import { requireRun } from './describe-run.ts'
import { foundPlanned, presentPlannedPerson, plannedPerson } from './planned-person.ts'
import { ImportRunPerson } from './planned-schema.ts'

const people = declareList({
  item: ImportRunPerson,
  filters: { change: by.word(personChanges, sql`x.change`) },
  searches: { search: effectSearchFilter },
  sorts: sortFields({
    full_name: ['integer', sql`x.position`, 'position'],
  }),
  defaultSort: 'full_name',
  id: sql`x.run_id`,
  rows: ({ db }) =>
    db
      .selectFrom('import_run_person as x')
      .leftJoin('directory_user as u', 'u.id', 'x.directory_user_id')
      .select([
        sql<string>`x.run_id`.as('id'),
        'x.position',
        sql<PersonChange>`x.change`.as('change'),
        sql<(typeof directoryUserStates)[number]>`x.state_after`.as('state_after'),
        ...plannedPerson,
      ])
      .where('x.change', 'is not', null),
  found: ({ query, params }) => foundPlanned(query, params['run'] ?? '', sql`x.position`),
  present: (row) => ({
    directory_user: presentPlannedPerson(row),
    change: row.change,
    state_after: row.state_after,
  }),
})

export const listRunPeople = readRoute({
  id: 'listImportRunPeople',
  url: '/workspace/integrations/:integration/runs/:run/people',
  summary: 'List the people that a planned run would change',
  description:
    'Of a run that is a plan: who would be created, changed, activated, suspended or deactivated, by name, as it was worked out. ' +
    'A person that the run would create has no `id`. Needs `directory.user.view` as well.',
  access: 'workspace.integration.view',
  params: { integration: 'integration', run: 'importRun' },
  query: people.query,
  response: people.response,
  snapshot: () => true,
  handler: async (context) => {
    const run = await requireRun(context.db, context.params)
    requirePermission(context.caller, 'directory.user.view')
    return people.page(context, sql`x.run_id = ${run.id}`)
  },
})
