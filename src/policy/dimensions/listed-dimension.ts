import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { instant } from '../../http/shapes/schema.ts'
import type { ListedDimension } from './schema.ts'

/** Dimensions (`d`) with their integrations (`g`), to be filtered and ordered. */
export function listedDimensions(db: Reader) {
  return db
    .selectFrom('dimension as d')
    .innerJoin('integration as g', 'g.id', 'd.integration_id')
    .select([
      'd.id',
      'd.state',
      'd.handle',
      'd.name',
      'd.integration_id',
      'g.handle as integration_handle',
      'd.profile_key',
      'd.attributes_enabled',
      'd.expires_after_days',
      // The count from when its values became attributes.
      sql<number>`case when d.state = 'active' and d.attributes_enabled and d.profile_key = any (g.policy_keys)
        then coalesce((select s.surplus_values from dimension_surplus s where s.dimension_id = d.id), 0)
        else 0 end`.as('surplus_values'),
      'd.created_at',
      'd.updated_at',
    ])
}

type ListedDimensionRow = RowOf<typeof listedDimensions>

/** `baseUrl` has no trailing slash. */
export function presentListedDimension(
  row: ListedDimensionRow,
  baseUrl: string,
): Static<typeof ListedDimension> {
  const { created_at, updated_at, ...own } = row
  const id = encodeId('dimension', row.id)
  const integrationId = encodeId('integration', row.integration_id)
  return {
    ...own,
    id,
    integration_id: integrationId,
    timestamp: { created_at: instant(created_at), updated_at: instant(updated_at) },
    links: {
      self: `${baseUrl}/directory/dimensions/${id}`,
      integration: `${baseUrl}/workspace/integrations/${integrationId}`,
      attributes: `${baseUrl}/directory/attributes?filter[dimension]=${id}`,
    },
  }
}
