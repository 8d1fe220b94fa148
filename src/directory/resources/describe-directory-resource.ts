import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { listedResources, presentListedResource } from './listed-resource.ts'
import { DescribedResource } from './schema.ts'

export const describeDirectoryResource = readRoute({
  id: 'describeDirectoryResource',
  url: '/directory/resources/:resource',
  summary: 'Describe a resource',
  description:
    'One vendor object that has members, with how many they are and how many resources lie directly in it. ' +
    'Without `directory.resource.view` a role on its ruleset suffices.',
  access: { row: 'directory.resource.view' },
  params: { resource: 'resource' },
  response: DescribedResource,
  handler: async (context) => {
    const { db, params, services, etag } = context
    const found = await findResource(db, params.resource)
    await context.ask('directory.resource.view', { rulesetId: found?.ruleset_id ?? undefined })
    if (found === undefined) throw noSuch('resource', params.resource)
    const { version, epoch, members, child_resources, external_id, pushed, ...row } = found
    // The counts, the ruleset, the external id and the integration's handle are in the body, but not in the row's version.
    const hasRuleset = row.ruleset_id === null ? '' : 'r'
    etag(
      version,
      `${epoch}-${members}-${child_resources}${hasRuleset}${pushed === null ? '' : `-${pushed}`}`,
    )
    return {
      ...presentListedResource(row, baseUrl(services)),
      external_id,
      count: { members, child_resources },
    }
  },
})

function findResource(db: Reader, id: string) {
  return listedResources(db)
    .innerJoin('policy_epoch as e', (join) => join.onTrue())
    .leftJoin('scim_resource as x', (join) =>
      join.onRef('x.id', '=', 'o.vendor_id').onRef('x.integration_id', '=', 'o.integration_id'),
    )
    .select([
      'o.version',
      'x.external_id',
      'x.version as pushed',
      'e.epoch',
      sql<number>`(select count(*) from resource_member m where m.resource_id = o.id)`.as(
        'members',
      ),
      sql<number>`(select count(*) from resource c where c.parent_id = o.id)`.as('child_resources'),
    ])
    .where('o.id', '=', id)
    .executeTakeFirst()
}
