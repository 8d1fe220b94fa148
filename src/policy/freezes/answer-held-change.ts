import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { ReadContext } from '../../http/route.ts'
import { instant, instantOrNull } from '../../http/schema.ts'
import { baseUrl } from '../../http/services.ts'
import { currentPolicy } from '../current-policy.ts'
import { requireViewable } from '../rulesets/visible-ruleset.ts'
import { findHeldEffect, type HeldEffect } from './held-effect.ts'
import { findHeld, type HeldRow } from './held-queries.ts'
import { presentCause, type HeldChange } from './schema.ts'

type Shown = Static<typeof HeldChange>

/** The held change of the path, for whoever may see its ruleset: 404 or 403 else. */
export async function findVisibleHeld(context: ReadContext): Promise<HeldRow> {
  const id = context.params['held'] ?? ''
  return requireViewable(context, { kind: 'heldChange', id }, await findHeld(context.db, id))
}

/** What would happen now, while the ruleset is frozen, from several statements: of one snapshot. */
export async function readHeldEffect(
  context: ReadContext,
  { ruleset_id, ended_at }: HeldRow,
): Promise<HeldEffect | undefined> {
  if (ended_at !== null) return undefined
  return findHeldEffect(context.db, await currentPolicy(context), ruleset_id, context.now)
}

/** A held change as it is answered alone, with its ETag. `effect` is what would happen now, if it is still held. */
export function answerHeldChange(
  context: ReadContext,
  row: HeldRow,
  effect: HeldEffect | undefined,
): Shown {
  const shown = presentHeldChange(row, effect, baseUrl(context.services))
  context.etag(row.version, `${shown.state}-${shown.digest?.slice(0, 16) ?? ''}`)
  return shown
}

/** `base` has no trailing slash. */
export function presentHeldChange(
  row: HeldRow,
  effect: HeldEffect | undefined,
  base: string,
): Shown {
  const self = `${base}/policy/held-changes/${encodeId('heldChange', row.id)}`
  const decided = row.digest?.toString('hex') ?? null
  const isAnother = effect !== undefined && effect.digest !== decided
  const { decided_by_type: type, decided_by_id: by } = row
  return {
    id: encodeId('heldChange', row.id),
    state: isAnother ? 'pending' : row.state,
    ruleset_id: encodeId('ruleset', row.ruleset_id),
    reason: row.reason,
    ...presentCause(row.detail),
    digest: effect?.digest ?? decided,
    totals: effect?.totals ?? row.totals,
    decided_by:
      type === null || by === null || isAnother
        ? null
        : { type, id: encodeId(type === 'user' ? 'workspaceUser' : 'service', by) },
    timestamp: {
      created_at: instant(row.created_at),
      updated_at: instant(row.updated_at),
      decided_at: isAnother ? null : instantOrNull(row.decided_at),
      ended_at: instantOrNull(row.ended_at),
    },
    links: {
      self,
      effects: `${self}/effects`,
      approve: `${self}/approve`,
      reject: `${self}/reject`,
      policy_ruleset: `${base}/policy/rulesets/${encodeId('ruleset', row.ruleset_id)}`,
    },
  }
}
