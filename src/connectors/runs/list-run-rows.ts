import { sql } from 'kysely'
import { profileValuePermission } from '../../contract/permissions.ts'
import { requirePermission } from '../../http/authorise.ts'
import { anyOf, anyOfFilter, isAnyOf, whereAll } from '../../http/filters.ts'
import { ListOf, listPage, listQuery, type SortField } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { fieldOf, remedyOf } from '../file/remedies.ts'
import { requireRun } from './describe-run.ts'
import { ImportRunRow } from './schema.ts'

const kinds = ['rejected', 'note'] as const

const sorts: Record<string, SortField> = {
  position: { key: 'position', expression: sql`w.position`, type: 'integer' },
}

export const listRunRows = readRoute({
  id: 'listImportRunRows',
  method: 'GET',
  url: '/workspace/integrations/:integration/runs/:run/rows',
  tag: 'workspace',
  summary: 'List the rows that a run left out',
  description:
    'Rows that could not be taken, with their line, the field at fault, the reason and what to do, and remarks about rows that were, in the order in which they were found; the first 1,000 of a run, ' +
    'once it has ended. A reason quotes the value at fault, so this needs `directory.identity.profile.view` as well.',
  access: 'workspace.integration.view',
  params: { integration: 'integration', run: 'importRun' },
  query: listQuery({ kind: anyOfFilter(kinds) }, sorts),
  status: 200,
  response: ListOf(ImportRunRow),
  snapshot: () => true,
  handler: async (context) => {
    const { db, caller, params, query } = context
    const { id } = await requireRun(db, params)
    requirePermission(caller, profileValuePermission)
    const wanted = anyOf(query['filter[kind]'])
    const rows = whereAll(
      db
        .selectFrom('import_run_row as w')
        .select([
          'w.position',
          sql<number | null>`w.line`.as('line'),
          sql<(typeof kinds)[number]>`w.kind`.as('kind'),
          'w.reason',
          sql<string>`w.run_id`.as('id'),
        ])
        .where('w.run_id', '=', id),
      [wanted && isAnyOf(sql`w.kind`, wanted)],
    )
    return listPage(context, rows, {
      sorts,
      defaultSort: 'position',
      id: sql`w.run_id`,
      present: ({ line, kind, reason }) => ({
        line,
        kind,
        field: fieldOf(reason),
        reason,
        remedy: kind === 'rejected' ? remedyOf(reason) : null,
      }),
    })
  },
})
