import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import type { Mapping } from '../file/mapping.ts'
import type { KnownGroup } from '../file/read-membership.ts'
import { ImportRefused } from '../records/record-source.ts'

type Place = { integration: Integration; mapping: Mapping }

/**
 * The group that `--members-of` names must be known.
 * @throws ImportRefused
 */
export async function requireGroup(
  tx: Transaction,
  { resourceType, vendorId }: KnownGroup,
  { integration, mapping }: Place,
): Promise<void> {
  const types = [...new Set(mapping.groups.map(({ resource_type: type }) => type))]
  if (!types.includes(resourceType)) {
    const has = types.length === 0 ? 'It has no groups.' : `It has ${types.join(', ')}.`
    throw new ImportRefused(
      `The integration "${integration.handle}" has no groups of type ${resourceType}. ${has}`,
    )
  }
  const { rows } = await sql<{ vendor_id: string }>`
    select vendor_id from resource
    where integration_id = ${integration.id} and type = ${resourceType} and ${vendorId} in (vendor_id, handle)
    order by vendor_id = ${vendorId} desc limit 1`.execute(tx)
  const [known] = rows
  if (known?.vendor_id === vendorId) return
  throw new ImportRefused(
    known === undefined
      ? `There is no ${resourceType} ${vendorId} in "${integration.handle}". Import its groups first.`
      : `${vendorId} is a handle. Name the group by its vendor id: --members-of ${resourceType}:${known.vendor_id}.`,
  )
}
