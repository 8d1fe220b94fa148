import { sql, type RawBuilder } from 'kysely'
import { vendorFacts } from '../../contract/gen/vendors.ts'
import type { Reader } from '../../database/database.ts'

/** An integration as conditions name it, with the profile keys that they may read. */
export type ReadableIntegration = {
  id: string
  handle: string
  isPrimary: boolean
  /** Its policy_keys, and no others. */
  keys: readonly string[]
  /** Those that people can write themselves. */
  selfServiceKeys: readonly string[]
}

export async function selectReadableIntegrations(reader: Reader): Promise<ReadableIntegration[]> {
  const { rows } = await sql<ReadableIntegration>`
    select i.id, i.handle, i.is_primary as "isPrimary", array(select unnest(i.policy_keys) order by 1) as keys,
      ${selfServiceKeysOf('i')} as "selfServiceKeys"
    from integration i order by i.handle, i.deleted_at nulls first`.execute(reader)
  return rows
}

/** Keys of profiles that people can write themselves at a vendor by its usual settings, by the type of the integration. */
const vendorKeys = JSON.stringify(
  Object.fromEntries(
    Object.entries(vendorFacts).map(([name, { selfServiceKeys }]) => [name, selfServiceKeys]),
  ),
)

/**
 * Whether people can write a profile key themselves at the vendor of an integration (`alias`), as SQL: under its own name, or by the
 * mapping under another one.
 */
export function isSelfService(alias: 'i' | 'g', key: RawBuilder<unknown>): RawBuilder<boolean> {
  const of = sql.id(alias)
  return sql<boolean>`coalesce(${vendorKeys}::jsonb -> ${of}.type ?| array(
    select split_part(${key}, '.', 1)
    union all select unnest(string_to_array(path, '.'))
    from (select ${of}.mapping #> array['account', 'profile_extra', ${key}] as paths) m,
      jsonb_array_elements_text(case jsonb_typeof(m.paths) when 'array' then m.paths else '[]' end) path), false)`
}

/** Those of the policy keys of an integration (`alias`) that people can write themselves, as SQL. */
export function selfServiceKeysOf(alias: 'i' | 'g'): RawBuilder<string[]> {
  return sql<string[]>`array(
    select k.key from unnest(${sql.id(alias)}.policy_keys) with ordinality as k (key, n)
    where ${isSelfService(alias, sql`k.key`)} order by k.n)`
}

/** Why policy may not read that key of the integration; null where it may. */
export function refusedKey({ handle, keys }: ReadableIntegration, key: string): string | null {
  if (keys.includes(key)) return null
  return (
    `${JSON.stringify(key)} is not among the policy_keys of ${handle}, which policy may read; ` +
    `allowed: ${keys.join(', ') || 'none yet'}. Add it to the integration first`
  )
}
