import type { FastifyBaseLogger } from 'fastify'
import type { Authenticator } from '../../access/authenticator.ts'
import { loadPrincipal, type Caller } from '../../access/caller.ts'
import { may } from '../../access/rights.ts'
import type { AuditActor } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import type { Database, Transaction, TransactionContext } from '../../database/database.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { conflict, Problem } from '../../http/refusals/problem.ts'
import { JobAbandoned, type Task } from '../../jobs/run-jobs.ts'
import type { PolicyCache } from '../model/compiled-policy.ts'
import { describeExceeded } from '../limits/describe-exceeded.ts'
import { Stopped } from '../limits/stopped.ts'
import type { ManifestChanges } from '../manifests/manifest-changes.ts'
import { runOperation } from '../operations/run-operations.ts'
import { carryOut, Stale } from './carry-out.ts'
import { Moves } from '../manifests/moves.ts'
import { StoredChange, type CallersContext } from './stored-change.ts'
import { planLater } from './plan-later.ts'
import { ProgressWriter } from './progress-writer.ts'
import { findPlan, lockPlan, type PlanRow, storedOperations } from './queries.ts'
import { replacePlan } from './replace-plan.ts'
import { effectOf, type Planned } from './run-plan.ts'
import { stepPlan, writeEffect, type Applier } from './write-plans.ts'

export type WorkOnPlanOptions = {
  database: Database
  policies: PolicyCache
  log: FastifyBaseLogger
  authenticator: Authenticator
  /** Work besides operations that may have been left to a job. */
  storedChanges?: readonly StoredChange[]
}

/**
 * The task that computes and applies plans that are too much for a request: as the principal who requested it, with
 * their current permissions, and as long as the credential that they used is valid.
 */
export function workOnPlanTask(options: WorkOnPlanOptions): Task {
  return {
    run: (context, planId) => workOnPlan(options, context, planId),
    isFinal: (error) => error instanceof Problem || error instanceof NotDone,
    failed: giveUp,
  }
}

/** Thrown to roll back a job whose plan is not carried out. */
class NotDone extends Error {
  readonly result: Stale | Stopped

  constructor(result: Stale | Stopped) {
    super('the plan was not carried out')
    this.result = result
  }
}

async function workOnPlan(
  { database, policies, log, authenticator, storedChanges = [] }: WorkOnPlanOptions,
  { tx }: TransactionContext,
  planId: string,
): Promise<void> {
  const plan = await findPlan(tx, planId)
  if (!isAtWork(plan)) return
  const progress = new ProgressWriter(database, planId, log)
  const observe = ({ entered, changed, ended }: ManifestChanges) =>
    progress.add(entered.length + changed.length + ended.length)
  try {
    const known = new Map(storedChanges.map((work) => [work.op, work]))
    const context = {
      ...(await contextOf(tx, plan, authenticator)),
      policies,
      observe,
      storedChanges: known,
    }
    if (plan.state === 'planning') await planLater(context, database, plan)
    else requireDone(plan.is_planned ? await carryOut(context, plan) : await doWork(context, plan))
  } finally {
    progress.close()
  }
  // Locked only now, because the progress is written by another transaction until then.
  const locked = await lockPlan(tx, planId)
  const to = plan.state === 'planning' ? 'ready' : 'applied'
  await stepPlan(tx, actorOf(plan.applier), locked ?? plan, { to })
}

function requireDone(result: Planned | Stale | Stopped | undefined): void {
  if (result instanceof Stale || result instanceof Stopped) throw new NotDone(result)
}

type AtWork = PlanRow & { state: 'planning' | 'applying'; applier: Applier }

function isAtWork(plan: PlanRow | undefined): plan is AtWork {
  return (plan?.state === 'planning' || plan?.state === 'applying') && plan.applier !== null
}

/** Acts for the caller, who no longer waits. Each `ask` loads their rights again, also under the policy lock. */
async function contextOf(
  tx: Transaction,
  { applier, is_planned }: AtWork,
  authenticator: Authenticator,
): Promise<CallersContext> {
  const find = async () => authenticator.noting(await callerOf(tx, applier))
  let caller = await find()
  const mayNow: CallersContext['may'] = (permission, on) => may(caller, permission, on)
  return {
    tx,
    caller,
    actor: actorOf(applier),
    ask: async (permission, on = {}) => {
      caller = await find()
      requirePermission(caller, permission, on)
    },
    may: mayNow,
    passesLimits: () => is_planned && applier.isFresh !== false && mayNow('policy.change.approve'),
  }
}

async function callerOf(tx: Transaction, applier: Applier): Promise<Caller> {
  const caller = await loadPrincipal(tx, applier, { isAccepted: true })
  if (caller !== undefined) return caller
  const by = applier.credential.type === 'token' ? 'token' : 'session'
  throw new Problem(
    403,
    `The ${by} by which this was asked for has ended or was revoked, or its owner is not active any more.`,
  )
}

function actorOf({ type, id, via, requestId }: Applier): AuditActor {
  return { type, id, via, requestId }
}

/** Does the work of an endpoint, and keeps what it did as the effect of its plan. */
async function doWork(context: CallersContext, plan: PlanRow): Promise<Stopped | undefined> {
  const { tx, storedChanges } = context
  const moves = new Moves()
  const operations = await storedOperations(tx, plan.id)
  const records: string[] = []
  for (const operation of operations) {
    const observe = (changes: ManifestChanges) => {
      context.observe?.(changes)
      moves.note(changes)
    }
    const requireVersion = (version: number) => requireSame(plan.required_version, version)
    const own = { ...context, observe, requireVersion }
    const work = storedChanges?.get(operation.op)
    const done = await (work instanceof StoredChange
      ? work.run(own, operation)
      : runOperation(own, operation))
    if (done instanceof Stopped) return done
    records.push(...done.records)
  }
  await writeEffect(tx, plan.id, await effectOf(tx, moves, { operations, records }))
  return undefined
}

function requireSame(wanted: number | null, found: number): void {
  if (wanted !== null && wanted !== found)
    throw conflict('The record was changed between the request and its turn.')
}

/** A failed plan says why; a stale one names the plan that shows the current effect. */
async function giveUp(tx: Transaction, planId: string, error: unknown): Promise<void> {
  const plan = await lockPlan(tx, planId)
  if (!isAtWork(plan)) return
  const actor = actorOf(plan.applier)
  const result = error instanceof NotDone ? error.result : undefined
  if (result instanceof Stale) {
    await replacePlan(tx, actor, plan, result.planned)
    return
  }
  const why = result === undefined ? whyFailed(error, planId) : whyStopped(result)
  await stepPlan(tx, actor, plan, { to: 'failed', failure: clip(why, 1900) })
}

function whyStopped({ reason }: Stopped): string {
  switch (reason.kind) {
    case 'limits':
      return `It exceeds a limit, and only a holder of policy.change.approve can apply a plan of it. ${describeExceeded(reason.exceeded, () => undefined)}`
    case 'plan':
      return reason.message
    case 'size':
      return 'It moves too many people.'
  }
}

function whyFailed(error: unknown, planId: string): string {
  return error instanceof Problem || error instanceof JobAbandoned
    ? error.message
    : `Something failed on our side. The log tells more under ${encodeId('plan', planId)}.`
}
