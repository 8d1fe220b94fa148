import type { FastifyBaseLogger } from 'fastify'
import { loadPrincipal, may, type Caller } from '../../access/caller.ts'
import type { AuditActor } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import type { Database, Transaction, TransactionContext } from '../../database/database.ts'
import { requirePermission } from '../../http/authorise.ts'
import { conflict, Problem } from '../../http/problem.ts'
import { StandAside, type Task } from '../../jobs/run-jobs.ts'
import type { PolicyCache } from '../compiled-policy.ts'
import type { ManifestChanges } from '../manifests/manifest-changes.ts'
import type { OperationContext } from '../operations/kind.ts'
import { runOperation } from '../operations/operation.ts'
import { carryOut, Stale } from './carry-out.ts'
import { EffectCollector } from './effect-collector.ts'
import { ProgressWriter } from './progress-writer.ts'
import { findPlan, lockPlan, type PlanRow } from './queries.ts'
import { replacePlan } from './replace-plan.ts'
import { effectOf } from './run-plan.ts'
import { storedOperations } from './stored-operations.ts'
import { stepPlan, writeEffect, type Applier } from './write-plans.ts'

export type ApplyPlanOptions = {
  database: Database
  policies: PolicyCache
  log: FastifyBaseLogger
}

/** The task of applying plans that are too much for a request: as the one who asked for it, with what they may now. */
export function applyPlanTask(options: ApplyPlanOptions): Task {
  return {
    run: (context, planId, signal) => applyPlan(options, context, planId, signal),
    isFinal: (error) => error instanceof Problem || error instanceof Stale,
    failed: giveUp,
  }
}

async function applyPlan(
  { database, policies, log }: ApplyPlanOptions,
  { tx, now }: TransactionContext,
  planId: string,
  signal: AbortSignal,
): Promise<void> {
  const plan = await findPlan(tx, planId)
  if (plan === undefined || plan.state !== 'applying' || plan.applier === null) return
  const progress = new ProgressWriter(database, planId, log)
  const observe = (changes: ManifestChanges) => {
    if (signal.aborted) throw new StandAside('the process ends')
    progress.add(changes.entered.length + changes.changed.length + changes.ended.length)
  }
  try {
    const context = {
      ...(await contextOf(tx, plan.applier, now)),
      policies,
      observe,
    }
    if (plan.is_plan) await carryOut(context, plan)
    else await doOperation(context, plan)
  } finally {
    progress.close()
  }
  // Locked only now: until then the progress is written by others.
  const locked = await lockPlan(tx, planId)
  await stepPlan(tx, actorOf(plan.applier), locked ?? plan, { to: 'applied' })
}

/** What an operation does on behalf of somebody who waits no longer. 403 where they have no power any more. */
async function contextOf(tx: Transaction, applier: Applier, now: Date): Promise<OperationContext> {
  const found = await loadPrincipal(tx, applier, now)
  const caller = (): Caller => {
    if (found !== undefined) return found
    throw new Problem(403, 'Whoever asked for this has no power any more.')
  }
  return {
    tx,
    actor: actorOf(applier),
    ask: async (permission, on) => requirePermission(caller(), permission, on ?? {}),
    may: (permission, on) => found !== undefined && may(found, permission, on),
    passesLimits: applier.passesLimits && caller().permissions.has('policy.change.approve'),
  }
}

function actorOf({ type, id, via, requestId }: Applier): AuditActor {
  return { type, id, via, requestId }
}

/** One operation of an endpoint, and then what it did: nobody has seen that before. */
async function doOperation(context: OperationContext, plan: PlanRow): Promise<void> {
  const { tx } = context
  const collector = new EffectCollector()
  const operations = await storedOperations(tx, plan.id)
  const records: string[] = []
  for (const operation of operations) {
    const observe = (changes: ManifestChanges) => {
      context.observe?.(changes)
      collector.observe(changes)
    }
    const requireVersion = (version: number) => requireSame(plan.required_version, version)
    records.push(await runOperation({ ...context, observe, requireVersion }, operation))
  }
  await writeEffect(tx, plan.id, await effectOf(tx, collector, { operations, records }))
}

function requireSame(wanted: number | null, found: number): void {
  if (wanted !== null && wanted !== found)
    throw conflict('The record was changed between the request and its turn.')
}

/** A plan that is not to be applied any more says why; one that is stale names the plan that shows today's effect. */
async function giveUp(tx: Transaction, planId: string, error: unknown): Promise<void> {
  const plan = await lockPlan(tx, planId)
  if (plan === undefined || plan.state !== 'applying' || plan.applier === null) return
  const actor = actorOf(plan.applier)
  if (error instanceof Stale) {
    await replacePlan(tx, actor, plan, error.planned)
    return
  }
  const why =
    error instanceof Problem
      ? error.message
      : `Something failed on our side. The log tells more under ${encodeId('plan', planId)}.`
  await stepPlan(tx, actor, plan, { to: 'failed', failure: clip(why, 1900) })
}
