import { sql, type RawBuilder } from 'kysely'
import type { IntegrationFacts } from './integration-facts.ts'
import { isOfSamePerson } from './replaced-accounts.ts'

export type LinkDecision = {
  identity_id: string
  decision: 'create' | 'link' | 'orphan'
  /** The person to link (`link`) or to suggest (`orphan`, when there is one clear candidate). */
  directory_user_id: string | null
  review_reason: 'recycled_address' | null
}

/**
 * The query that decides about accounts without a person; it writes nothing. `candidates` selects identity_id, vendor_id,
 * email_key, is_live (not deactivated) and is_held_address (a held account has the address, which then leads to no
 * person) of accounts of one integration.
 * An address leads to a person only if exactly one undeleted person has it. The primary also never gives a person a
 * second account of its own, and never links to a person who has left: that address was recycled. A new id of an account that
 * still governs its person waits: it replaces that one in the run that ends it.
 */
export function linkDecisions(
  candidates: RawBuilder<unknown>,
  integration: IntegrationFacts,
): RawBuilder<LinkDecision> {
  return sql<LinkDecision>`
    with candidate as materialized (${candidates}),
    claim as (
      select email_key, count(*) filter (where is_live) as live, bool_or(not is_live) as has_left
      from candidate where email_key is not null group by email_key
    ),
    bearer as (
      select u.id, u.email_key, u.primary_identity_id,
        u.state not in ('expired', 'deactivated')
          and (u.expires_at is null or u.expires_at > current_instant()) as is_live
      from claim c join directory_user u on u.email_key = c.email_key and u.deleted_at is null
    ),
    bearers as (
      select email_key, count(*) as total, count(*) filter (where is_live) as live,
        count(*) filter (where is_live and primary_identity_id is null) as free,
        (array_agg(id) filter (where is_live and primary_identity_id is null))[1] as free_id,
        (array_agg(id) filter (where is_live))[1] as live_id,
        (array_agg(primary_identity_id) filter (where is_live))[1] as governing_id, (array_agg(id))[1] as any_id
      from bearer group by email_key
    ),
    former as (
      select distinct u.email_key from claim c
      join directory_user u on u.email_key = c.email_key and u.deleted_at is not null
    )
    ${integration.isPrimary ? primaryDecisions(integration) : otherDecisions(integration.trustsEmail)}`
}

function primaryDecisions(integration: IntegrationFacts): RawBuilder<unknown> {
  return sql`
    select c.identity_id, d.decision,
      case d.decision when 'link' then b.free_id
        when 'orphan' then case when b.free = 1 then b.free_id when b.live = 1 then b.live_id when w.is_other then s.person_id end end
        as directory_user_id,
      case when d.decision = 'create' and c.is_live and coalesce(b.live, 0) = 0
        and (b.total > 0 or f.email_key is not null or k.has_left) then 'recycled_address' end as review_reason
    from candidate c
    left join claim k on k.email_key = c.email_key
    left join bearers b on b.email_key = c.email_key
    left join former f on f.email_key = c.email_key
    left join lateral (
      select u.id as person_id, u.primary_identity_id from identity i join directory_user u on u.id = i.suggested_directory_user_id
      where i.id = c.identity_id and u.deleted_at is null) s on c.is_live
    cross join lateral (select c.is_live and (
      b.live = 1 and b.free = 0 and ${isOfSamePerson(integration, sql`b.governing_id`, ['active'])}
      or s.person_id is not null and ${isOfSamePerson(integration, sql`s.primary_identity_id`, ['active', 'suspended'])}) as is_other) w
    cross join lateral (select case
      when c.is_held_address or w.is_other then 'orphan'
      when coalesce(b.free, 0) = 0 then 'create'
      when b.total = 1 and k.live = 1 and c.is_live then 'link'
      else 'orphan' end as decision) d`
}

function otherDecisions(trustsEmail: boolean): RawBuilder<unknown> {
  return sql`
    select c.identity_id, case when b.total = 1 and ${trustsEmail} and not c.is_held_address then 'link' else 'orphan' end as decision,
      case when b.total = 1 then b.any_id when b.live = 1 then b.live_id end as directory_user_id,
      null as review_reason
    from candidate c left join bearers b on b.email_key = c.email_key`
}
