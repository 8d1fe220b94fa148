import type { ResourceState } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'

/** The settings of a dimension that an administrator decides; the integration by uuid. */
export type DimensionValues = {
  handle: string
  name: string
  integrationId: string
  profileKey: string
  attributesEnabled: boolean
  expiresAfterDays: number | null
}

export type StoredDimension = {
  id: string
  version: number
  state: ResourceState
  integrationHandle: string
  values: DimensionValues
}

/** A dimension. The holder of the policy lock, exclusive, is the only one who can change it. */
export async function findStoredDimension(
  reader: Reader,
  id: string,
): Promise<StoredDimension | undefined> {
  const row = await reader
    .selectFrom('dimension as d')
    .innerJoin('integration as i', 'i.id', 'd.integration_id')
    .select([
      'd.version',
      'd.state',
      'i.handle as integrationHandle',
      'd.handle',
      'd.name',
      'd.integration_id as integrationId',
      'd.profile_key as profileKey',
      'd.attributes_enabled as attributesEnabled',
      'd.expires_after_days as expiresAfterDays',
    ])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { version, state, integrationHandle, ...values } = row
  return {
    id,
    version,
    state,
    integrationHandle,
    values,
  }
}
