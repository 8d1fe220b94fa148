import { sql } from 'kysely'
import { Type } from 'typebox'
import { profileValuePermission } from '../../contract/permissions.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { by } from '../../http/lists/list-filters.ts'
import { listParameter } from '../../http/shapes/include.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import { Count, Shape, Text } from '../../http/shapes/schema.ts'
import type { Reader } from '../../database/database.ts'
import { asParameters } from '../file/option-names.ts'
import { countRefusals, fieldOf, mostReasons, remedyOf } from '../file/remedies.ts'
import { mostRunRows, unknownStateIn } from '../import/report-file.ts'
import { requireRun } from './describe-run.ts'
import type { RunRow } from './queries.ts'
import { presentRefusals, presentRemedy, refusalGroups } from '../probe/remedy-fields.ts'
import { ImportRunRow } from './schema.ts'

const kinds = ['rejected', 'note'] as const

const noRemedy = { remedy: null, mapping_path: null }

const rows = declareList({
  item: ImportRunRow,
  filters: { kind: by.word(kinds, sql`w.kind`) },
  parameters: {
    include: Type.Optional(
      listParameter(['groups', 'unknown_states'], {
        pattern: '^(groups|unknown_states)(,(groups|unknown_states))*$',
        description:
          '`groups`: the rows that could not be taken, by what to do about them; `unknown_states`: the states without a meaning in the mapping',
      }),
    ),
  },
  sorts: sortFields({
    position: ['integer', sql`w.position`],
  }),
  defaultSort: 'position',
  id: sql`w.run_id`,
  rows: ({ db }) =>
    db
      .selectFrom('import_run_row as w')
      .select([
        'w.position',
        sql<number | null>`w.line`.as('line'),
        sql<(typeof kinds)[number]>`w.kind`.as('kind'),
        'w.reason',
        sql<string>`w.run_id`.as('id'),
      ]),
  present: ({ line, kind, reason }) => ({
    line,
    kind,
    field: fieldOf(reason),
    reason: asParameters(reason),
    ...(kind === 'rejected' ? presentRemedy(remedyOf(reason)) : noRemedy),
  }),
})

const mostUnknown = 50

const RunRows = Shape({
  ...rows.response.properties,
  groups: Type.Optional(
    refusalGroups(
      mostReasons,
      'With `include=groups`: the rows that could not be taken, by what to do about them, regardless of the page and the filters, and beyond those that are listed. ' +
        'Reasons that differ only in the value at fault are one',
    ),
  ),
  unknown_states: Type.Optional(
    Type.Array(
      Shape({
        path: Text(500, { examples: ['Status'] }),
        value: Text(200, { examples: ['Seconded'] }),
        rows: Count,
      }),
      {
        maxItems: mostUnknown,
        description:
          'With `include=unknown_states`: the states without a meaning in the mapping that the listed remarks name, most frequent first. One that is too long to be listed whole is left out',
      },
    ),
  ),
})

export const listRunRows = readRoute({
  id: 'listImportRunRows',
  url: '/workspace/integrations/:integration/runs/:run/rows',
  summary: 'List the rows that a run left out',
  description:
    'Rows that could not be taken, with their line, the field at fault, the reason and what to do, and remarks about rows that were, in the order in which they were found; the first 1,000 of a run, ' +
    'once it has ended; a last remark then says how many more there were, and `total_is_capped` is true. `include=groups` groups them by what to do. A reason quotes the value at fault, so this needs `directory.identity.profile.view` as well.',
  access: 'workspace.integration.view',
  params: { integration: 'integration', run: 'importRun' },
  query: rows.query,
  besideRows: ['groups', 'unknown_states'],
  response: RunRows,
  snapshot: () => true,
  handler: async (context) => {
    const { db, query } = context
    const run = await requireRun(db, context.params)
    requirePermission(context.caller, profileValuePermission)
    const listed = await rows.page(context, sql`w.run_id = ${run.id}`)
    const { total } = listed.meta
    const { include } = query
    const included = typeof include === 'string' ? include.split(',') : []
    const isCut = run.rows_bad + run.notes > mostRunRows
    return {
      ...listed,
      ...(total !== undefined && isCut && { meta: { ...listed.meta, total_is_capped: true } }),
      ...(included.includes('groups') && { groups: await groupsOf(db, run) }),
      ...(included.includes('unknown_states') && { unknown_states: await unknownOf(db, run) }),
    }
  },
})

/** Of all rows of the run, most frequent reasons first. */
async function groupsOf(db: Reader, { id, refused_kinds: kinds }: RunRow) {
  const rows = await db
    .selectFrom('import_run_row')
    .select([sql<number | null>`line`.as('line'), 'reason'])
    .where('run_id', '=', id)
    .where('kind', '=', 'rejected')
    .orderBy('position')
    .execute()
  const counter = countRefusals()
  for (const { reason, line } of rows) counter.add(reason, line)
  // Not all rows are kept, or no longer.
  counter.recount(kinds)
  return presentRefusals(counter.list(mostReasons))
}

/** Of the remarks that are kept, most frequent first. */
async function unknownOf(db: Reader, { id }: RunRow) {
  const notes = await db
    .selectFrom('import_run_row')
    .select('reason')
    .where('run_id', '=', id)
    .where('kind', '=', 'note')
    .execute()
  const found = notes.flatMap(({ reason }) => unknownStateIn(reason) ?? [])
  const alike = Map.groupBy(found, ({ path, value }) => JSON.stringify([path, value]))
  return [...alike.values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ ...first, rows: 1 + others.length }],
    )
    .toSorted((one, other) => other.rows - one.rows)
    .slice(0, mostUnknown)
}
