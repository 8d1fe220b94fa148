import { sql, type RawBuilder } from 'kysely'
import { startOf } from './changed-accounts.ts'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'
import { isNewInactive } from './leading-account.ts'
import { keepIdentities, stateOf } from './snapshots.ts'

/**
 * The foreign key from a person to the primary identity is checked at commit, so the person can come first. A manager
 * named by vendor id is written along, which resolve-managers.ts confirms, and so is what org will show unless the policy says something
 * else: nearly all people are then written once.
 */
export async function createPeople({ tx, integration }: SourceRun): Promise<void> {
  if (!integration.isPrimary) return
  await sql`
    with noted as (
      insert into user_change (directory_user_id, is_new)
      select directory_user_id, true from pending_link where decision = 'create'
    ), account as (
      select p.identity_id, p.directory_user_id, p.review_reason, a.line, a.first_name, a.last_name, a.email,
        a.state, ${isNewInactive(integration)} as is_about_to_start, a.created_at, a.days, a.profile,
        ${managerReference(integration, 'a')} as manager_reference
      from pending_link p join staged_account a on a.vendor_id = p.vendor_id
      where p.is_new and p.decision = 'create'
      union all
      select p.identity_id, p.directory_user_id, p.review_reason, a.line, i.first_name, i.last_name, i.email,
        i.vendor_state, i.never_active, i.vendor_created_at, i.days, i.profile, ${managerReference(integration, 'i')}
      from pending_link p join identity i on i.id = p.identity_id
      left join staged_account a on a.vendor_id = p.vendor_id
      where not p.is_new and p.decision = 'create'
    ), shown as materialized (
      select d.handle, d.profile_key from dimension d join integration g on g.id = d.integration_id
      where g.id = ${integration.id} and d.state = 'active' and d.attributes_enabled and d.profile_key = any (g.policy_keys)
    )
    insert into directory_user (id, base_state, provisioned_at, deprovisioned_at, first_name, last_name, email,
      username, manager_id, manager_integration_id, primary_identity_id, review_reason,
      source_expires_at, activates_at, org)
    select p.directory_user_id,
      case when p.is_about_to_start then 'staged' else p.state end,
      coalesce(p.created_at, current_instant()), case p.state when 'deactivated' then current_instant() end,
      p.first_name, p.last_name, p.email, nullif(split_part(p.email, '@', 1), ''),
      coalesce(m.directory_user_id, k.directory_user_id),
      case when coalesce(m.directory_user_id, k.directory_user_id) is not null then ${integration.id}::uuid end, p.identity_id, p.review_reason,
      (p.days ->> 'ends_at')::timestamptz, case when p.is_about_to_start then ${startOf(sql`p.days`)} end,
      coalesce((
        select jsonb_object_agg(d.handle, btrim(profile_text(p.profile, d.profile_key))) from shown d
        where btrim(profile_text(p.profile, d.profile_key)) <> ''), '{}')
    from account p
    left join pending_link m on m.vendor_id = p.manager_reference and m.decision = 'create'
      and m.identity_id <> p.identity_id
    left join identity k on k.integration_id = ${integration.id} and k.vendor_id = p.manager_reference
    order by p.line`.execute(tx)
}

function managerReference(integration: IntegrationFacts, alias: 'a' | 'i'): RawBuilder<unknown> {
  const { managerProfileKey, managerProfileHolds } = integration
  if (managerProfileKey === null || managerProfileHolds !== 'vendor_id') return sql`null::text`
  return sql`btrim(profile_text(${sql.id(alias)}.profile, ${managerProfileKey}))`
}

export async function insertIdentities({ tx, integration }: SourceRun): Promise<void> {
  await sql`
    with noted as (
      insert into identity_change (identity_id, is_new)
      select identity_id, true from pending_link where is_new
    )
    insert into identity (id, integration_id, vendor_id, directory_user_id, state, vendor_state, handle, first_name,
      last_name, full_name, email, profile, days, vendor_created_at, never_active, suggested_directory_user_id, linked_by,
      link_evidence, linked_at)
    select p.identity_id, ${integration.id}, a.vendor_id,
      ${newPerson},
      ${stateOf({ person: newPerson, atVendor: sql`a.state` })}, a.state, a.handle, a.first_name, a.last_name,
      a.full_name, a.email, a.profile, a.days, a.created_at, ${isNewInactive(integration)},
      case p.decision when 'orphan' then p.directory_user_id end, ${linkedBy}, ${linkEvidence},
      case when p.decision <> 'orphan' then current_instant() end
    from pending_link p join staged_account a on a.vendor_id = p.vendor_id
    where p.is_new
    order by a.line`.execute(tx)
}

/** Who has the account from now on, if anyone. */
const newPerson = sql`case when p.decision <> 'orphan' then p.directory_user_id end`

const linkedBy = sql`case when p.replaced is not null then 'replaced' when p.decision = 'create' then 'created'
  when p.decision = 'link' and p.evidence is not null then 'evidence' when p.decision = 'link' then 'email' end`

const linkEvidence = sql`case when p.replaced is not null then left(p.replaced, 500)
  when p.decision = 'create' and p.review_reason = 'recycled_address' then 'all others with the address ' || p.email_key || ' have left'
  when p.decision = 'create' and p.review_reason = 'shared_address' then 'who has the address ' || p.email_key || ' has another name'
  when p.decision = 'create' and p.decided_as is not null then 'an administrator decided that it is a new person'
  when p.decision = 'create' then 'nobody else could be meant'
  when p.decision = 'link' and p.evidence is not null then left(p.evidence, 500)
  when p.decision = 'link' then 'only person with the address ' || p.email_key end`

export async function linkOrphans({ tx }: SourceRun): Promise<void> {
  const moved = sql`
    select i.id from pending_link p join identity i on i.id = p.identity_id
    where not p.is_new and (p.decision <> 'orphan'
      or i.suggested_directory_user_id is distinct from p.directory_user_id)`
  await keepIdentities(tx, moved)
  await sql`
    update identity i set state = ${stateOf({ person: newPerson, atVendor: sql`i.vendor_state` })},
      directory_user_id = ${newPerson},
      suggested_directory_user_id = case p.decision when 'orphan' then p.directory_user_id end,
      linked_by = ${linkedBy}, link_evidence = ${linkEvidence},
      linked_at = case when p.decision <> 'orphan' then current_instant() end
    from pending_link p
    where i.id = p.identity_id and i.id in (${moved})`.execute(tx)
}
