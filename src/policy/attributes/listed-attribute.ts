import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { instant } from '../../http/shapes/schema.ts'
import { policyResourceJson } from '../shapes/columns.ts'
import type { ResourceRow } from '../shapes/present.ts'
import type { ListedAttribute } from './schema.ts'

/** Attributes (`a`) with their dimensions (`d`), to be filtered and ordered. */
export function listedAttributes(db: Reader) {
  return db
    .selectFrom('attribute as a')
    .innerJoin('dimension as d', 'd.id', 'a.dimension_id')
    .leftJoin('ruleset', 'ruleset.attribute_id', 'a.id')
    .select([
      'a.id',
      'a.name',
      'a.handle',
      'a.profile_value',
      'a.absorbed_by_id',
      'a.dimension_id',
      'd.handle as dimension_handle',
      'ruleset.id as ruleset_id',
      'a.created_at',
      'a.updated_at',
      sql<string>`(select ${policyResourceJson}
        from (select a.id as attribute_id, null::uuid as resource_id) rs)`.as('resource'),
    ])
}

type ListedAttributeRow = RowOf<typeof listedAttributes>

/** `baseUrl` has no trailing slash. */
export function presentListedAttribute(
  row: ListedAttributeRow,
  baseUrl: string,
): Static<typeof ListedAttribute> {
  const resource: ResourceRow = JSON.parse(row.resource)
  const id = encodeId('attribute', row.id)
  const dimensionId = encodeId('dimension', row.dimension_id)
  const rulesetId = row.ruleset_id === null ? null : encodeId('ruleset', row.ruleset_id)
  const self = `${baseUrl}/directory/attributes/${id}`
  return {
    id,
    state: resource.state,
    parent: dimensionId,
    name: row.name,
    handle: row.handle,
    blueprint_signature: resource.blueprint_signature,
    profile_value: row.profile_value,
    dimension_handle: row.dimension_handle,
    ruleset_id: rulesetId,
    absorbed_by_id: row.absorbed_by_id && encodeId('attribute', row.absorbed_by_id),
    timestamp: { created_at: instant(row.created_at), updated_at: instant(row.updated_at) },
    links: {
      self,
      dimension: `${baseUrl}/directory/dimensions/${dimensionId}`,
      ruleset: rulesetId === null ? null : `${baseUrl}/policy/rulesets/${rulesetId}`,
      users: `${self}/users`,
    },
  }
}
