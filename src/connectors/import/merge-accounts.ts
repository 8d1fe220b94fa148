import { maximumAttributes } from '../../policy/attributes/make-attributes.ts'
import { selectUnreadableDimensions } from '../../policy/attributes/queries.ts'
import { dropFormerValues } from '../../policy/attributes/tested-values.ts'
import type { IntegrationFacts, SourceRun } from '../../directory/identities/integration-facts.ts'
import { planForStaged } from '../../directory/identities/changed-accounts.ts'
import { countAccountEnds } from '../../directory/identities/account-ends.ts'
import { confirmHierarchy, isHierarchyConfirmed } from '../../directory/identities/hierarchy.ts'
import { auditMerged, type SkippedSteps } from '../../directory/identities/record-accounts.ts'
import { noAbsentAccounts } from '../../directory/identities/write-identities.ts'
import { keepSourceMovements } from '../../policy/holds/held-movements.ts'
import { findRulesetNames } from '../../policy/holds/queries.ts'
import { carriedOut } from '../../policy/limits/stopped.ts'
import { recalculate, type RecalculateOptions } from '../../policy/manifests/recalculate.ts'
import type { People } from '../../policy/model/people-facts.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { findRunFacts } from '../../directory/identities/run-facts.ts'
import { countChanges } from '../../policy/manifests/manifest-changes.ts'
import { decideRun } from './decide-run.ts'
import { countingOf } from './try-run.ts'
import { presentRunIncident, type ImportOutcome } from './outcome.ts'
import type { RunSurvey } from './run-survey.ts'
import { stillForeseen, type ForeseenImport } from './foresee-import.ts'
import { mappingOf } from './integration-mapping.ts'
import type { ImportContext } from './import-context.ts'
import type { MergedStage } from './import-stage.ts'
import { isAboutFew, withBulkPlans } from '../../database/planning.ts'
import { countRejectedValues } from '../../directory/identities/rejected-values.ts'
import { findPeopleFindings } from './people-findings.ts'

/** `isShared`: so is the policy lock, because no verdict can change. `runId`: the uuid of the run in `import_run`. */
export type AccountsContext = ImportContext & {
  stage: MergedStage
  isShared: boolean
  runId: string
  foreseen: ForeseenImport | null
}

