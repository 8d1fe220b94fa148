import { Type } from 'typebox'
import { record } from '../../audit/record.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { writeRoute } from '../../http/route/route.ts'
import { OneOf, Shape } from '../../http/shapes/schema.ts'
import { anyReader, presentRun, selectRuns } from '../runs/queries.ts'
import { requirePlace } from '../runs/require-place.ts'
import { ImportRun } from '../runs/schema.ts'
import { connectionOf, connectorOf } from '../vendors.ts'
import { listSync, runSync } from './run-sync.ts'
import { readMark } from './sync-state.ts'

const flag = Type.Optional(OneOf(['true', 'false']))

export const startSync = writeRoute({
  id: 'startSync',
  method: 'POST',
  url: '/workspace/integrations/:integration/sync',
  summary: 'Sync an integration',
  description:
    'Reads the source of an integration that has a `connection`. The answer is the run, which goes on: read it again until it has a `finished_at`. ' +
    'It reads everything, and what the source no longer has is gone; with `changes=true` it reads only what has changed since the last run, and the rest stays as it is. `plan=true` reads it too, works out the effect, and changes nothing. ' +
    'A run of the integration that is under way is waited for.',
  access: { locked: 'workspace.integration.sync' },
  cost: 5,
  params: { integration: 'integration' },
  query: Shape({ changes: flag, plan: flag }),
  status: 202,
  response: ImportRun,
  handler: async (context) => {
    const { tx, params, query, actor, services } = context
    const integration = await tx
      .selectFrom('integration')
      .select(['id', 'handle', 'type', 'state', 'connection'])
      .where('id', '=', params.integration)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (integration === undefined) throw noSuch('integration', params.integration)
    await context.ask('workspace.integration.sync')
    const connection = connectionOf(integration)
    if (connection === null) throw unprocessable(whyUnread(integration))
    if (integration.state !== 'active')
      throw unprocessable({ state: ['is deactivated: the integration is not read'] })
    await requirePlace(tx, integration.id)
    const since = query.changes === 'true' ? await readMark(tx, integration.id) : null
    const { id: integrationId, handle } = integration
    const isPlan = query.plan === 'true'
    const run = await listSync(tx, { connection, integrationId, handle, actor, since, isPlan })
    await record(tx, actor, [
      {
        event: 'workspace.integration.sync',
        record: { kind: 'importRun', id: run.id },
        parent: { kind: 'integration', id: integration.id },
        changes: { source: { old: null, new: run.source } },
      },
    ])
    const { secretKeys, connectorHosts } = services
    context.afterCommit(() =>
      services.background.start(({ database, signal }) =>
        runSync({ database, signal, secretKeys, connectorHosts }, run),
      ),
    )
    const row = await selectRuns(tx).where('r.id', '=', run.id).executeTakeFirstOrThrow()
    const listed = presentRun(row, { base: baseUrl(services), ...anyReader })
    context.location(listed.links.self)
    return listed
  },
})

/** Why an integration without a connection isn't read, and what to do instead. */
function whyUnread({ type, handle }: { type: string; handle: string | null }) {
  if (connectorOf(type) !== undefined)
    return {
      connection: [`is not set. Set it (muster integration connect ${handle}), or import a file`],
    }
  const instead =
    type === 'scim'
      ? 'is scim: its client sends what changes, and Muster reads nothing there. To have everything sent again, restart provisioning at the client'
      : `is file: Muster reads nothing by itself. Import a file: muster import <file> --integration ${handle}`
  return { type: [instead] }
}
