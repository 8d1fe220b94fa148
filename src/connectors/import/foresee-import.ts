import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Transaction, TransactionContext } from '../../database/database.ts'
import {
  findUnforeseen,
  keepEvaluated,
  peopleTouchedSoFar,
} from '../../directory/identities/foreseen-people.ts'
import { findReplacedAccounts } from '../../directory/identities/replaced-accounts.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import {
  affectedPeople,
  mayMoveAccess,
  mergeStaged,
} from '../../directory/identities/record-accounts.ts'
import { withAttributesToCome } from '../../policy/attributes/attributes-to-come.ts'
import {
  findNewValues,
  idsFor,
  type MadeIds,
  type NewValues,
} from '../../policy/attributes/make-attributes.ts'
import { compile } from '../../policy/model/compiled-policy.ts'
import { loadPolicy } from '../../policy/model/load-policy.ts'
import { returnsEndRules } from '../../policy/manifests/end-rules.ts'
import type { ForeseenChanges } from '../../policy/manifests/foreseen-changes.ts'
import type { People } from '../../policy/model/people-facts.ts'
import { withBulkPlans } from '../../database/planning.ts'
import { changesOfRun, keepChanges, peopleToEvaluate } from './changes-of-run.ts'

/**
 * The changes that an import will make in manifests, found before it takes a lock, and the policy version that they
 * follow from.
 */
export type ForeseenImport = ForeseenChanges & {
  policy: PolicyStamp
  /** The attributes that it will make. */
  attributes: NewValues & { ids: MadeIds }
  /** Everyone was evaluated for some ruleset. */
  everyone: boolean
}

/** Texts that stay the same as long as no policy changes, and nothing of unbounded reach. */
type PolicyStamp = string

type Options = { isComplete: boolean; accounts: number; hierarchyWasRight: boolean }

/**
 * Merges the current run on the views of the schema `ahead`, which locks and changes only rows of the run, and
 * evaluates the people that it changes. The transaction's search path begins with that schema. @returns null where
 * this is not worth its time, or can't be predicted
 */
export async function foreseeImport(
  run: SourceRun,
  { now }: Pick<TransactionContext, 'now'>,
  { isComplete, accounts, hierarchyWasRight }: Options,
): Promise<ForeseenImport | null> {
  const { tx } = run
  if (!(await withBulkPlans(tx, () => isWorthwhile(run)))) return null
  const stamp = await readPolicyStamp(tx)
  if (stamp === null) return null
  const stored = await loadPolicy(tx)
  const affected = await withBulkPlans(tx, async () => {
    await findReplacedAccounts(run, isComplete)
    await mergeStaged(run, { endsAbsent: isComplete, hierarchyWasRight })
    await sql`select analyze_import_ahead()`.execute(tx)
    return affectedPeople(run)
  })
  // Ending rules changes the policy, which is left to the merge.
  if (run.integration.isPrimary && (await returnsEndRules(tx))) return null
  const { made, surplus } = await withBulkPlans(tx, () => findNewValues(tx, 'all'))
  const ids = await idsFor(tx, made)
  const policy = compile(withAttributesToCome(stored, { made, ids, now }))
  const newRulesets = ids.rulesetIds
  const people = peopleToEvaluate(affected, { newRulesets, accounts })
  const everyone = people === 'all' || made.length > 0
  await keepEvaluated(tx, everyone ? 'all' : people)
  const changes = await keepChanges(changesOfRun(tx, policy, { people, newRulesets, now }))
  if (changes === null) return null
  return { at: now.getTime(), changes, policy: stamp, attributes: { made, surplus, ids }, everyone }
}

/** An import of mostly new accounts has to write nearly everything that it could evaluate. */
async function isWorthwhile({ tx, integration }: SourceRun): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${mayMoveAccess(integration.id)} and count(i.id) * 2 >= count(*)
      and (count(*) > 0 or exists (select from import_absent where run_id = current_import_run())) as found
    from staged_account a
    left join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id`.execute(
    tx,
  )
  return rows[0]?.found ?? false
}

/** Null in a transaction that has changed the policy itself. */
async function readPolicyStamp(tx: SourceRun['tx']): Promise<PolicyStamp | null> {
  const { rows } = await sql<{ stamp: string | null }>`
    select case when coalesce(current_setting('muster.policy_touched', true), '') <> 'yes'
      then concat_ws(' ', epoch, policy) end as stamp from policy_epoch`.execute(tx)
  return rows[0]?.stamp ?? null
}

/** With the people that settling due items has changed since. */
export type StillForeseen = ForeseenImport & { touched: readonly string[] }

/** The foreseen changes, if the policy is still the same. Called under the policy lock, before merging. */
export async function stillForeseen(
  tx: Transaction,
  foreseen: ForeseenImport | null,
): Promise<StillForeseen | null> {
  if (foreseen === null || foreseen.policy !== (await readPolicyStamp(tx))) return null
  const touched = await peopleTouchedSoFar(tx)
  return touched && { ...foreseen, touched }
}

/** The part that still holds after merging. Null where the attributes to create are no longer certain. */
export async function findStanding(
  tx: Transaction,
  { touched, everyone, attributes, at, changes }: StillForeseen,
  affected: People,
) {
  if (affected === 'all' && !everyone) return null
  const needed = everyone ? 'all' : affected
  const { people: except, accountsDiffer } = await withBulkPlans(tx, () =>
    findUnforeseen(tx, { touched, affected: needed }),
  )
  if (accountsDiffer && !areSame(attributes, await findNewValues(tx, 'all'))) return null
  return { attributes, changes: { at, changes, except } }
}

function areSame(one: NewValues, other: NewValues): boolean {
  return isDeepStrictEqual(keyOf(one), keyOf(other))
}

function keyOf({ made, surplus }: NewValues) {
  return [made.map(({ dimension, value }) => [dimension.id, value]), surplus]
}
