import { sql } from 'kysely'
import type { Static } from 'typebox'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { listedDimensions, presentListedDimension } from './listed-dimension.ts'
import type { DescribedDimension } from './schema.ts'

/** The answer of a single dimension (by uuid), with its ETag; 404 for an unknown one. */
export async function answerDimension(
  context: Pick<ReadContext, 'db' | 'services' | 'etag'>,
  id: string,
): Promise<Static<typeof DescribedDimension>> {
  const found = await listedDimensions(context.db)
    .select([
      'd.version',
      'g.version as integration_version',
      sql<number>`(select count(*) from attribute a where a.dimension_id = d.id)`.as('attributes'),
    ])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw noSuch('dimension', id)
  const { version, integration_version, attributes, ...row } = found
  // The counts and the integration's handle are in the body, but not in the row's version.
  context.etag(version, `${integration_version}-${attributes}-${row.surplus_values}`)
  return { ...presentListedDimension(row, baseUrl(context.services)), count: { attributes } }
}
