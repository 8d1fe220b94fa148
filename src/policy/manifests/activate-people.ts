import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** The result of an activation: states as of its instant, and the columns that changed. */
export type ActivatedPerson = {
  id: string
  parent_user_id: string | null
  before: ActivatedFacts
  after: ActivatedFacts
}
type ActivatedFacts = {
  state: string
  base_state: string
  expires_at: string | null
  deprovisioned_at: string | null
  activates_at: string | null
}

const factsAt = (at: Date) => sql`jsonb_build_object(
  'state', directory_user_state(u.base_state, u.expires_at, ${at}), 'base_state', u.base_state,
  'expires_at', iso(u.expires_at),
  'deprovisioned_at', iso(u.deprovisioned_at), 'activates_at', iso(u.activates_at))`

/**
 * Activates people as of `at`: a person who was staged, suspended or deactivated keeps an end that is still to
 * come; a person who was active or had expired no longer has the end that an administrator set. The source's end counts again, unless
 * it has passed. The caller holds the policy lock, audits the
 * change and recalculates manifests.
 */
export async function activatePeople(
  tx: Transaction,
  ids: readonly string[],
  at: Date,
): Promise<ActivatedPerson[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ActivatedPerson>`
    with before as materialized (
      select u.id, u.base_state = 'active' as was_active, ${factsAt(at)} as facts,
        (u.activates_at = (select (i.days ->> 'begins_at')::timestamptz from identity i where i.id = u.primary_identity_id)) is true
          as begins_by_source
      from directory_user u
      where u.id = any (${ids}::uuid[]) order by u.id for no key update
    )
    update directory_user u set base_state = 'active', activates_at = null,
      base_state_set_by = case when was_active then u.base_state_set_by when begins_by_source then 'source' else 'administrator' end,
      deprovisioned_at = case when was_active then u.deprovisioned_at end,
      expires_at = case when not was_active and u.expires_at > ${at} then u.expires_at end,
      overridden_source_end = case when u.source_expires_at <= ${at} then u.source_expires_at else u.overridden_source_end end
    from before where u.id = before.id
    returning u.id, u.parent_user_id, before.facts as before, ${factsAt(at)} as after`.execute(tx)
  return rows
}
