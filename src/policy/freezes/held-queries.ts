import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { FreezeReason } from '../../contract/states.ts'
import type { Reader, Transaction } from '../../database/database.ts'
import type { FreezeDetail, Referent } from './freeze-rulesets.ts'
import type { HeldEffect, HeldTotals } from './held-effect.ts'

/** Held changes (`h`) with their freezes (`f`), to be filtered and ordered. */
export function selectHeld(db: Reader) {
  return db
    .selectFrom('held_change as h')
    .innerJoin('ruleset_freeze as f', 'f.id', 'h.freeze_id')
    .select([
      'h.id',
      'h.ruleset_id',
      'h.freeze_id',
      sql<HeldState>`h.state`.as('state'),
      'h.digest',
      sql<HeldTotals | null>`h.totals`.as('totals'),
      sql<'user' | 'service' | null>`h.decided_by_type`.as('decided_by_type'),
      'h.decided_by_id',
      'h.decided_at',
      'h.version',
      'h.created_at',
      'h.updated_at',
      sql<FreezeReason>`f.reason`.as('reason'),
      sql<FreezeDetail>`f.detail`.as('detail'),
      'f.ended_at',
    ])
}

/** The row's state: what a rejection was about may have changed since. */
export const heldStates = ['pending', 'approved', 'rejected', 'dropped'] as const
export type HeldState = (typeof heldStates)[number]
export type HeldRow = Awaited<ReturnType<ReturnType<typeof selectHeld>['executeTakeFirstOrThrow']>>

export function findHeld(db: Reader, id: string): Promise<HeldRow | undefined> {
  return selectHeld(db).where('h.id', '=', id).executeTakeFirst()
}

/** {@link findHeld}, and nobody else decides it until the transaction ends. */
export async function lockHeld(tx: Transaction, id: string): Promise<HeldRow | undefined> {
  await sql`select from held_change where id = ${id} for no key update`.execute(tx)
  return findHeld(tx, id)
}

/** Writes who decided what about an effect. */
export async function decideHeld(
  tx: Transaction,
  { id }: Pick<HeldRow, 'id'>,
  actor: AuditActor,
  { state, effect }: { state: 'approved' | 'rejected'; effect: HeldEffect },
): Promise<void> {
  await sql`
    update held_change set state = ${state}, digest = decode(${effect.digest}, 'hex'),
      totals = ${JSON.stringify(effect.totals)}::jsonb, decided_by_type = ${actor.type},
      decided_by_id = ${actor.id}::uuid, decided_at = current_instant()
    where id = ${id}`.execute(tx)
}

/** Ends the freeze whose change was approved. */
export async function endFreeze(tx: Transaction, freezeId: string): Promise<void> {
  await sql`
    update ruleset_freeze set ended_at = current_instant(), ended_by = 'approved'
    where id = ${freezeId}`.execute(tx)
}

/** What a freeze is about, where it is not a limit. */
export function referentsOf(detail: FreezeDetail): readonly Referent[] {
  return 'referents' in detail ? detail.referents : []
}
