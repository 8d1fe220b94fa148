import {
  followHeldNewcomers,
  keepHeld,
  selectHeldBack,
} from '../../directory/identities/held-accounts.ts'
import { findCausingAccounts } from '../../directory/identities/held-causes.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import type { SkippedSteps } from '../../directory/identities/record-accounts.ts'
import {
  countHeld,
  recordIncidentStep,
  type IncidentReason,
  type IncidentStep,
} from '../../policy/holds/write-incidents.ts'
import { withBulkPlans } from '../../database/planning.ts'
import type { RunIncident } from './outcome.ts'
import { peopleMovedBy } from './run-causes.ts'
import type { RunSurvey } from './run-survey.ts'
import { incidentOf, nobody, type Deciding, type TriedRun } from './try-run.ts'

/**
 * The result of a run: what was merged, which steps were skipped, and the incident of its source, if there is one. `run` has the facts
 * that hold after that.
 */
export type DecidedRun = {
  run: SourceRun
  survey: RunSurvey
  skipped: SkippedSteps
  incident: RunIncident | null
}

/** Keeps a run as it was tried: stores what is held, and records the state of the incident. */
export async function keepRun(
  deciding: Deciding,
  kept: TriedRun,
  reasons: readonly IncidentReason[],
): Promise<DecidedRun> {
  const { context, run, openId, held } = deciding
  const { tx, actor, runId } = context
  const { survey } = kept
  const skipped = kept.holding.skips
  const isWhole = openId === undefined && kept.holding === nobody
  const heldNow = isWhole ? [] : await selectHeldBack(run)
  if (openId === undefined && heldNow.length === 0) return { run, survey, skipped, incident: null }
  const id = await incidentOf(deciding, reasons)
  await withBulkPlans(tx, () => keepHeld(run, id))
  await followHeldNewcomers(run, id)
  const before = new Set(held.map(({ vendorId }) => vendorId))
  const now = new Set(heldNow)
  const joined = now.difference(before).size
  const ended = before.difference(now).size
  const applies = ended > 0 && kept.holding === nobody && (await movesHeld(deciding, kept))
  const steps: IncidentStep[] = []
  if (openId === undefined) steps.push({ action: 'open', accounts: joined, reasons })
  else if (joined > 0) steps.push({ action: 'join', accounts: joined, reasons })
  if (ended > 0) steps.push({ action: applies ? 'apply' : 'release', accounts: ended })
  const closing = applies ? 'applied' : 'released'
  const isClosed = await recordIncidentStep(tx, actor, { id, runId, steps, closing })
  return {
    run,
    survey,
    skipped,
    incident: {
      id,
      state: isClosed ? 'closed' : 'open',
      closedAs: isClosed ? closing : null,
      steps: steps.map(({ action }) => action),
      accountsOfRun: heldNow.length,
      ...(await countHeld(tx, id)),
      reasons,
    },
  }
}

/** Whether previously held accounts moved a person, or ended. */
async function movesHeld({ run, held }: Deciding, { survey }: TriedRun): Promise<boolean> {
  const moving = new Set(await findCausingAccounts(run, peopleMovedBy(survey, survey.movements)))
  return held.some(({ vendorId, endsNow }) => endsNow || moving.has(vendorId))
}
