import { sql } from 'kysely'
import { runStates } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { sortFields } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList } from '../../http/lists/list.ts'
import { requireIntegration } from '../../workspace/integrations/queries.ts'
import { presentRun, selectRuns, runReader } from './queries.ts'
import { ImportRun } from './schema.ts'

const runs = declareList({
  item: ImportRun,
  filters: {
    state: by.word(runStates, sql`r.state`),
    ...by.instants({ started: sql`r.started_at`, finished: sql`r.finished_at` }),
  },
  sorts: sortFields({ started_at: ['timestamptz', sql`r.started_at`] }),
  defaultSort: '-started_at',
  id: sql`r.id`,
  rows: ({ db }) => selectRuns(db),
  present: (row, { may, services }) =>
    presentRun(row, { base: baseUrl(services), ...runReader(may) }),
})

export const listRuns = readRoute({
  id: 'listImportRuns',
  url: '/workspace/integrations/:integration/runs',
  summary: 'List the runs of an integration',
  description:
    'Its runs, which are imports, syncs and pushes of SCIM, the newest first (`-started_at`), then by id, with what each did, for as many days as `run_retention_days` says. Runs of one integration never overlap: ' +
    'one that is `waiting` begins after the one before it.',
  access: 'workspace.integration.view',
  params: { integration: 'integration' },
  query: runs.query,
  response: runs.response,
  snapshot: () => true,
  handler: async (context) => {
    const { integration } = context.params
    await requireIntegration(context.db, integration)
    return runs.page(context, sql`r.integration_id = ${integration}`)
  },
})
