import type { AuditActor } from '../audit/record.ts'
import { encodeId } from '../contract/ids.ts'
import type { Database, Transaction } from '../database/database.ts'
import { dryRun } from '../database/dry-run.ts'
import { describeLimit } from '../policy/limits/describe-exceeded.ts'
import type { ManifestChanges } from '../policy/manifests/manifest-changes.ts'
import { lockAndSettle } from '../policy/manifests/settle.ts'
import { Moves } from '../policy/manifests/moves.ts'
import { planFindings, policyBefore, type PlanFinding } from '../policy/plans/plan-findings.ts'
import { effectOf } from '../policy/plans/run-plan.ts'
import { composePlan, type FolderPlan } from './folder-plan.ts'
import { lineOfFault } from './folder-error.ts'
import { evaluateTests, type TestReport } from './folder-tests.ts'
import type { Folder } from './read-folder.ts'
import { renderRulesets } from './render-folder.ts'
import { resourceName } from './resource-name.ts'
import { carriedOut } from '../policy/limits/stopped.ts'
import { everyRight, runSteps } from './run-steps.ts'
import { loadSavedPolicy, type SavedPolicy } from './saved-policy.ts'

/** A folder would do something else than the plan has shown. */
export class StalePlan extends Error {
  readonly plan: FolderPlan

  constructor(plan: FolderPlan) {
    super('the plan is stale: the folder would now do something else')
    this.plan = plan
  }
}

/** Says what a folder would change, by doing it in a transaction that is rolled back. Throws FolderError. */
export async function planFolder(
  database: Database,
  folder: Folder,
  actor: AuditActor,
): Promise<FolderPlan> {
  return dryRun(database, async ({ tx }) => {
    const { plan, homes } = await runFolder(tx, folder, actor)
    const { failures } = await evaluateTests({ tx, database, ...everyRight }, folder, homes)
    return { ...plan, failed_tests: failures.map(lineOfFault) }
  })
}

/**
 * Applies the plan with that id. Throws FolderError, or StalePlan with the current plan if the folder would now do
 * something else; nothing is changed then.
 */
export async function applyFolder(
  database: Database,
  folder: Folder,
  { actor, planId }: { actor: AuditActor; planId: string },
): Promise<FolderPlan> {
  return database.transaction(async ({ tx }) => {
    const { plan } = await runFolder(tx, folder, actor)
    if (plan.id !== planId && plan.digest !== planId) throw new StalePlan(plan)
    return plan
  })
}

/** Runs the tests of a folder on the people there are, as if it were applied. Nothing is changed. Throws FolderError. */
export async function testFolder(
  database: Database,
  folder: Folder,
  actor: AuditActor,
): Promise<TestReport> {
  return dryRun(database, async ({ tx }) => {
    const { homes } = await runFolder(tx, folder, actor)
    return evaluateTests({ tx, database, ...everyRight }, folder, homes)
  })
}

async function runFolder(tx: Transaction, folder: Folder, actor: AuditActor) {
  await lockAndSettle(tx)
  const before = await loadSavedPolicy(tx)
  const findingsBefore = await policyBefore(tx, undefined)
  const moves = new Moves()
  const observe = (changes: ManifestChanges) => moves.note(changes)
  const done = await runSteps({ tx, actor, observe, ...everyRight }, folder)
  const { steps, homes, records, exceeded } = carriedOut(done)
  const operations = steps.map(({ operation }) => operation)
  const after = await loadSavedPolicy(tx)
  const findings = await planFindings(tx, findingsBefore, records)
  const named = new Set([...exceeded, ...findings].flatMap(({ rulesetId }) => rulesetId ?? []))
  const resources = new Map(
    renderRulesets(after, named).map(({ id, data }) => [id, resourceName(data.resource)]),
  )
  const plan = await composePlan(tx, {
    folder,
    homes,
    before,
    after,
    effect: await effectOf(tx, moves, { operations, records }),
    operations,
    exceeds: exceeded.map((each) => describeLimit(each, (id) => resources.get(id))),
    findings: findings.flatMap((each) => describeFinding(each, { records, after, resources })),
  })
  return { plan, homes }
}

type Named = {
  records: readonly string[]
  after: SavedPolicy
  /** Ruleset → the name of its resource. */
  resources: ReadonlyMap<string, string>
}

/** `codehost_group codehost/12, engineers: No one can meet this rule: …` */
function describeFinding(
  { ruleId, operation, rulesetId, message }: PlanFinding,
  { records, after, resources }: Named,
): string[] {
  if (ruleId === null && operation === null)
    return [`${resources.get(rulesetId ?? '') ?? ''}: ${message}`]
  const id = ruleId ?? records[operation ?? -1]
  const rule = [...after.rules.values()].flat().find((each) => each.id === id)
  if (rule === undefined) return []
  const name = rule.key ?? encodeId('rule', rule.id)
  return [`${resources.get(rule.rulesetId) ?? ''}, ${name}: ${message}`]
}
