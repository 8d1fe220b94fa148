import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { managerNameKey } from '../file/manager-name.ts'
import { mappingOf } from './integration-mapping.ts'
import { factsOf } from './merge-accounts.ts'

/** How many staged accounts name their manager by name only, by what became of it. */
export type ManagersByName = { found: number; ambiguous: number; unknown: number }

/**
 * Where a staged account names its manager only by name, and exactly one account that the source ever had has that name, the
 * profile gets the reference that the integration reads. Other names are left as they are: a reference that leads nowhere.
 * @returns null where the mapping reads no such names
 */
export async function nameManagers(
  tx: Transaction,
  integration: Integration,
): Promise<ManagersByName | null> {
  const { managerProfileKey: key } = factsOf(integration)
  if (key === null || !(managerNameKey in mappingOf(integration).account.profile_extra)) return null
  const { rows } = await sql<ManagersByName>`
    with candidate as materialized (
      select ${nameKey(sql`full_name`)} as key, ${referenceOf(integration, 'staged_account')} as reference
      from staged_account
      union all
      select ${nameKey(sql`i.full_name`)}, ${referenceOf(integration, 'i')}
      from identity i
      where i.integration_id = ${integration.id}
        and not exists (select from staged_account a where a.vendor_id = i.vendor_id)
    ),
    named as materialized (
      select vendor_id, profile ->> ${managerNameKey} as name, ${nameKey(sql`profile ->> ${managerNameKey}`)} as key
      from staged_account
      where profile ? ${managerNameKey} and not exists (
        select from candidate c where lower(c.reference) = lower(profile_text(profile, ${key})))
    ),
    target as materialized (
      select key, count(*) as people, min(reference) as reference from candidate
      where key in (select key from named) group by key
    ),
    decided as materialized (
      select n.vendor_id, n.name, coalesce(t.people, 0) as people,
        case when t.people = 1 then t.reference end as reference
      from named n left join target t on t.key = n.key
    ),
    written as (
      update staged_account a
      set profile = a.profile || jsonb_build_object(${key}::text, coalesce(d.reference, d.name))
      from decided d where d.vendor_id = a.vendor_id
    )
    select count(*) filter (where reference is not null)::int as found,
      count(*) filter (where people > 1)::int as ambiguous,
      count(*) filter (where people < 2 and reference is null)::int as unknown
    from decided`.execute(tx)
  return rows[0] ?? null
}

/** What the import says of them; null where there are none. */
export function describeManagersByName(named: ManagersByName | null): string | null {
  if (named === null) return null
  const { found, ambiguous, unknown } = named
  if (found + ambiguous + unknown === 0) return null
  const rest = ambiguous + unknown
  const remedy = rest === 0 ? '' : ' Export the number or the address of the manager to find these.'
  return `Managers by name: ${found} found; ${ambiguous} with a name that several people have and ${unknown} with one that nobody has are left open.${remedy}`
}

/** Names compare without case and without more than one blank in a row. */
function nameKey(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(normalize(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'), nfc))`
}

/** What the integration's key for managers says of an account. */
function referenceOf(integration: Integration, table: 'staged_account' | 'i'): RawBuilder<unknown> {
  const { managerProfileHolds: holds, employeeIdProfileKey } = factsOf(integration)
  switch (holds) {
    case 'vendor_id':
      return sql`${sql.ref(`${table}.vendor_id`)}`
    case 'email':
      return sql`${sql.ref(`${table}.email`)}`
    case 'employee_id':
      return sql`profile_text(${sql.ref(`${table}.profile`)}, ${employeeIdProfileKey}::text)`
  }
}
