import { sql } from 'kysely'
import { record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { FreezeReason } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import type { OpenFreeze } from '../load-policy.ts'

/** An integration in quarantine. */
export type Referent = { type: 'integration'; id: string }

/** Why a ruleset freezes, as it is stored. */
export type FreezeDetail =
  | { people: number; size: number; percent: number; least: number }
  | { referents: readonly Referent[] }

export type NewFreeze = { rulesetId: string; reason: FreezeReason; detail: FreezeDetail }

/**
 * Freezes rulesets that are not frozen, each with the change that it holds, and audits both. One that another change
 * freezes meanwhile (under a policy lock that is only shared) is waited for, and left as it is then.
 */
export async function freezeRulesets(
  tx: Transaction,
  actor: AuditActor,
  freezes: readonly NewFreeze[],
): Promise<void> {
  if (freezes.length === 0) return
  const { rows } = await sql<{ ruleset_id: string; held_id: string }>`
    with frozen as (
      insert into ruleset_freeze (ruleset_id, reason, detail)
      select "rulesetId", reason, detail
      from json_to_recordset(${JSON.stringify(freezes)}::json) as f ("rulesetId" uuid, reason text, detail jsonb)
      order by "rulesetId"
      on conflict (ruleset_id) where ended_at is null do nothing
      returning id, ruleset_id
    )
    insert into held_change (ruleset_id, freeze_id) select ruleset_id, id from frozen
    returning ruleset_id, id as held_id`.execute(tx)
  const heldOf = new Map(rows.map((row) => [row.ruleset_id, row.held_id]))
  await record(
    tx,
    actor,
    freezes.flatMap((freeze) => {
      const id = heldOf.get(freeze.rulesetId)
      return id === undefined ? [] : [frozen(freeze), held(freeze, id)]
    }),
  )
}

/** Why a freeze ends, but for an approval. */
export type Thaw = { freeze: OpenFreeze; because: 'cause_gone' | 'not_managed' }

/** Ends freezes whose cause is gone; what they held is for the conditions to decide again. */
export async function thawRulesets(
  tx: Transaction,
  actor: AuditActor,
  thaws: readonly Thaw[],
): Promise<void> {
  if (thaws.length === 0) return
  const rows = thaws.map(({ freeze, because }) => ({ id: freeze.id, because }))
  const { rows: dropped } = await sql<{ id: string; ruleset_id: string; state: string }>`
    with ended as (
      update ruleset_freeze f set ended_at = current_instant(), ended_by = t.because
      from json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, because text) where f.id = t.id
      returning f.id
    ), before as (
      select h.id, h.state from held_change h join ended e on e.id = h.freeze_id
    )
    update held_change h set state = 'dropped', digest = null, totals = null,
      decided_by_type = null, decided_by_id = null, decided_at = null
    from before b where b.id = h.id
    returning h.id, h.ruleset_id, b.state`.execute(tx)
  await record(tx, actor, [
    ...thaws.map(({ freeze, because }) => unfrozen(freeze, because)),
    ...dropped.map(({ id, ruleset_id, state }): AuditEntry => ({
      event: 'policy.change.drop',
      record: { kind: 'heldChange', id },
      parent: { kind: 'ruleset', id: ruleset_id },
      changes: { state: { old: state, new: 'dropped' } },
    })),
  ])
}

/** The audit row of a freeze that ends. */
export function unfrozen(
  { rulesetId, reason }: Pick<OpenFreeze, 'rulesetId' | 'reason'>,
  because: Thaw['because'] | 'approved',
): AuditEntry {
  return {
    event: 'policy.ruleset.unfreeze',
    record: { kind: 'ruleset', id: rulesetId },
    changes: { frozen: { old: reason, new: null } },
    details: { because },
  }
}

function frozen({ rulesetId, reason, detail }: NewFreeze): AuditEntry {
  // Ids and counts only.
  const shown: JsonObject = JSON.parse(JSON.stringify(detail))
  return {
    event: 'policy.ruleset.freeze',
    record: { kind: 'ruleset', id: rulesetId },
    changes: { frozen: { old: null, new: reason } },
    details: shown,
  }
}

function held({ rulesetId }: NewFreeze, id: string): AuditEntry {
  return {
    event: 'policy.change.hold',
    record: { kind: 'heldChange', id },
    parent: { kind: 'ruleset', id: rulesetId },
    changes: { state: { old: null, new: 'pending' } },
  }
}
