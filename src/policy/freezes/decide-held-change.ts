import { record } from '../../audit/record.ts'
import { conflict, unprocessable } from '../../http/problem.ts'
import type { WriteContext } from '../../http/route.ts'
import { encodeId } from '../../contract/ids.ts'
import { requireViewable } from '../rulesets/visible-ruleset.ts'
import { policyCacheOf } from '../policy-cache-of.ts'
import { decideHeld, lockHeld, type HeldRow } from './held-queries.ts'
import { findHeldEffect, type HeldEffect } from './held-effect.ts'

type Deciding = WriteContext<Record<string, 'heldChange'>, unknown, { digest: string }>
export type Decided = { held: HeldRow; effect: HeldEffect }

/**
 * Decides a held change as it was seen, under the policy lock: 404, 403, 422 where nothing is held any more, 409 where
 * something else would happen by now.
 */
export async function decide(
  context: Deciding,
  state: 'approved' | 'rejected',
  now: Date,
): Promise<Decided> {
  const { tx } = context
  const id = context.params['held'] ?? ''
  const held = await requireViewable(context, { kind: 'heldChange', id }, await lockHeld(tx, id))
  await context.ask('policy.change.approve')
  const { digest } = context.body()
  if (held.ended_at !== null) {
    throw unprocessable({ state: [`is ${held.state}: nothing is held any more`] })
  }
  context.requireVersion(held.version)
  const policy = await policyCacheOf(context.services.database).inTransaction(tx)
  const effect = await findHeldEffect(tx, policy, held.ruleset_id, now)
  if (effect.digest !== digest) throw isAnother(held, effect)
  await decideHeld(tx, held, context.actor, { state, effect })
  await record(tx, context.actor, [
    {
      event: `policy.change.${state === 'approved' ? 'approve' : 'reject'}`,
      record: { kind: 'heldChange', id },
      parent: { kind: 'ruleset', id: held.ruleset_id },
      changes: {
        state: { old: held.state, new: state },
        digest: { old: null, new: digest },
        people: { old: null, new: effect.totals.people },
      },
    },
  ])
  return { held, effect }
}

function isAnother({ id }: HeldRow, { digest, totals }: HeldEffect) {
  return conflict(
    `Something else would happen by now, to ${totals.people} people: look at ${encodeId('heldChange', id)} again, whose digest is ${digest}.`,
  )
}