/** Accounts into identities and people, then attributes and manifests as they follow, as far as the limits allow. */
export async function mergeAccounts(
  context: AccountsContext,
  outcome: ImportOutcome,
): Promise<void> {
  const { tx, now, actor, isComplete, isShared, meter, stage, staged } = context
  const source: SourceRun = { tx, actor, integration: factsOf(context.integration) }
  const foreseen = await stillForeseen(tx, context.foreseen)
  const [wasConfirmed, isRight, facts] = await Promise.all([
    isHierarchyConfirmed(tx),
    stage.showChangedTo(source),
    context.isPush && !isShared ? findRunFacts(source) : undefined,
  ])
  // What a complete run does not list may be nearly everybody.
  if (!isComplete && !isAboutFew(tx)) await planForStaged(tx)
  const hierarchyWasRight = isRight || wasConfirmed
  const missing = isComplete
    ? noAbsentAccounts
    : await withBulkPlans(tx, () => stage.countAbsent(source))
  const options = { isComplete, hierarchyWasRight, isShared, foreseen }
  const decided = await decideRun(context, { ...source, facts }, options)
  const { run, survey, skipped, incident } = decided
  // What is held of new accounts is stored only now.
  if (survey.affected === 'all' || survey.affected.length > 0) await dropFormerValues(tx, actor)
  const recorded = await withBulkPlans(tx, () => auditMerged(run, staged.accounts))
  outcome.accounts = recorded.identities
  Object.assign(outcome.missing, missing)
  Object.assign(outcome.people, recorded.people)
  await countAccountEnds(run, now)

  meter.enter('policy')
  await tellUnreadableDimensions(context, outcome)
  outcome.attributes = { created: survey.newRulesets.length }
  await reportSurplus(context, survey, outcome)
  await reportSkipped(context, skipped, outcome)
  await reportRejected(context, run, outcome)
  await writeManifests(context, run, { survey, outcome })
  if (!isShared && !skipped.hierarchy) await confirmHierarchy(run, wasConfirmed)
  if (incident !== null) {
    const ids = incident.reasons.flatMap(({ ruleset_id: id }) => (id === null ? [] : [id]))
    outcome.incident = presentRunIncident(incident, await findRulesetNames(tx, ids))
    const isNew = incident.steps.includes('open')
    await keepSourceMovements(tx, incident.id, isNew ? undefined : now)
  }
  if (run.integration.isPrimary && !context.isPush)
    Object.assign(outcome.people, await findPeopleFindings(tx))
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

/** Values beyond the number of attributes that a dimension may have are no reason to refuse the import. */
async function reportSurplus(
  { report }: AccountsContext,
  { surplus }: RunSurvey,
  outcome: ImportOutcome,
): Promise<void> {
  for (const { handle, values } of surplus) {
    const reason = `the dimension ${handle} has ${values} values more than the ${maximumAttributes} that become attributes`
    outcome.surplusValues.push({ dimension: handle, values })
    outcome.notes += 1
    await report.write({ line: null, kind: 'note', reason })
  }
}

const skippedBecause: Readonly<Record<keyof SkippedSteps, string>> = {
  otherSources:
    'accounts of other sources that match a person now are not linked: more people than the limits allow would be moved. ' +
    'The next run of each of these sources decides about its own',
  hierarchy:
    'managers and parents stay as they were, although no row changes them: more people than the limits allow would be moved. ' +
    'Somebody changed who has the address by which managers are named. Correct that, or raise the limits of the rulesets',
}

/** What a run did not do, although nothing that the source said is the reason. */
async function reportSkipped(
  { report }: AccountsContext,
  skipped: SkippedSteps,
  outcome: ImportOutcome,
): Promise<void> {
  for (const what of ['otherSources', 'hierarchy'] as const) {
    if (!skipped[what]) continue
    outcome.notes += 1
    await report.write({ line: null, kind: 'note', reason: skippedBecause[what] })
  }
}

/** What someone rejected stays as it was accepted, while the source says the same. */
async function reportRejected(
  { report, isPush }: AccountsContext,
  run: SourceRun,
  outcome: ImportOutcome,
): Promise<void> {
  if (isPush) return
  outcome.rejectedValues = await countRejectedValues(run)
  if (outcome.rejectedValues.length === 0) return
  const values = outcome.rejectedValues.map(({ key, accounts }) => `${key} of ${accounts}`)
  const reason = `Rejected values stay unread while the source reports them (accounts): ${values.join(', ')}.`
  outcome.notes += 1
  await report.write({ line: null, kind: 'note', reason })
}

async function writeManifests(
  { tx, now, actor, policies, observe, isShared, staged }: AccountsContext,
  run: SourceRun,
  { survey, outcome }: { survey: RunSurvey; outcome: ImportOutcome },
): Promise<void> {
  const { affected, newRulesets, changes } = survey
  if (isShared || (affected !== 'all' && affected.length === 0)) return
  const movesNothing = changes?.every((each) => countChanges(each) === 0) === true
  if (movesNothing && newRulesets.length === 0 && observe === undefined) return
  const counting = countingOf(run)
  const setting = { now, actor, policies, observe, counting, limits: 'ignore' as const }
  const steps =
    changes === null
      ? stepsOf(affected, newRulesets, staged.accounts)
      : [
          {
            people: newRulesets.length > 0 ? ('all' as const) : affected,
            foreseen: { at: now.getTime(), changes, except: [] },
          },
        ]
  for (const step of steps) {
    const { entered, changed, ended } = carriedOut(await recalculate(tx, { ...setting, ...step }))
    outcome.manifests.entered += entered
    outcome.manifests.changed += changed
    outcome.manifests.ended += ended
  }
}

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

/** The facts of an integration that reading its accounts needs. */
export function factsOf(integration: Integration): IntegrationFacts {
  const tellsNewAccounts = mappingOf(integration).account.state.new_values.length > 0
  return { ...knownFactsOf(integration), tellsNewAccounts }
}

/** {@link factsOf} where no account is read, so that the mapping plays no part. */
export function knownFactsOf(integration: Integration): IntegrationFacts {
  return {
    id: integration.id,
    handle: integration.handle,
    isPrimary: integration.is_primary,
    trustsEmail: integration.trusts_email,
    tellsNewAccounts: false,
    employeeIdProfileKey: integration.employee_id_profile_key,
    managerProfileKey: integration.manager_profile_key,
    managerProfileHolds: managerHolds(integration.manager_profile_holds),
    managerNameProfileKey: integration.manager_name_profile_key,
    parentProfileKey: integration.parent_profile_key,
  }
}

export function managerHolds(value: string): IntegrationFacts['managerProfileHolds'] {
  return value === 'email' || value === 'employee_id' ? value : 'vendor_id'
}
