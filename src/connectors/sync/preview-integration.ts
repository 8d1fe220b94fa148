import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { calendarOf } from '../../contract/days.ts'
import { profileValuePermission } from '../../contract/permissions.ts'
import { listParameter } from '../../http/shapes/include.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { mappingOf } from '../import/integration-mapping.ts'
import { ImportRefused } from '../records/record-source.ts'
import { readSample } from './read-sample.ts'
import { loadTarget } from './load-target.ts'
import { presentPreview, previewProperties } from './preview-shape.ts'
import { presentSample, products, Sample } from './sample-shape.ts'

const Preview = Shape(
  {
    failure: Nullable(Text(2000, { description: 'Why it can’t be read, and what to do' })),
    product: Nullable(OneOf(products, { description: 'What the source is' })),
    ...previewProperties,
    sample: Type.Optional(Nullable(Sample)),
  },
  { $id: 'IntegrationPreview' },
)

/** Shorter than requests may last. */
const milliseconds = 20_000

export const previewIntegration = readRoute({
  id: 'previewIntegration',
  url: '/workspace/integrations/:integration/preview',
  summary: 'Preview a sync',
  description:
    'Connects to the source of an integration, reads up to 20 people and 5 groups, and shows some of them as a sync would take them; nothing is stored. ' +
    'If that is not possible, `failure` says what to do. It needs `directory.identity.view` as well. ' +
    '`include=sample` adds the entries as the source gives them, to try other mappings on them (`POST` to the same address) without asking the source again; ' +
    'that needs `workspace.integration.manage` and `directory.identity.profile.view`.',
  access: 'workspace.integration.sync',
  cost: 20,
  params: { integration: 'integration' },
  query: Shape({
    include: Type.Optional(
      listParameter(['sample'], {
        pattern: '^sample$',
        description: '`sample`: the entries that were read',
      }),
    ),
  }),
  response: Preview,
  handler: async (context) => {
    await context.ask('directory.identity.view')
    const wantsSample = context.query.include !== undefined
    if (wantsSample) {
      await context.ask('workspace.integration.manage')
      await context.ask(profileValuePermission)
    }
    const { db, params } = context
    const integration = await db
      .selectFrom('integration')
      .selectAll()
      .where('id', '=', params.integration)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (integration === undefined) throw noSuch('integration', params.integration)
    // Another one each time: no one knows whether the source has changed.
    context.etag(integration.version, randomUUID())
    const signal = AbortSignal.timeout(milliseconds)
    try {
      const target = await loadTarget(db, { ...context.services, signal }, integration)
      const mapping = mappingOf(integration)
      const read = await target.connection.sample(target)
      const accounts = await target.connection.accounts()
      const sample = { ...read, product: read.product ?? integration.type }
      const preview = readSample(sample, {
        mapping,
        accounts,
        calendar: calendarOf(context.now, integration),
      })
      return {
        failure: null,
        product: presentSample(sample).product,
        ...presentPreview(preview, { seesProfiles: context.may(profileValuePermission) }),
        ...(wantsSample && { sample: presentSample(sample) }),
      }
    } catch (error) {
      const failure = failureOf(error, signal)
      return { ...nothing, failure, ...(wantsSample && { sample: null }) }
    }
  },
})

const nothing = {
  product: null,
  rows: 0,
  people: [],
  left_out: [],
  groups: [],
  columns: [],
  unknown_states: [],
}

function failureOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted)
    return `The source did not answer within ${milliseconds / 1000} seconds. A firewall may drop the connection, or the search needs an index there.`
  if (error instanceof ImportRefused) return error.message.slice(0, 2000)
  throw error
}
