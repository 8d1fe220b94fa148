import { sql } from 'kysely'
import { runStates } from '../../contract/states.ts'
import { whereAll } from '../../http/lists/filters.ts'
import { byInstant, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import type { SortField } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { requireIntegration } from '../../workspace/integrations/queries.ts'
import { presentRun, runReader, selectRuns } from './queries.ts'
import { ImportRun } from './schema.ts'

const sorts: Record<string, SortField> = {
  started_at: { key: 'started_at', expression: sql`r.started_at`, type: 'timestamptz' },
}

const filters = listFilters({
  state: byWord(runStates, sql`r.state`),
  ...byInstant({ started: sql`r.started_at`, finished: sql`r.finished_at` }),
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
  query: listQuery(filters.schemas, sorts),
  response: ListOf(ImportRun),
  snapshot: () => true,
  handler: async (context) => {
    const { integration } = context.params
    await requireIntegration(context.db, integration)
    const setting = { base: baseUrl(context.services), ...runReader(context.may) }
    const runs = whereAll(
      selectRuns(context.db).where('r.integration_id', '=', integration),
      filters.conditions(context),
    )
    return listPage(context, runs, {
      sorts,
      defaultSort: '-started_at',
      id: sql`r.id`,
      present: (row) => presentRun(row, setting),
    })
  },
})
