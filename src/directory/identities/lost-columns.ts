import { sql, type RawBuilder } from 'kysely'
import { keysOfPolicy } from './held-accounts.ts'
import type { SourceRun } from './integration-facts.ts'

/** A key that policy reads, and the accounts, by vendor id, that a run takes its value from. */
export type LostColumn = {
  key: string
  vendorIds: string[]
  /** Accounts that had a value before the run. */
  size: number
  percent: number
  least: number
}

/**
 * The keys that more accounts lose by a merge than the limits on accounts of the source allow. Accounts that have ended, or end now,
 * do not count.
 */
export async function findLostColumns({ tx, integration }: SourceRun): Promise<LostColumn[]> {
  const before = sql`c.before -> 'profile'`
  const { rows } = await sql<LostColumn>`
    with lost as materialized (
      select k.key, array_agg(i.vendor_id order by i.vendor_id) as "vendorIds"
      from integration g
      join identity i on i.integration_id = g.id
      join identity_change c on c.identity_id = i.id
      cross join lateral (${keysOfPolicy}) k (key)
      where g.id = ${integration.id} and not c.is_new and i.vendor_state <> 'deactivated'
        and c.before ->> 'vendor_state' <> 'deactivated'
        and ${hasValue(before)} and not ${hasValue(sql`i.profile`)}
        -- Who is named as the manager may be in either key.
        and not (coalesce(k.key in (g.manager_profile_key, g.manager_name_profile_key), false)
          and coalesce(profile_text(i.profile, g.manager_profile_key),
            profile_text(i.profile, g.manager_name_profile_key)) is not null)
      group by k.key
    ), limits as (
      select coalesce(g.account_limit_percent, p.account_limit_percent) as percent,
        coalesce(g.account_limit_people, p.account_limit_people) as least
      from integration g cross join policy_settings p where g.id = ${integration.id}
    ), counted as (
      select k.key, k."vendorIds", l.percent, l.least, (
        select count(*) from identity i left join identity_change c on c.identity_id = i.id
        where i.integration_id = ${integration.id} and not coalesce(c.is_new, false)
          and coalesce(c.before ->> 'vendor_state', i.vendor_state) <> 'deactivated'
          and ${hasValue(sql`coalesce(${before}, i.profile)`)}) as size
      from lost k cross join limits l where cardinality(k."vendorIds") > l.least
    )
    select * from counted where cardinality("vendorIds") * 100 > size * percent order by key`.execute(
    tx,
  )
  return rows
}

/** Whether a profile has a value at a key (`k`): not null, and not empty. */
function hasValue(profile: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    coalesce(profile_member(${profile}, k.key), 'null') not in ('null', '[]', '{}')
    and btrim(coalesce(profile_text(${profile}, k.key),
      case jsonb_typeof(profile_member(${profile}, k.key)) when 'string' then '' else '-' end)) <> '')`
}
