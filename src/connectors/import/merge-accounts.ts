import { isDeepStrictEqual } from 'node:util'
import { dropFormerValues } from '../../policy/attributes/tested-values.ts'
import {
  findNewValues,
  insertImported,
  makeAttributes,
  type Made,
} from '../../policy/attributes/make-attributes.ts'
import { selectUnreadableDimensions } from '../../policy/attributes/queries.ts'
import type { Transaction } from '../../database/database.ts'
import { findUnforeseen, peopleTouchedSoFar } from '../../directory/identities/foreseen-people.ts'
import type { IntegrationFacts, SourceRun } from '../../directory/identities/integration-facts.ts'
import { affectedPeople, recordAccounts } from '../../directory/identities/record-accounts.ts'
import { recalculate, type RecalculateOptions } from '../../policy/manifests/recalculate.ts'
import type { People } from '../../policy/people-facts.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { readPolicyStamp, type ForeseenImport } from './foresee-import.ts'
import { mappingOf } from './integration-mapping.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportStage } from './import-stage.ts'
import type { ImportOutcome } from './outcome.ts'
import { withBulkPlans } from './bulk-plans.ts'
import { findPeopleFindings } from './people-findings.ts'

/** `isShared`: so is the policy lock, because no verdict can change. */
export type AccountsContext = ImportContext & {
  stage: ImportStage
  isShared: boolean
  foreseen: ForeseenImport | null
}

/** Accounts into identities and people, then attributes and manifests as they follow. */
export async function mergeAccounts(
  context: AccountsContext,
  outcome: ImportOutcome,
): Promise<void> {
  const { tx, actor, isComplete, meter, stage, staged } = context
  const run: SourceRun = { tx, actor, integration: factsOf(context.integration) }
  const foreseen = await stillForeseen(tx, context.foreseen)
  const hierarchyWasRight = await stage.showChangedTo(run)
  const recording = { isComplete, listed: staged.accounts, hierarchyWasRight }
  const recorded = await withBulkPlans(tx, () => recordAccounts(run, recording))
  outcome.accounts = recorded.identities
  Object.assign(outcome.missing, recorded.missing)
  outcome.quarantined = recorded.isQuarantined
  Object.assign(outcome.people, recorded.people)

  meter.enter('policy')
  await tellUnreadableDimensions(context, outcome)
  await settlePolicy(context, run, outcome, foreseen)
  if (run.integration.isPrimary) Object.assign(outcome.people, await findPeopleFindings(tx))
}

/** Keys were withdrawn from policy on purpose, so that it is no reason to refuse the import. */
async function tellUnreadableDimensions(
  { tx, integration, report }: AccountsContext,
  outcome: ImportOutcome,
): Promise<void> {
  for (const { handle, profileKey } of await selectUnreadableDimensions(tx, integration.id)) {
    const reason =
      `the dimension ${handle} is passed over: policy_keys of ${integration.handle} do not list ` +
      `${JSON.stringify(profileKey)}, so that its values become no attributes`
    outcome.dimensionsPassedOver.push(handle)
    outcome.notes += 1
    await report.write({ line: null, kind: 'note', reason })
  }
}

async function settlePolicy(
  { tx, now, actor, observe, isShared, staged }: AccountsContext,
  run: SourceRun,
  outcome: ImportOutcome,
  foreseen: Foreseen | null,
): Promise<void> {
  if (isShared) return
  const affected = await affectedPeople(run)
  if (affected !== 'all' && affected.length === 0 && !outcome.quarantined) return
  const found = foreseen && (await findStanding(tx, foreseen, affected))
  await dropFormerValues(tx, actor)
  const making = { now, actor, dimensionIds: 'all' } as const
  const { rulesetIds } =
    found === null
      ? await makeAttributes(tx, making)
      : await insertImported(tx, { ...making, ...found.attributes })
  outcome.attributes = { created: rulesetIds.length }
  const cause = { kind: 'integration' as const, id: run.integration.id }
  const setting = { now, actor, observe, counting: { cause } }
  const steps =
    found === null
      ? stepsOf(affected, rulesetIds, staged.accounts)
      : [{ people: rulesetIds.length > 0 ? ('all' as const) : affected, foreseen: found.changes }]
  for (const step of steps) {
    const { entered, changed, ended } = await recalculate(tx, { ...setting, ...step })
    outcome.manifests.entered += entered
    outcome.manifests.changed += changed
    outcome.manifests.ended += ended
  }
}

/** With the people that settling what was due has changed since. */
type Foreseen = ForeseenImport & { touched: readonly string[] }

/** What was foreseen, if the policy is still the one that it follows from. To be asked under the policy lock, before merging. */
async function stillForeseen(
  tx: Transaction,
  foreseen: ForeseenImport | null,
): Promise<Foreseen | null> {
  if (foreseen === null || foreseen.policy !== (await readPolicyStamp(tx))) return null
  const touched = await peopleTouchedSoFar(tx)
  return touched && { ...foreseen, touched }
}

/** What of it stands after merging. Null where the attributes to make are no longer certain. */
async function findStanding(
  tx: Transaction,
  { touched, everyone, attributes, at, changes }: Foreseen,
  affected: People,
) {
  if (affected === 'all' && !everyone) return null
  const needed = everyone ? 'all' : affected
  const { people: except, accountsDiffer } = await withBulkPlans(tx, () =>
    findUnforeseen(tx, { touched, affected: needed }),
  )
  if (accountsDiffer && !areSame(attributes.made, await findNewValues(tx, 'all'))) return null
  return { attributes, changes: { at, changes, except } }
}

function areSame(one: readonly Made[], other: readonly Made[]): boolean {
  return isDeepStrictEqual(one.map(keyOf), other.map(keyOf))
}

const keyOf = ({ dimension, value }: Made) => [dimension.id, value]

type Step = Pick<RecalculateOptions, 'people' | 'rulesets'>

/**
 * A new attribute is a new rule, which may admit people that this import did not write. Everybody is evaluated for it. If
 * the import changed few people, the other rules are evaluated for these only; for many, evaluating everybody is faster.
 */
function stepsOf(affected: People, newRulesets: readonly string[], accounts: number): Step[] {
  if (newRulesets.length === 0) return [{ people: affected }]
  const areFew = affected !== 'all' && affected.length * 20 <= accounts
  return areFew
    ? [{ people: 'all', rulesets: newRulesets }, { people: affected }]
    : [{ people: 'all' }]
}

/** What reading the accounts of an integration needs to know of it. */
export function factsOf(integration: Integration): IntegrationFacts {
  return {
    id: integration.id,
    handle: integration.handle,
    isPrimary: integration.is_primary,
    trustsEmail: integration.trusts_email,
    tellsNewAccounts: mappingOf(integration).account.state.new_values.length > 0,
    employeeIdProfileKey: integration.employee_id_profile_key,
    managerProfileKey: integration.manager_profile_key,
    managerProfileHolds: managerHolds(integration.manager_profile_holds),
    parentProfileKey: integration.parent_profile_key,
  }
}

function managerHolds(value: string): IntegrationFacts['managerProfileHolds'] {
  return value === 'email' || value === 'employee_id' ? value : 'vendor_id'
}
