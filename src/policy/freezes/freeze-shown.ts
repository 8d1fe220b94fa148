import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { FreezeReason } from '../../contract/states.ts'
import type { FreezeDetail } from './freeze-rulesets.ts'
import { presentCause, type RulesetFreeze } from './schema.ts'

export type FreezeShown = {
  reason: FreezeReason
  detail: FreezeDetail
  since: string
  held_change_id: string
}

/** The open freeze of a ruleset (`rs`); null while it follows its conditions. */
export const freezeOf = sql<FreezeShown | null>`(
  select jsonb_build_object('reason', f.reason, 'detail', f.detail, 'since', iso(f.since), 'held_change_id', h.id)
  from ruleset_freeze f join held_change h on h.freeze_id = f.id
  where f.ruleset_id = rs.id and f.ended_at is null)`

/** Whether a ruleset (`rs`) has an open freeze. */
export const isFrozenNow = sql<boolean>`exists (
  select from ruleset_freeze f where f.ruleset_id = rs.id and f.ended_at is null)`

/** `base` has no trailing slash. */
export function presentFreeze(
  freeze: FreezeShown | null,
  base: string,
): Static<typeof RulesetFreeze> | null {
  if (freeze === null) return null
  const id = encodeId('heldChange', freeze.held_change_id)
  return {
    reason: freeze.reason,
    ...presentCause(freeze.detail),
    since: freeze.since,
    held_change_id: id,
    held_change: `${base}/policy/held-changes/${id}`,
  }
}
