import { Type, type Static } from 'typebox'
import { record } from '../../audit/record.ts'
import { calendarOf } from '../../contract/days.ts'
import { resourceTypes } from '../../contract/states.ts'
import { badRequest, noSuch, Problem, unprocessable } from '../../http/refusals/problem.ts'
import type { ReceivedFile } from '../../http/bodies/received-file.ts'
import { Restart, writeRoute, type Outcome, type WriteContext } from '../../http/route/route.ts'
import { OneOf, Shape, somethingVisible } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { encodingCalled, encodings, type Encoding } from '../file/decode-text.ts'
import { shapes } from '../file/shape.ts'
import { formats } from '../file/sniff-format.ts'
import { FileInterpretation } from './interpretation-schema.ts'
import { probeFile } from './probe-file.ts'
import { anyReader, presentRun, selectRuns } from './queries.ts'
import { insertRun } from '../import/run-log.ts'
import { triedMapping } from './tried-mapping.ts'
import { requirePlace } from './require-place.ts'
import { runUploadedFile } from './run-uploaded-file.ts'
import { ImportRun } from './schema.ts'

const flag = Type.Optional(OneOf(['true', 'false']))
const groupPattern = `^(${resourceTypes.join('|')}):.+$`

const ImportQuery = Shape({
  plan: flag,
  complete: flag,
  probe: flag,
  by: Type.Optional(OneOf(['integration', 'product'])),
  encoding: Type.Optional(OneOf(encodings)),
  format: Type.Optional(OneOf(formats)),
  shape: Type.Optional(OneOf(shapes)),
  mapping_bytes: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,5}$',
      description:
        'With `probe=true`: the body begins with so many bytes of JSON, a mapping to try, and the file follows',
      examples: ['512'],
    }),
  ),
  answers_bytes: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,5}$',
      description:
        'With `probe=true` and `by=product`: the body begins with so many bytes of JSON, the answers by the ids of questions, and the file follows',
      examples: ['32'],
    }),
  ),
  members_of: Type.Optional(
    Type.String({ pattern: groupPattern, maxLength: 500, examples: ['codehost_group:42'] }),
  ),
  name: Type.Optional(
    Type.String({ pattern: somethingVisible, maxLength: 200, examples: ['okta-users.json'] }),
  ),
})

export const startImport = writeRoute({
  id: 'startImport',
  method: 'POST',
  url: '/workspace/integrations/:integration/imports',
  summary: 'Import a file into an integration',
  description:
    'The body is a vendor’s export: CSV, JSON, JSON lines or LDIF, up to 1 GiB, under any type of text, read with the mapping of the integration. The answer is the run, which goes on: ' +
    'read it again until it has a `finished_at`. `plan=true` works out the effect and changes nothing. `complete=true` declares that the file lists everything of its source, ' +
    'so what it does not list is gone. `format` and `shape` are found out if they are not given; `members_of` names the group of a list of members, as `codehost_group:42`; ' +
    '`name` is what the list of runs calls the file. Its encoding is what `encoding` says, else the `charset` of its Content-Type, else it is found out; it may be packed with gzip. An import of the integration that is under way is waited for. ' +
    '`probe=true` writes nothing and answers 200: it reads the first records and says how they are understood, by the mapping of the integration, or with ' +
    '`by=product` by the usual mapping of the product that the file shows, which a PATCH of the integration takes. ' +
    'With `mapping_bytes` it tries a mapping that the body begins with, before a PATCH stores it. A table of no known product has `questions`, which `answers_bytes` answers.',
  access: { locked: 'workspace.integration.sync' },
  cost: 5,
  params: { integration: 'integration' },
  query: ImportQuery,
  takesFile: true,
  response: FileInterpretation,
  accepted: ImportRun,
  handler: async (context) => {
    const { params, query } = context
    refuseUnfit(query)
    const integration = await lockSource(context, params.integration)
    await context.ask('workspace.integration.sync')
    const file = fileOf(context, integration)
    if (query.probe !== 'true')
      return new Restart((again) => startRun(again, { id: params.integration, query }))
    const tried = await triedMapping(file, query)
    return probeFile({
      calendar: calendarOf(context.now, integration),
      file: tried.file,
      name: query.name ?? '',
      options: {
        ...(query.format !== undefined && { format: query.format }),
        ...encodingOf(file, query),
      },
      mapping: tried.mapping,
      answers: tried.answers,
      integration: query.by === 'product' ? null : integration,
      shape: query.shape,
      group: query.members_of === undefined ? undefined : groupOf(query.members_of),
    })
  },
})

