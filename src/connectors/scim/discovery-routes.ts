import type { JsonObject } from '../../contract/json.ts'
import { Problem } from '../../http/refusals/problem.ts'
import {
  describeResourceTypes,
  describeSchemas,
  describeServiceProvider,
} from './describe-schemas.ts'
import { urns } from './attributes.ts'
import type { ScimAnswer, ScimRequest, ScimRoute } from './scim-route.ts'

/** What the endpoint is and can do (RFC 7644, section 4). */
export const discoveryRoutes: readonly ScimRoute[] = [
  {
    method: 'GET',
    path: '/ServiceProviderConfig',
    operation: 'scimServiceProviderConfig',
    handle: async (request) => {
      refuseFilter(request)
      const { base } = request.endpoint
      const docs = `${request.services.publicOrigin}/docs`
      return { status: 200, body: describeServiceProvider(base, docs) }
    },
  },
  ...listed('/ResourceTypes', 'scimResourceTypes', describeResourceTypes),
  ...listed('/Schemas', 'scimSchemas', describeSchemas),
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    path: '/Me',
    operation: 'scimMe',
    handle: refuseMe,
  })),
]

function listed(
  path: string,
  operation: string,
  describe: (base: string) => readonly JsonObject[],
): ScimRoute[] {
  return [
    {
      method: 'GET',
      path,
      operation,
      handle: async (request) => {
        refuseFilter(request)
        return listOf(describe(request.endpoint.base))
      },
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      operation: `${operation}One`,
      handle: async ({ endpoint, id }) => {
        const found = describe(endpoint.base).find((each) => each['id'] === id)
        if (found !== undefined) return { status: 200, body: found }
        throw new Problem(404, `There is no ${path.slice(1)} ${id.slice(0, 80)}.`)
      },
    },
  ]
}

function listOf(resources: readonly JsonObject[]): ScimAnswer {
  const body = {
    schemas: [urns.list],
    totalResults: resources.length,
    itemsPerPage: resources.length,
    startIndex: 1,
    Resources: resources,
  }
  return { status: 200, body }
}

function refuseFilter({ query }: ScimRequest): void {
  if (query.has('filter')) throw new Problem(403, 'What describes the endpoint takes no filter.')
}

/** A secret is of an integration, which is no user. */
async function refuseMe(): Promise<ScimAnswer> {
  throw new Problem(501, 'There is no /Me: the secret is of an integration, not of a user.')
}
