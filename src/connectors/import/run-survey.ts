import { sql } from 'kysely'
import { uuids } from '../../database/uuids.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import { affectedPeople, mergeStaged } from '../../directory/identities/record-accounts.ts'
import {
  makeAttributes,
  makeFoundAttributes,
  type Surplus,
} from '../../policy/attributes/make-attributes.ts'
import { dropFormerValues } from '../../policy/attributes/tested-values.ts'
import { loadCompiledPolicy, type LoadedPolicy } from '../../policy/compiled-policy.ts'
import type { Movement } from '../../policy/limits/counting.ts'
import { everybodysChanges } from '../../policy/manifests/everybodys-changes.ts'
import { foreseenChanges } from '../../policy/manifests/foreseen-changes.ts'
import { listedChanges } from '../../policy/manifests/listed-changes.ts'
import {
  changesFor,
  countChanges,
  type ManifestChanges,
} from '../../policy/manifests/manifest-changes.ts'
import { keptAtMost } from '../../policy/manifests/ledger.ts'
import { scopeAround } from '../../policy/manifests/scope.ts'
import { movesOf } from '../../policy/moves.ts'
import type { People } from '../../policy/people-facts.ts'
import { withBulkPlans } from './bulk-plans.ts'
import { findStanding, type StillForeseen } from './foresee-import.ts'
import type { ImportContext } from './import-context.ts'

/** What a merged run changes in manifests. Nothing of it is written yet. */
export type RunSurvey = {
  affected: People
  /** Rulesets of the attributes that it made. */
  newRulesets: readonly string[]
  /** Values that become no attributes. */
  surplus: readonly Surplus[]
  /** Null where they are more than memory should hold: they are found once more to be written. */
  changes: readonly ManifestChanges[] | null
  /** Those in rulesets that have limits. */
  movements: readonly Movement[]
  /** Whether conditions on managers decide about a ruleset, through however many attributes. */
  readsManagers: (rulesetId: string) => boolean
}

export type SurveyOptions = {
  isComplete: boolean
  hierarchyWasRight: boolean
  /** No verdict can change. */
  isShared: boolean
  /** What was evaluated before the lock. */
  foreseen: StillForeseen | null
}

/** Merges the stage, makes the attributes that follow, and finds what changes in manifests. */
export async function mergeAndSurvey(
  context: ImportContext,
  run: SourceRun,
  { isComplete, hierarchyWasRight, isShared, foreseen }: SurveyOptions,
): Promise<RunSurvey> {
  const { tx, now, actor, staged } = context
  await withBulkPlans(tx, () => mergeStaged(run, { endsAbsent: isComplete, hierarchyWasRight }))
  const affected = isShared ? [] : await withSecondaries(run, await affectedPeople(run))
  if (affected !== 'all' && affected.length === 0)
    return {
      affected,
      newRulesets: [],
      surplus: [],
      changes: [],
      movements: [],
      readsManagers: () => false,
    }
  const standing = foreseen && (await findStanding(tx, foreseen, affected))
  await dropFormerValues(tx, actor)
  const making = { now, actor, dimensionIds: 'all' } as const
  const { rulesetIds: newRulesets, surplus } =
    standing === null
      ? await makeAttributes(tx, making)
      : await makeFoundAttributes(tx, { ...making, ...standing.attributes })
  const policy = await loadCompiledPolicy(tx)
  // For many people, evaluating everybody is faster.
  const areFew =
    affected !== 'all' && (newRulesets.length === 0 || affected.length * 20 <= staged.accounts)
  const people = areFew ? affected : 'all'
  const changes =
    standing === null
      ? changesOf(run, policy, { people, newRulesets, now })
      : foreseenChanges(tx, policy, standing.changes, now)
  const found = await keep(policy, changes)
  return { affected: people, newRulesets, surplus, ...found, readsManagers: managerReader(policy) }
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

/** With their secondary users. */
export async function withSecondaries({ tx }: SourceRun, people: People): Promise<People> {
  if (people === 'all') return people
  const { rows } = await sql<{ id: string }>`
    select id from directory_user where id = any (${uuids(people)})
    union select id from directory_user where parent_user_id = any (${uuids(people)})`.execute(tx)
  return rows.map(({ id }) => id)
}

type Evaluation = { people: People; newRulesets: readonly string[]; now: Date }

/** A new attribute is a new rule, which may admit people that the run did not write: everybody is evaluated for it. */
export async function* changesOf(
  { tx }: SourceRun,
  policy: LoadedPolicy,
  { people, newRulesets, now }: Evaluation,
): AsyncGenerator<ManifestChanges> {
  if (people === 'all') {
    yield* everybodysChanges(tx, policy, 'all', now.getTime())
    return
  }
  if (newRulesets.length > 0) {
    const listed = new Set(people)
    for await (const changes of everybodysChanges(tx, policy, newRulesets, now.getTime()))
      yield changesFor(changes, (personId) => !listed.has(personId))
  }
  yield* listedChanges(tx, policy, { people, withReports: false }, now)
}

async function keep(
  policy: LoadedPolicy,
  found: AsyncGenerator<ManifestChanges>,
): Promise<Pick<RunSurvey, 'changes' | 'movements'>> {
  const movements: Movement[] = []
  let changes: ManifestChanges[] | null = []
  let size = 0
  for await (const each of found) {
    for (const move of movesOf(each)) if (policy.hasLimits(move.rulesetId)) movements.push(move)
    size += countChanges(each)
    if (size > keptAtMost) changes = null
    changes?.push(each)
  }
  return { changes, movements }
}