type Query = Static<typeof ImportQuery>

function refuseUnfit(query: Query): void {
  const { probe, plan, complete, by, mapping_bytes: bytes, answers_bytes: answers } = query
  if (answers !== undefined && (by !== 'product' || bytes !== undefined))
    throw badRequest(
      'answers_bytes answers the questions of a probe: send it with probe=true and by=product, without mapping_bytes.',
    )
  if (probe !== 'true') {
    if (bytes !== undefined)
      throw badRequest('mapping_bytes tries a mapping: send it with probe=true.')
    if (by !== undefined)
      throw badRequest('by chooses the mapping of a probe: send it with probe=true.')
    return
  }
  const ofImports = Object.entries({ plan, complete }).filter(([, value]) => value === 'true')
  for (const [name] of ofImports)
    throw badRequest(
      `${name}=true is of imports: a probe changes nothing. Send it without probe=true, or the probe without it.`,
    )
}

async function lockSource({ tx }: Pick<WriteContext, 'tx'>, id: string) {
  const integration = await tx
    .selectFrom('integration')
    .select([
      'id',
      'handle',
      'state',
      'mapping',
      'badge_id_profile_key',
      'employee_id_profile_key',
      'employee_alt_id_profile_key',
      'time_zone',
      'time_zone_profile_key',
      'manager_profile_key',
      'manager_profile_holds',
      'policy_keys',
      'vendor',
      'type',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return integration ?? noIntegration(id)
}

function noIntegration(id: string): never {
  throw noSuch('integration', id)
}

function fileOf(context: Pick<WriteContext, 'file'>, { state }: { state: string }): ReceivedFile {
  if (state !== 'active')
    throw unprocessable({ state: ['is deactivated: the integration takes no imports'] })
  const file = context.file()
  if (file.bytes === 0) throw badRequest('The body is empty: send the file as the body.')
  return file
}

/** What the file is read in, where the request says so. Clients send `charset=utf-8` with any file, so it says nothing. */
function encodingOf({ charset }: ReceivedFile, { encoding }: Query): { encoding?: Encoding } {
  if (encoding !== undefined) return { encoding }
  if (charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset)) return {}
  const called = encodingCalled(charset)
  if (called !== undefined) return { encoding: called }
  throw new Problem(
    415,
    `The charset ${JSON.stringify(charset.slice(0, 100))} is not read. Send the file in one of ${encodings.join(', ')}.`,
  )
}

/** Lists the run of the file, which begins after the commit. */
async function startRun(
  context: WriteContext,
  { id: integrationId, query }: { id: string; query: Query },
): Promise<Outcome> {
  const integration = await lockSource(context, integrationId)
  const file = fileOf(context, integration)
  const encoding = encodingOf(file, query)
  const { tx, actor, services } = context
  await requirePlace(tx, integration.id)
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
        ...encoding,
        ...(query.shape !== undefined && { shape: query.shape }),
        ...(query.members_of !== undefined && { group: groupOf(query.members_of) }),
      },
    }
    services.background.start(({ database, signal }) => runUploadedFile(database, listed, signal))
  })
  const row = await selectRuns(tx).where('r.id', '=', id).executeTakeFirstOrThrow()
  context.etag(Math.round(Number(row.heard) * 1000), row.state)
  const accepted = presentRun(row, { base: baseUrl(services), ...anyReader })
  context.location(accepted.links.self)
  return { accepted }
}

/** Of `codehost_group:42`; a vendor id may have colons itself. */
function groupOf(text: string) {
  const [type] = text.split(':', 1)
  const resourceType = resourceTypes.find((known) => known === type)
  if (resourceType === undefined) throw badRequest('members_of must begin with a type of resource.')
  return { resourceType, vendorId: text.slice(resourceType.length + 1).trim() }
}
