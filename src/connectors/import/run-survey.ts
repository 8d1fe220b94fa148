import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import {
  affectedPeople,
  changedAccounts,
  mergeStaged,
  type SkippedSteps,
} from '../../directory/identities/record-accounts.ts'
import {
  makeAttributes,
  makeFoundAttributes,
  type Surplus,
} from '../../policy/attributes/make-attributes.ts'
import {
  selectAccountFacts,
  selectFactsOfRun,
  type AccountFacts,
} from '../../policy/attributes/profile-values.ts'
import { policySeenBy, type LoadedPolicy } from '../../policy/model/compiled-policy.ts'
import type { Movement } from '../../policy/limits/counting.ts'
import { endRulesOfReturned } from '../../policy/manifests/end-rules.ts'
import { foreseenChanges } from '../../policy/manifests/foreseen-changes.ts'
import type { ManifestChanges, Qualification } from '../../policy/manifests/manifest-changes.ts'
import { scopeAround } from '../../policy/manifests/scope.ts'
import { movesOf } from '../../policy/manifests/moves.ts'
import type { People } from '../../policy/model/people-facts.ts'
import { planAsUsual, planForAll, withBulkPlans } from '../../database/planning.ts'
import { changesOfRun, keepChanges, peopleToEvaluate } from './changes-of-run.ts'
import { findStanding, type StillForeseen } from './foresee-import.ts'
import type { ImportContext } from './import-context.ts'

/** What a merged run changes in manifests. Nothing of it is written yet. */
export type RunSurvey = {
  affected: People
  /** Rulesets of the attributes that it created. */
  newRulesets: readonly string[]
  /** Values that become no attributes. */
  surplus: readonly Surplus[]
  /** Null where they are more than memory should hold: they are computed again when they are written. */
  changes: readonly ManifestChanges[] | null
  /** Those in rulesets that have limits. */
  movements: readonly Movement[]
  /** What the `resting` people qualify for differently. */
  requalified: readonly Requalification[]
  /** Whether conditions on managers decide about a ruleset, through however many attributes. */
  readsManagers: (rulesetId: string) => boolean
}

export type SurveyOptions = {
  isComplete: boolean
  hierarchyWasRight: boolean
  /** No verdict can change. */
  isShared: boolean
  /** The evaluation from before the lock. */
  foreseen: StillForeseen | null
  skips?: SkippedSteps
  /** People (uuids) who are not eligible. */
  resting?: ReadonlySet<string>
}

/** A change of one account may concern everyone below a manager. */
const fewPeople = 500

/** Merges the stage, creates the resulting attributes, and finds the changes in manifests. */
export async function mergeAndSurvey(
  context: ImportContext,
  run: SourceRun,
  { isComplete, hierarchyWasRight, isShared, foreseen, skips, resting = new Set() }: SurveyOptions,
): Promise<RunSurvey> {
  const { tx, now, actor, staged } = context
  const merging = { endsAbsent: isComplete, hierarchyWasRight, ...(skips && { skips }) }
  await withBulkPlans(tx, () => mergeStaged(run, merging))
  const [affected, among] = await Promise.all([
    isShared ? [] : affectedPeople(run),
    isShared ? undefined : factsToRead(context),
  ])
  if (affected !== 'all' && affected.length === 0)
    return {
      affected,
      newRulesets: [],
      surplus: [],
      changes: [],
      movements: [],
      requalified: [],
      readsManagers: () => false,
    }
  if (affected === 'all') planForAll(tx)
  if (affected === 'all' || affected.length > fewPeople) await planAsUsual(tx)
  const mayEndRules = run.integration.isPrimary && run.facts?.rulesRest !== false
  const endsRules = mayEndRules && (await endRulesOfReturned(tx, actor, now))
  const standing =
    foreseen === null || endsRules ? null : await findStanding(tx, foreseen, affected)
  const making = { now, actor, dimensionIds: 'all', among } as const
  const { rulesetIds: newRulesets, surplus } =
    standing === null
      ? await makeAttributes(tx, making)
      : await makeFoundAttributes(tx, { ...making, ...standing.attributes })
  const policy = await policySeenBy(tx, context.policies)
  const people = peopleToEvaluate(affected, { newRulesets, accounts: staged.accounts })
  const found =
    standing === null
      ? changesOfRun(tx, policy, { people, newRulesets, now })
      : foreseenChanges(tx, policy, standing.changes, now)
  const movements: Movement[] = []
  const requalified: Requalification[] = []
  const changes = await keepChanges(found, (each) => {
    if (resting.size > 0) requalified.push(...requalifiedOf(each, resting))
    for (const move of movesOf(each)) if (policy.hasLimits(move.rulesetId)) movements.push(move)
  })
  return {
    affected: people,
    newRulesets,
    surplus,
    changes,
    movements,
    requalified,
    readsManagers: managerReader(policy),
  }
}

