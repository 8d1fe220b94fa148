import type { Reader } from '../../database/database.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { presentRun, runReader, selectRuns, type RunRow } from './queries.ts'
import { ImportRun } from './schema.ts'

export const describeRun = readRoute({
  id: 'describeImportRun',
  url: '/workspace/integrations/:integration/runs/:run',
  summary: 'Describe a run',
  description:
    'One import, sync or push of SCIM: how far it is, what it did, why it failed, and which incident it opened or joined. `GET …/rows` lists the rows that it left out.',
  access: 'workspace.integration.view',
  params: { integration: 'integration', run: 'importRun' },
  response: ImportRun,
  handler: async ({ db, params, etag, may, services }) => {
    const row = await requireRun(db, params)
    const reader = runReader(may)
    const hidden = `${reader.seesRulesets ? '' : 'N'}${reader.seesValues ? '' : 'V'}`
    etag(Math.round(Number(row.heard) * 1000), `${row.state}${hidden}`)
    return presentRun(row, { base: baseUrl(services), ...reader })
  },
})

/** The run of the integration; 404 where it has none of that id. */
export async function requireRun(
  db: Reader,
  { integration, run }: { integration: string; run: string },
): Promise<RunRow> {
  const row = await selectRuns(db)
    .where('r.id', '=', run)
    .where('r.integration_id', '=', integration)
    .executeTakeFirst()
  if (row === undefined) throw noSuch('importRun', run)
  return row
}
