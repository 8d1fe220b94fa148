import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { profileValuePermission } from '../../contract/permissions.ts'
import { integrationTypes } from '../../contract/gen/vendors.ts'
import { integrationVendors } from '../../contract/states.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import type { Transaction } from '../../database/database.ts'
import { conflict, unprocessable } from '../../http/refusals/problem.ts'
import { policyChangeCost } from '../../http/limits/request-cost.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { Name, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { IntegrationConflict } from '../../workspace/integrations/create-integration.ts'
import { noSourceLimits } from '../../policy/limits/limit-values.ts'
import { askToRaise } from '../../policy/limits/stored-settings.ts'
import { answerIntegration } from '../../workspace/integrations/described-integration.ts'
import { findIntegrationByHandle } from '../../workspace/integrations/queries.ts'
import { DescribedIntegration } from '../../workspace/integrations/schema.ts'
import { connectVendorIn, InvalidMapping } from '../import/connect-vendor.ts'
import { setConnection } from './change-connection.ts'
import { askToTrust, givenKeys, partsOf, wholeIntegration } from './integration-input.ts'

const NewIntegration = Shape(
  {
    handle: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,62}$', examples: ['idp'] }),
    vendor: OneOf(integrationVendors),
    type: Type.Optional(OneOf(integrationTypes)),
    is_primary: Type.Optional(Type.Boolean()),
    dimensions: Type.Optional(
      Type.Array(
        Shape({
          handle: Type.String({ pattern: '^[a-z0-9][a-z0-9_]{0,62}$', examples: ['department'] }),
          name: Name(200, ['Department']),
          profile_key: Text(200, { minLength: 1, examples: ['department'] }),
        }),
        {
          maxItems: 50,
          description:
            'Of a primary: its dimensions, instead of the usual ones of its product. Left out are those whose handle is taken, and those on keys that are not among `policy_keys`',
        },
      ),
    ),
    ...wholeIntegration,
  },
  { examples: [{ handle: 'hr', name: 'HR', vendor: 'file', trusts_email: true }] },
)

export const createIntegration = writeRoute({
  id: 'createIntegration',
  method: 'POST',
  url: '/workspace/integrations',
  summary: 'Connect an integration',
  description:
    'A source whose files can be imported from now on, or, with a `connection` and `credentials`, one that Muster reads. What is left out is as usual for the product of `type`, else of `vendor`: the keys of its profiles and the `mapping`; ' +
    '`name` is the handle unless it is given. Limits above those of the workspace need `policy.change.approve` as well, and `dimensions` need `directory.dimension.manage` and `directory.identity.profile.view`. One integration is primary: its accounts are the people. The first one with the usual mapping makes the usual dimensions of its product.',
  access: 'workspace.integration.manage',
  cost: policyChangeCost,
  body: NewIntegration,
  takesCredentials: true,
  isVersioned: true,
  status: 201,
  response: DescribedIntegration,
  handler: async (context) => {
    const { tx, actor, services } = context
    const body = context.body()
    await lockPolicy(tx, 'exclusive')
    const exceeded = await askToRaise(context, noSourceLimits, body)
    if (exceeded.length > 0)
      throw conflict(
        'Limits above those of the workspace take two people: connect it without them, then raise them by a plan.',
      )
    askToTrust(context.caller, body)
    if (body.dimensions !== undefined) await askForDimensions(context, body)
    await refuseKnown(context.tx, body.handle)
    const { connection } = partsOf(body)
    const complete = connection && ((id: string) => setConnection(context, id, connection))
    await connectVendorIn(tx, actor, { ...vendorOf(body), complete }).catch(refuse)
    const made = await findIntegrationByHandle(tx, body.handle)
    if (made === undefined) throw new Error('the new integration is not there')
    context.location(
      `${baseUrl(services)}/workspace/integrations/${encodeId('integration', made.id)}`,
    )
    return answerIntegration(context, made.id)
  },
})

async function askForDimensions(
  { ask }: Pick<WriteContext, 'ask'>,
  { is_primary: isPrimary }: Static<typeof NewIntegration>,
): Promise<void> {
  await ask('directory.dimension.manage')
  await ask(profileValuePermission)
  if (isPrimary !== true)
    throw unprocessable({
      dimensions: ['are those of the primary: send is_primary too, or make them afterwards'],
    })
}

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
  const { handle, vendor, type, name, mapping, is_primary, trusts_email, scim_profile } = body
  return {
    handle,
    vendor,
    type,
    name,
    mapping,
    isPrimary: is_primary,
    trustsEmail: trusts_email,
    trustsEmployeeId: body.trusts_employee_id,
    scimProfile: scim_profile,
    runRetentionDays: body.run_retention_days,
    limits: body,
    keys: givenKeys(body),
    dimensions: body.dimensions?.map(({ handle, name, profile_key: profileKey }) => ({
      handle,
      name,
      profileKey,
    })),
  }
}
