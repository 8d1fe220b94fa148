import { record } from '../../audit/record.ts'
import { conflict, unprocessable } from '../../http/problem.ts'
import { encodeId } from '../../contract/ids.ts'
import { policySeenBy } from '../compiled-policy.ts'
import { policyContext } from '../operations/policy-context.ts'
import type { CallersContext } from '../plans/long-work.ts'
import { requireViewable } from '../rulesets/visible-ruleset.ts'
import { decideHeld, lockHeld, type HeldRow } from './held-queries.ts'
import { findHeldEffect, type HeldEffect } from './held-effect.ts'

/** Which held change, by uuid, as it was seen; `digest` is asked for once the caller is allowed to decide. */
export type Seen = { id: string; digest: () => string }
export type Decided = { held: HeldRow; effect: HeldEffect }

/**
 * Decides a held change as it was seen, under the policy lock: 404, 403, 422 where nothing is held any more or just that
 * was decided already, 409 where something else would happen by now.
 */
export async function decide(
  context: CallersContext,
  seen: Seen,
  { state, now }: { state: 'approved' | 'rejected'; now: Date },
): Promise<Decided> {
  const { tx } = context
  const { id } = seen
  const held = await requireViewable(context, { kind: 'heldChange', id }, await lockHeld(tx, id))
  await context.ask('policy.change.approve')
  const digest = seen.digest()
  if (held.ended_at !== null) {
    throw unprocessable({ state: [`is ${held.state}: nothing is held any more`] })
  }
  context.requireVersion?.(held.version)
  const policy = await policySeenBy(tx, policyContext(context).policies)
  const effect = await findHeldEffect(tx, policy, held.ruleset_id, now)
  if (effect.digest !== digest) throw isAnother(held, effect)
  if (held.state === state && held.digest?.toString('hex') === digest)
    throw unprocessable({ state: [`is ${state} already`] })
  await decideHeld(tx, held, context.actor, { state, effect })
  await record(tx, context.actor, [
    {
      event: `policy.change.${state === 'approved' ? 'approve' : 'reject'}`,
      record: { kind: 'heldChange', id },
      parent: { kind: 'ruleset', id: held.ruleset_id },
      changes: { state: { old: held.state, new: state } },
      details: { digest, people: effect.totals.people },
    },
  ])
  return { held, effect }
}

function isAnother({ id }: HeldRow, { digest, totals }: HeldEffect) {
  return conflict(
    `The held change is out of date. It would move ${totals.people} people now: look at ${encodeId('heldChange', id)} again, whose digest is ${digest}.`,
  )
}
