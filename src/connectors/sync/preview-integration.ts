import { randomUUID } from 'node:crypto'
import { Type, type Static } from 'typebox'
import { identityStates } from '../../contract/states.ts'
import { noSuch } from '../../http/problem.ts'
import { readRoute, type ReadContext } from '../../http/route.ts'
import { Empty, Nullable, OneOf, Shape, Text } from '../../http/schema.ts'
import { profileValuePermission } from '../../contract/permissions.ts'
import type { SourceAccount } from '../file/source-record.ts'
import { mappingOf } from '../import/integration-mapping.ts'
import { ImportRefused } from '../import/refuse-empty.ts'
import { flavours } from '../ldap/flavour.ts'
import { connectors } from './connectors.ts'
import { loadTarget } from './load-target.ts'

/** A product that is found out, else the type of the integration. */
const products = [...flavours, ...Object.keys(connectors)]

const PreviewedPerson = Shape({
  vendor_id: Text(200, { examples: ['9f86d081-884c-4d65-9a2f-eaa0c55ad015'] }),
  handle: Nullable(Text(200, { examples: ['ada'] })),
  email: Nullable(Text(254, { examples: ['ada.moreau@acme.example'] })),
  first_name: Text(200, { examples: ['Ada'] }),
  last_name: Text(200, { examples: ['Moreau'] }),
  state: OneOf(identityStates),
  profile: Nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Null without `directory.identity.profile.view`',
      examples: [{ department: 'Sales' }],
    }),
  ),
})

const Preview = Shape(
  {
    failure: Nullable(Text(2000, { description: 'Why it can’t be read, and what to do' })),
    product: Nullable(OneOf(products, { description: 'What the source is' })),
    people: Type.Array(PreviewedPerson, { maxItems: 3 }),
    left_out: Type.Array(Text(2000), { maxItems: 3, description: 'Why an entry can’t be taken' }),
    groups: Type.Array(Text(1000, { examples: ['Sellers'] }), { maxItems: 3 }),
  },
  { $id: 'IntegrationPreview' },
)

/** Shorter than requests may last. */
const milliseconds = 20_000

export const previewIntegration = readRoute({
  id: 'previewIntegration',
  method: 'GET',
  url: '/workspace/integrations/:integration/preview',
  tag: 'workspace',
  summary: 'Preview a sync',
  description:
    'Connects to the source of an integration and reads up to three people and groups, as a sync would take them; nothing is stored. ' +
    'If that is not possible, `failure` says what to do. It needs `directory.identity.view` as well.',
  access: 'workspace.integration.sync',
  cost: 20,
  params: { integration: 'integration' },
  query: Empty,
  status: 200,
  response: Preview,
  handler: async (context) => {
    await context.ask('directory.identity.view')
    const { db, params } = context
    const integration = await db
      .selectFrom('integration')
      .selectAll()
      .where('id', '=', params.integration)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (integration === undefined) throw noSuch('integration', params.integration)
    // Another one each time: nobody knows whether the source has changed.
    context.etag(integration.version, randomUUID())
    const signal = AbortSignal.timeout(milliseconds)
    try {
      const target = await loadTarget(db, { ...context.services, signal }, integration)
      const mapping = mappingOf(integration)
      const found = await target.connection.preview({ ...target, mapping })
      return {
        failure: null,
        product: found.product ?? integration.type,
        people: found.people.map((person) => present(context, person)),
        left_out: [...found.leftOut],
        groups: [...found.groups],
      }
    } catch (error) {
      return { ...nothing, failure: failureOf(error, signal) }
    }
  },
})

const nothing = { product: null, people: [], left_out: [], groups: [] }

function failureOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted)
    return `The source did not answer within ${milliseconds / 1000} seconds. A firewall may drop the connection, or the search needs an index there.`
  if (error instanceof ImportRefused) return error.message.slice(0, 2000)
  throw error
}

function present(
  { may }: Pick<ReadContext, 'may'>,
  { vendorId, handle, email, firstName, lastName, state, profile }: SourceAccount,
): Static<typeof PreviewedPerson> {
  return {
    vendor_id: vendorId,
    handle,
    email,
    first_name: firstName,
    last_name: lastName,
    state,
    profile: may(profileValuePermission) ? { ...profile } : null,
  }
}
