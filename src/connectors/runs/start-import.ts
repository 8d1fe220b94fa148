import { Type } from 'typebox'
import { record } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import { resourceTypes } from '../../contract/states.ts'
import { badRequest, noSuch, unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { OneOf, Shape, somethingVisible } from '../../http/schema.ts'
import { apiProtocol, baseUrl } from '../../http/protocol.ts'
import { shapes } from '../file/shape.ts'
import { formats } from '../file/sniff-format.ts'
import { presentRun, selectRuns } from './queries.ts'
import { insertRun } from '../import/run-log.ts'
import { runUploadedFile } from './run-uploaded-file.ts'
import { ImportRun } from './schema.ts'

const flag = Type.Optional(OneOf(['true', 'false']))
const groupPattern = `^(${resourceTypes.join('|')}):.+$`

export const startImport = writeRoute({
  id: 'startImport',
  method: 'POST',
  url: '/workspace/integrations/:integration/imports',
  tag: 'workspace',
  summary: 'Import a file into an integration',
  description:
    'The body is a vendor’s export: CSV, JSON or JSON lines, up to 1 GiB, read with the mapping of the integration. The answer is the run, which goes on: ' +
    'read it again until it has a `finished_at`. `plan=true` works out the effect and changes nothing. `complete=true` declares that the file lists everything of its source, ' +
    'so what it does not list is gone. `format` and `shape` are found out if they are not given; `members_of` names the group of a list of members, as `codehost_group:42`; ' +
    '`name` is what the list of runs calls the file. An import of the integration that is under way is waited for.',
  access: { locked: 'workspace.integration.sync' },
  cost: 5,
  params: { integration: 'integration' },
  query: Shape({
    plan: flag,
    complete: flag,
    format: Type.Optional(OneOf(formats)),
    shape: Type.Optional(OneOf(shapes)),
    members_of: Type.Optional(
      Type.String({ pattern: groupPattern, maxLength: 500, examples: ['codehost_group:42'] }),
    ),
    name: Type.Optional(
      Type.String({ pattern: somethingVisible, maxLength: 200, examples: ['okta-users.json'] }),
    ),
  }),
  body: null,
  takesFile: true,
  status: 202,
  response: ImportRun,
  handler: async (context) => {
    const { tx, params, query, actor, services } = context
    const integration = await tx
      .selectFrom('integration')
      .select(['id', 'handle', 'state'])
      .where('id', '=', params.integration)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (integration === undefined) throw noSuch('integration', params.integration)
    await context.ask('workspace.integration.sync')
    if (integration.state !== 'active')
      throw unprocessable({ state: ['The integration is deactivated. Activate it to import.'] })
    const file = context.file()
    if (file.bytes === 0) throw badRequest('The body is empty: send the file as the body.')
    const run = {
      integrationId: integration.id,
      source: query.name ?? 'upload',
      isComplete: query.complete === 'true',
      isPlan: query.plan === 'true',
      bytesTotal: file.bytes,
    }
    const id = await insertRun(tx, run)
    await record(tx, actor, [
      {
        event: 'workspace.integration.import',
        record: { kind: 'importRun', id },
        parent: { kind: 'integration', id: integration.id },
        changes: { source: { old: null, new: run.source } },
      },
    ])
    context.location(
      `${apiProtocol.prefix}/workspace/integrations/${encodeId('integration', integration.id)}/runs/${encodeId('importRun', id)}`,
    )
    context.afterCommit(() => {
      file.keep()
      const listed = {
        ...run,
        id,
        actor,
        discard: () => file.discard(),
        file: {
          stream: file.read(),
          name: run.source,
          bytesTotal: file.bytes,
          integrationHandle: integration.handle,
          isComplete: run.isComplete,
          reportPath: null,
          ...(query.format !== undefined && { format: query.format }),
          ...(query.shape !== undefined && { shape: query.shape }),
          ...(query.members_of !== undefined && { group: groupOf(query.members_of) }),
        },
      }
      services.background.start(({ database, signal }) => runUploadedFile(database, listed, signal))
    })
    const row = await selectRuns(tx).where('r.id', '=', id).executeTakeFirstOrThrow()
    return presentRun(row, baseUrl(services))
  },
})

/** Of `codehost_group:42`; a vendor id may have colons itself. */
function groupOf(text: string) {
  const [type] = text.split(':', 1)
  const resourceType = resourceTypes.find((known) => known === type)
  if (resourceType === undefined) throw badRequest('members_of must begin with a type of resource.')
  return { resourceType, vendorId: text.slice(resourceType.length + 1).trim() }
}
