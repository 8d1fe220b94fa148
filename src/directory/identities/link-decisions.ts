import { sql, type RawBuilder } from 'kysely'
import type { IntegrationFacts } from './integration-facts.ts'
import { hasDisappeared, likeness } from './replaced-accounts.ts'

export type LinkDecision = {
  identity_id: string
  decision: 'create' | 'link' | 'orphan'
  /** The person to link (`link`) or to suggest (`orphan`, when there is one clear candidate). */
  directory_user_id: string | null
  review_reason: 'recycled_address' | null
}

/**
 * The query that decides about accounts without a person; it writes nothing. `candidates` selects identity_id, vendor_id,
 * email_key, is_live (not deactivated), is_held and must_wait (it gets no person) of accounts of one integration. A held
 * account is linked to nobody: at most, a new person is created for it.
 * An address leads to a person only if exactly one undeleted person has it, and not while it is reviewed whose it was: the account
 * may be the former holder's. The primary also never gives a person a
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
      select u.id, u.email_key, u.primary_identity_id, u.review_reason is not null as is_in_review,
        u.state not in ('expired', 'deactivated')
          and (u.expires_at is null or u.expires_at > current_instant()) as is_live
      from claim c join directory_user u on u.email_key = c.email_key and u.deleted_at is null
    ),
    bearers as (
      select email_key, count(*) as total, count(*) filter (where is_live) as live,
        count(*) filter (where is_live and primary_identity_id is null) as free,
        (array_agg(id) filter (where is_live and primary_identity_id is null))[1] as free_id,
        (array_agg(id) filter (where is_live))[1] as live_id, (array_agg(id))[1] as any_id,
        bool_or(is_in_review) as is_in_review
      from bearer group by email_key
    ),
    former as (
      select distinct u.email_key from claim c
      join directory_user u on u.email_key = c.email_key and u.deleted_at is not null
    )
    ${integration.isPrimary ? primaryDecisions(integration) : otherDecisions(integration.trustsEmail)}`
}

/**
 * Continues the list of queries: `taken` has the accounts whose place another one takes in this run, `meant` the people whom an
 * account may be another one of, and `alike` the one whose account is like it, who may have been suggested before.
 */
function primaryDecisions(integration: IntegrationFacts): RawBuilder<unknown> {
  return sql`, taken as materialized (
      select r.identity_id, r.by_vendor_id from replaced_account r where ${hasDisappeared}
    ),
    meant as (
      select c.identity_id, c.vendor_id, b.id as person_id, b.primary_identity_id, b.is_live, false as is_suggested
      from candidate c join bearer b on b.email_key = c.email_key
      left join identity i on i.id = c.identity_id and i.suggested_directory_user_id = b.id
      where c.is_live and i.id is null
      union all
      select c.identity_id, c.vendor_id, u.id, u.primary_identity_id, true, true
      from candidate c join identity i on i.id = c.identity_id
      join directory_user u on u.id = i.suggested_directory_user_id and u.deleted_at is null
      where c.is_live
    ),
    alike as (
      select m.identity_id, bool_or(m.is_suggested) as is_suggested,
        (array_agg(m.person_id order by m.is_suggested desc))[1] as person_id
      from meant m join identity o on o.id = m.primary_identity_id and o.integration_id = ${integration.id}
      left join taken t on t.identity_id = o.id and t.by_vendor_id <> m.vendor_id
      left join staged_account a on a.vendor_id = m.vendor_id
      left join identity i on i.id = m.identity_id
      where (o.vendor_state <> 'deactivated' and m.is_live or t.identity_id is not null)
        and case when a.vendor_id is null then ${likeness(integration, 'i')} else ${likeness(integration, 'a')} end
          = ${likeness(integration, 'o')}
      group by m.identity_id having count(*) = 1 or bool_or(m.is_suggested)
    )
    select c.identity_id, d.decision,
      case d.decision when 'link' then b.free_id
        when 'orphan' then case when b.free = 1 then b.free_id when w.person_id is not null then w.person_id
          when b.live = 1 then b.live_id end end
        as directory_user_id,
      case when d.decision = 'create' and c.is_live and coalesce(b.live, 0) = 0
        and (b.total > 0 or f.email_key is not null or k.has_left) then 'recycled_address' end as review_reason
    from candidate c
    left join claim k on k.email_key = c.email_key
    left join bearers b on b.email_key = c.email_key
    left join former f on f.email_key = c.email_key
    left join alike w on w.identity_id = c.identity_id and (w.is_suggested or b.free = 0)
    cross join lateral (select case
      when c.must_wait or w.person_id is not null then 'orphan'
      when coalesce(b.free, 0) = 0 then 'create'
      when b.total = 1 and k.live = 1 and c.is_live and not c.is_held then 'link'
      else 'orphan' end as decision) d`
}

function otherDecisions(trustsEmail: boolean): RawBuilder<unknown> {
  return sql`
    select c.identity_id, case when b.total = 1 and ${trustsEmail} and not (c.must_wait or c.is_held or b.is_in_review)
        then 'link' else 'orphan' end as decision,
      case when b.total = 1 then b.any_id when b.live = 1 then b.live_id end as directory_user_id,
      null as review_reason
    from candidate c left join bearers b on b.email_key = c.email_key`
}
