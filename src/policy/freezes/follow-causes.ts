import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { People } from '../people-facts.ts'
import { findCauses, type Cause, type Referent } from './causes.ts'
import { changeReasons, freezeRulesets, type NewFreeze, type Thaw } from './freeze-rulesets.ts'
import type { OpenFreeze } from '../load-policy.ts'
import type { Freezes } from './freezes.ts'

/** Whoever may approve held changes lets go what their own change of the policy takes away: `isApproved`. */
export type Following = { people: People; isApproved: boolean }

/**
 * Freezes the rulesets whose conditions name what is gone or not believed, before anybody is evaluated.
 * @returns the freezes whose cause is no more: they are to be thawed once all else has followed
 */
export async function followCauses(
  tx: Transaction,
  actor: AuditActor,
  freezes: Freezes,
  { people, isApproved }: Following,
): Promise<Thaw[]> {
  const { causes, back } = await findCauses(tx, freezes)
  const frozen = new Set(freezes.open.map(({ rulesetId }) => rulesetId))
  await forgetAccepted(tx, back)
  if (isApproved) await acceptGone(tx, causes, frozen)
  await freezeRulesets(
    tx,
    actor,
    [...causes].flatMap(([rulesetId, cause]) =>
      frozen.has(rulesetId) ? [] : [freezeBy(rulesetId, cause)],
    ),
  )
  const caused = freezes.open.filter(
    (freeze) => freezes.isManaged(freeze.rulesetId) && isCaused(freeze),
  )
  await changeReasons(
    tx,
    actor,
    caused.flatMap((freeze) => {
      const cause = causes.get(freeze.rulesetId)
      if (cause === undefined || isStillWhy(freeze, cause)) return []
      return [{ freeze, after: freezeBy(freeze.rulesetId, cause) }]
    }),
  )
  return freezes.open.flatMap((freeze): Thaw[] => {
    if (!freezes.isManaged(freeze.rulesetId))
      return people === 'all' ? [{ freeze, because: 'not_managed' }] : []
    return caused.includes(freeze) && !causes.has(freeze.rulesetId)
      ? [{ freeze, because: 'cause_gone' }]
      : []
  })
}

/** Whether the freeze ends by itself once its cause is no more. */
function isCaused({ reason }: OpenFreeze): boolean {
  return reason === 'referent_gone' || reason === 'source_quarantined'
}

/** Something else may keep a ruleset frozen by now: a manager who has left, say, once the source is released. */
function isStillWhy({ reason }: OpenFreeze, { gone, quarantined }: Cause): boolean {
  return (reason === 'referent_gone' ? gone : quarantined).length > 0
}

function freezeBy(rulesetId: string, { gone, quarantined }: Cause): NewFreeze {
  return gone.length > 0
    ? { rulesetId, reason: 'referent_gone', detail: { referents: gone } }
    : { rulesetId, reason: 'source_quarantined', detail: { referents: quarantined } }
}

/** Lets go what has just gone, of rulesets that are not frozen yet. A source in quarantine freezes them all the same. */
async function acceptGone(
  tx: Transaction,
  causes: Map<string, Cause>,
  frozen: ReadonlySet<string>,
): Promise<void> {
  for (const [rulesetId, { gone, quarantined }] of causes) {
    if (frozen.has(rulesetId)) continue
    await acceptReferents(tx, rulesetId, gone)
    if (quarantined.length === 0) causes.delete(rulesetId)
    else causes.set(rulesetId, { gone: [], quarantined })
  }
}

/** Remembers that these things are gone and that the ruleset is to follow its conditions all the same. */
export async function acceptReferents(
  tx: Transaction,
  rulesetId: string,
  referents: readonly Referent[],
): Promise<void> {
  if (referents.length === 0) return
  await sql`
    insert into ruleset_accepted_referent (ruleset_id, referent_id)
    select ${rulesetId}, id from unnest(${referents.map(({ id }) => id)}::uuid[]) as t (id)
    on conflict do nothing`.execute(tx)
}

/** What is back may be missed again. */
async function forgetAccepted(tx: Transaction, back: readonly string[]): Promise<void> {
  if (back.length === 0) return
  await sql`delete from ruleset_accepted_referent where referent_id = any (${back}::uuid[])`.execute(
    tx,
  )
}
