import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'

/** An integration as conditions name it, with the profile keys that they may read. */
export type ReadableIntegration = {
  id: string
  handle: string
  /** Of the connector, such as `slack`. */
  type: string
  isPrimary: boolean
  /** Its policy_keys, and no others. */
  keys: readonly string[]
}

export async function selectReadableIntegrations(reader: Reader): Promise<ReadableIntegration[]> {
  const { rows } = await sql<ReadableIntegration>`
    select i.id, i.handle, i.type, i.is_primary as "isPrimary", array(select unnest(i.policy_keys) order by 1) as keys
    from integration i order by i.handle, i.deleted_at nulls first`.execute(reader)
  return rows
}

/** Why policy may not read that key of the integration; null where it may. */
export function refusedKey({ handle, keys }: ReadableIntegration, key: string): string | null {
  if (keys.includes(key)) return null
  return (
    `${JSON.stringify(key)} is not among the policy_keys of ${handle}, which policy may read; ` +
    `allowed: ${keys.join(', ') || 'none yet'}. Add it to the integration first`
  )
}
