import { Type, type Static } from 'typebox'
import { calendarOf } from '../../contract/days.ts'
import type { JsonObject } from '../../contract/json.ts'
import { profileValuePermission } from '../../contract/permissions.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { Restart, writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import type { Mapping } from '../file/mapping.ts'
import { faultIn, isMapping } from '../file/check-mapping.ts'
import { readSample } from './read-sample.ts'
import type { SourceSample } from '../pull/connector.ts'
import { connectorOf } from '../vendors.ts'
import { accountReader } from '../pull/read-accounts.ts'
import { presentPreview, previewProperties } from './preview-shape.ts'
import { Sample } from './sample-shape.ts'

export const previewMapping = writeRoute({
  id: 'previewMapping',
  method: 'POST',
  url: '/workspace/integrations/:integration/preview',
  summary: 'Preview a mapping',
  description:
    'How entries of the source are read by a mapping that is not stored. The entries are the `sample` that `GET` to this address gave with `include=sample`: ' +
    'the source is not asked again, and nothing is stored. Needs `workspace.integration.sync`, `directory.identity.view` and `directory.identity.profile.view` as well.',
  access: { row: 'workspace.integration.manage' },
  cost: 2,
  params: { integration: 'integration' },
  body: Shape(
    {
      mapping: Type.Record(Type.String(), Type.Unknown(), {
        description: 'As a PATCH of the integration takes it',
      }),
      sample: Sample,
    },
    { examples: [example()] },
  ),
  isDryRun: true,
  response: Shape(previewProperties, { $id: 'MappingPreview' }),
  handler: async (context) => {
    const { tx, params, may } = context
    const integration = await tx
      .selectFrom('integration')
      .select(['type', 'time_zone', 'time_zone_profile_key'])
      .where('id', '=', params.integration)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const mayKnow =
      may('workspace.integration.view') ||
      may('workspace.integration.manage') ||
      may('workspace.integration.sync')
    if (integration === undefined || !mayKnow) throw noSuch('integration', params.integration)
    await context.ask('workspace.integration.manage')
    await context.ask('workspace.integration.sync')
    await context.ask('directory.identity.view')
    await context.ask(profileValuePermission)
    const { mapping, sample } = context.body()
    const preview = readSample(sampleOf(sample), {
      mapping: mappingIn(mapping),
      accounts: (await connectorOf(integration.type)?.accounts()) ?? accountReader,
      calendar: calendarOf(context.now, integration),
    })
    const answer = presentPreview(preview, { seesProfiles: true })
    return new Restart(async () => ({ answer }))
  },
})

function mappingIn(mapping: unknown): Mapping {
  if (isMapping(mapping)) return mapping
  throw unprocessable({ mapping: [`can't be used: ${faultIn(mapping)}`] })
}

function sampleOf({ product, people, left_out, groups }: Static<typeof Sample>): SourceSample {
  return {
    product,
    people: people.map(({ name, record }) => ({ name, record: jsonOf(record) })),
    leftOut: left_out,
    groups: groups.map(jsonOf),
  }
}

/** The smallest mapping, and an entry. */
function example() {
  const account = {
    when: [[{ path: 'id', exists: true }]],
    vendor_id: ['id'],
    handle: ['login'],
    email: ['login'],
    first_name: [],
    last_name: [],
    full_name: ['name'],
    created_at: [],
    state: { sources: [], otherwise: 'active', new_values: [] },
    profile_root: null,
    profile_extra: {},
    profile_omit: [],
  }
  const record = { id: '00u1', login: 'ada@acme.example', name: 'Ada Moreau' }
  return {
    mapping: { account, groups: [], memberships: [] },
    sample: { product: null, people: [{ name: '00u1', record }], left_out: [], groups: [] },
  }
}

/** The body was JSON, which its type does not say. */
function jsonOf(record: Record<string, unknown>): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(record))
  return json
}