/** Those that new values can be in: a push is about one account. */
function factsToRead({ tx, isPush }: ImportContext): Promise<AccountFacts[] | undefined> {
  return isPush ? selectAccountFacts(tx, changedAccounts) : selectFactsOfRun(tx)
}

function requalifiedOf(
  { qualified, unqualified }: ManifestChanges,
  people: ReadonlySet<string>,
): Requalification[] {
  const of = (rows: readonly Qualification[], isQualified: boolean) =>
    rows
      .filter(({ personId }) => people.has(personId))
      .map(({ personId, ruleId }) => ({ personId, ruleId, isQualified }))
  return [...of(qualified, true), ...of(unqualified, false)]
}

function managerReader({ source }: LoadedPolicy): RunSurvey['readsManagers'] {
  const known = new Map<string, boolean>()
  return (rulesetId) => {
    const found =
      known.get(rulesetId) ??
      scopeAround(source, [rulesetId]).policy.rules.some(({ conditions }) =>
        conditions.some(({ type }) => type === 'direct_reports_of' || type === 'all_reports_of'),
      )
    known.set(rulesetId, found)
    return found
  }
}

/** A rule that a person meets from now on, or no longer. Ids are uuids. */
type Requalification = { personId: string; ruleId: string; isQualified: boolean }

/** A place in which someone would have other access. Ids are uuids. */
type Place = { personId: string; rulesetId: string }

/**
 * Where people who are not eligible would have other access by what they qualify for now (`requalified`), if they were eligible.
 * Qualifications are not written yet. `switched`: those whose account has begun or ended.
 */
export async function findWouldMove(
  tx: Transaction,
  requalified: readonly Requalification[],
  switched: readonly string[],
): Promise<Place[]> {
  if (requalified.length + switched.length === 0) return []
  const rows = requalified.map((each) => ({
    person_id: each.personId,
    rule_id: each.ruleId,
    is_qualified: each.isQualified,
  }))
  const { rows: places } = await sql<Place>`
    with requalified as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (person_id uuid, rule_id uuid, is_qualified boolean)
    ), switched as (
      select unnest(${[...switched]}::uuid[]) as person_id
    ), known as materialized (
      select q.directory_user_id as person_id, q.rule_id from qualification q
      where q.directory_user_id in (select person_id from requalified union select person_id from switched)
    ), met as (
      select 'before' as at, person_id, rule_id from known
      union all
      select 'after', person_id, rule_id from known
      where (person_id, rule_id) not in (select person_id, rule_id from requalified where not is_qualified)
      union all
      select 'after', person_id, rule_id from requalified where is_qualified
    ), admitted as (
      select distinct on (m.at, m.person_id, s.id) m.at, m.person_id, s.id as ruleset_id, r.policy_role_id, r.expires_at
      from met m join rule r on r.id = m.rule_id join ruleset s on s.id = r.ruleset_id
      where s.attribute_id is null
      order by m.at, m.person_id, s.id, r.priority, r.activated_at, r.id
    )
    select coalesce(b.person_id, a.person_id) as "personId", coalesce(b.ruleset_id, a.ruleset_id) as "rulesetId"
    from (select * from admitted where at = 'before') b
    full join (select * from admitted where at = 'after') a
      on (a.person_id, a.ruleset_id) = (b.person_id, b.ruleset_id)
    where (b.policy_role_id, b.expires_at) is distinct from (a.policy_role_id, a.expires_at)
      or coalesce(b.person_id, a.person_id) in (select person_id from switched)`.execute(tx)
  return places
}
