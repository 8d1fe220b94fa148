import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { integrationTypes, integrationVendors, managerReferences } from '../../contract/states.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import type { Transaction } from '../../database/database.ts'
import { unprocessable } from '../../http/problem.ts'
import { policyChangeCost } from '../../http/request-cost.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, Name, Nullable, OneOf, Shape, Text } from '../../http/schema.ts'
import { baseUrl } from '../../http/protocol.ts'
import { IntegrationConflict } from '../../workspace/integrations/create-integration.ts'
import { answerIntegration } from '../../workspace/integrations/described-integration.ts'
import { findIntegrationByHandle } from '../../workspace/integrations/queries.ts'
import { DescribedIntegration } from '../../workspace/integrations/schema.ts'
import { connectVendorIn, InvalidMapping } from '../import/connect-vendor.ts'

const profileKey = Type.Optional(
  Nullable(Text(200, { minLength: 1, pattern: '\\S', examples: ['employeeNumber'] })),
)

const NewIntegration = Shape(
  {
    handle: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,62}$', examples: ['idp'] }),
    name: Type.Optional(Name(200, ['Acme identity provider'])),
    vendor: OneOf(integrationVendors),
    type: Type.Optional(OneOf(integrationTypes)),
    is_primary: Type.Optional(Type.Boolean()),
    trusts_email: Type.Optional(Type.Boolean()),
    badge_id_profile_key: profileKey,
    employee_id_profile_key: profileKey,
    employee_alt_id_profile_key: profileKey,
    manager_profile_key: profileKey,
    manager_profile_holds: Type.Optional(OneOf(managerReferences)),
    parent_profile_key: profileKey,
    policy_keys: Type.Optional(
      Type.Array(Text(200, { minLength: 1, pattern: '\\S' }), {
        maxItems: 1000,
        uniqueItems: true,
        examples: [['department', 'costCenter']],
      }),
    ),
    mapping: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'How its records are read',
        examples: [{}],
      }),
    ),
  },
  { examples: [{ handle: 'hr', name: 'HR', vendor: 'file', trusts_email: true }] },
)

export const createIntegration = writeRoute({
  id: 'createIntegration',
  method: 'POST',
  url: '/workspace/integrations',
  tag: 'workspace',
  summary: 'Connect an integration',
  description:
    'A source whose files can be imported from now on. What is left out is as usual for the product of `type`, else of `vendor`: the keys of its profiles and the `mapping`; ' +
    '`name` is the handle. One integration is primary: its accounts are the people. The first one with the usual mapping makes the usual dimensions of its product.',
  access: 'workspace.integration.manage',
  cost: policyChangeCost,
  params: {},
  query: Empty,
  body: NewIntegration,
  isVersioned: true,
  status: 201,
  response: DescribedIntegration,
  handler: async (context) => {
    const { tx, actor, services } = context
    const body = context.body()
    await lockPolicy(tx, 'exclusive')
    await refuseKnown(context.tx, body.handle)
    await connectVendorIn(tx, actor, vendorOf(body)).catch(refuse)
    const made = await findIntegrationByHandle(tx, body.handle)
    if (made === undefined) throw new Error('the new integration is not there')
    context.location(
      `${baseUrl(services)}/workspace/integrations/${encodeId('integration', made.id)}`,
    )
    return answerIntegration(context, made.id)
  },
})

/** What an import names is changed by it, so a new one is refused first. */
async function refuseKnown(tx: Transaction, handle: string): Promise<void> {
  if ((await findIntegrationByHandle(tx, handle)) !== undefined)
    throw unprocessable({ handle: ['is the handle of another integration'] })
}

function refuse(error: unknown): never {
  if (error instanceof IntegrationConflict) throw unprocessable({ [error.field]: [error.message] })
  if (error instanceof InvalidMapping) throw unprocessable({ mapping: [error.message] })
  throw error
}

/** Keys that are left out are those of the product. */
function vendorOf(body: Static<typeof NewIntegration>) {
  const given = {
    badgeIdProfileKey: body.badge_id_profile_key,
    employeeIdProfileKey: body.employee_id_profile_key,
    employeeAltIdProfileKey: body.employee_alt_id_profile_key,
    managerProfileKey: body.manager_profile_key,
    managerProfileHolds: body.manager_profile_holds,
    parentProfileKey: body.parent_profile_key,
    policyKeys: body.policy_keys,
  }
  const { handle, vendor, type, name, mapping } = body
  return {
    handle,
    vendor,
    type,
    name,
    mapping,
    isPrimary: body.is_primary,
    trustsEmail: body.trusts_email,
    keys: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
}
