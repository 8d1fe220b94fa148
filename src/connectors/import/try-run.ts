import {
  holdAtHeldAddresses,
  holdOthersOfPeople,
  holdStaged,
  keepHeld,
} from '../../directory/identities/held-accounts.ts'
import { endHoldsOfRun } from '../../directory/identities/end-holds.ts'
import { findNewPeople, type HeldOfRun } from '../../directory/identities/held-causes.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import type { SkippedSteps } from '../../directory/identities/record-accounts.ts'
import type { ReplacedAccount } from '../../directory/identities/replaced-accounts.ts'
import { keepHeldMovements } from '../../policy/holds/held-movements.ts'
import { openOrJoinIncident, type IncidentReason } from '../../policy/holds/write-incidents.ts'
import { stageMovements } from '../../policy/limits/compare-movements.ts'
import type { CountedBy, MovedBeyond, Movement } from '../../policy/limits/counting.ts'
import { findOffences, judge, type Offence } from '../../policy/limits/judge.ts'
import { lockTallies } from '../../policy/limits/record-movements.ts'
import { withBulkPlans } from '../../database/planning.ts'
import type { ImportContext } from './import-context.ts'
import { mergeAndSurvey, type RunSurvey, type SurveyOptions } from './run-survey.ts'

export type Deciding = {
  /** `runId` is the uuid of the run in `import_run`. */
  context: ImportContext & { runId: string }
  run: SourceRun
  options: SurveyOptions
  openId: string | undefined
  /** The accounts that the incident holds and about which the run says something. */
  held: readonly HeldOfRun[]
  /** Accounts that the run replaces by others: both are held, or none. */
  replaced: readonly ReplacedAccount[]
  /** People who are held and not eligible. */
  resting: ReadonlySet<string>
}

/**
 * Accounts to hold, by vendor id. `withEnds`: with all that the source says. `exceptEnds`: an end is accepted, and the rest waits.
 * `skips`: steps by which no account of the run, but what others have changed, would move too many.
 */
export type Holding = {
  withEnds: ReadonlySet<string>
  exceptEnds: ReadonlySet<string>
  skips: SkippedSteps
}

export const nothingSkipped: SkippedSteps = { otherSources: false, hierarchy: false }
export const nobody: Holding = { withEnds: new Set(), exceptEnds: new Set(), skips: nothingSkipped }

/** The limits that a run exceeds, and the movements that exceed them. */
type Judgement = { exceeded: readonly MovedBeyond[]; offences: readonly Offence[] }

/** A merged run, of which nothing is kept yet. */
export type TriedRun = { holding: Holding; survey: RunSurvey } & Judgement

/** The movements of the whole run, and its new people by account. */
type WholeRun = { movements: readonly Movement[]; newPeople: ReadonlyMap<string, string> }

/** What counts besides the last 24 hours. */
type Counts = Parameters<typeof judge>[4]

/**
 * Merges the stage without the held accounts, and judges the effect. Held facts count as moved, as far as `whole`
 * shows them.
 */
export async function tryRun(
  deciding: Deciding,
  holding: Holding,
  { whole = null, ...counts }: Counts & { whole?: WholeRun | null } = {},
): Promise<TriedRun> {
  const { context, run, options, openId } = deciding
  const isHolding = sizeOf(holding) > 0
  const incidentId = isHolding ? await incidentOf(deciding, []) : openId
  if (incidentId !== undefined)
    await withBulkPlans(context.tx, () => holdBack(deciding, holding, incidentId))
  if (run.facts === undefined)
    await withBulkPlans(context.tx, () => endHoldsOfRun(run, options.isComplete))
  // What is held was not foreseen.
  const foreseen = holding === nobody ? options.foreseen : null
  const survey = await mergeAndSurvey(context, run, {
    ...options,
    foreseen,
    skips: holding.skips,
    resting: deciding.resting,
  })
  if (incidentId !== undefined && counts.countsHeld !== false)
    await keepMovementsOfHeld(deciding, incidentId, { survey, whole })
  return { holding, survey, ...(await judgeMovements(deciding, survey.movements, counts)) }
}

/** What the whole run would move and this attempt does not, the incident holds. */
async function keepMovementsOfHeld(
  { context: { tx }, run, options }: Deciding,
  incidentId: string,
  { survey, whole }: { survey: RunSurvey; whole: WholeRun | null },
): Promise<void> {
  const moved = new Set(survey.movements.map(keyOf))
  const moving =
    whole === null
      ? []
      : withNewIds(whole.movements, whole.newPeople, await findNewPeople(run)).filter(
          (move) => !moved.has(keyOf(move)),
        )
  await withBulkPlans(tx, () =>
    keepHeldMovements(tx, incidentId, { movements: moving, isWhole: options.isComplete }),
  )
}

/** Takes accounts out of the stage and keeps them in the incident, before anything is matched with their addresses. */
async function holdBack(
  { run, options }: Deciding,
  { withEnds, exceptEnds }: Holding,
  incidentId: string,
): Promise<void> {
  await holdStaged(run, { vendorIds: [...withEnds], acceptsEnds: false })
  await holdStaged(run, { vendorIds: [...exceptEnds], acceptsEnds: true })
  await holdOthersOfPeople(run, options.isComplete)
  await keepHeld(run, incidentId)
  await holdAtHeldAddresses(run, options.isComplete)
}

/** The open incident of the source, with these reasons added, or a new one. */
export async function incidentOf(
  { context, run }: Deciding,
  reasons: readonly IncidentReason[],
): Promise<string> {
  return openOrJoinIncident(context.tx, {
    integrationId: run.integration.id,
    runId: context.runId,
    reasons,
  })
}

/** What a source moves counts as moved by it. */
export function countingOf({ integration }: SourceRun): CountedBy {
  return { cause: { kind: 'integration', id: integration.id } }
}

async function judgeMovements(
  { context: { tx, now }, run }: Deciding,
  movements: readonly Movement[],
  counts: Counts,
): Promise<Judgement> {
  if (movements.length === 0) return { exceeded: [], offences: [] }
  const counting = countingOf(run)
  const rows = await stageMovements(tx, movements)
  const rulesetIds = [...new Set(movements.map(({ rulesetId }) => rulesetId))].sort()
  await lockTallies(tx, rulesetIds, rows, counting)
  return withBulkPlans(tx, async () => {
    const exceeded = await judge(tx, rows, counting, now, counts)
    if (exceeded.length === 0) return { exceeded, offences: [] }
    return { exceeded, offences: await findOffences(tx, rows, counting, now, exceeded) }
  })
}

/** New people have other ids in the next attempt: the movements of the one, with the ids of the other. */
function withNewIds(
  movements: readonly Movement[],
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Movement[] {
  const ids = new Map<string, string | undefined>()
  for (const [vendorId, id] of before) ids.set(id, now.get(vendorId) ?? ids.get(id))
  return movements.flatMap((move) => {
    const personId = ids.has(move.personId) ? ids.get(move.personId) : move.personId
    return personId === undefined ? [] : [{ ...move, personId }]
  })
}

function keyOf({ rulesetId, personId }: Movement): string {
  return `${rulesetId} ${personId}`
}

/** What is skipped, one after the other, until the rest is within the limits. */
const skippable: readonly SkippedSteps[] = [
  nothingSkipped,
  { otherSources: true, hierarchy: false },
  { otherSources: false, hierarchy: true },
  { otherSources: true, hierarchy: true },
]

/** Undefined where nothing more can be skipped. */
export function skipMore(holding: Holding): Holding | undefined {
  const skips = skippable[skippable.indexOf(holding.skips) + 1]
  return skips && { ...holding, skips }
}

export function holdWithEnds(
  { withEnds, exceptEnds, skips }: Holding,
  more: readonly string[],
): Holding {
  return {
    withEnds: withEnds.union(new Set(more)),
    exceptEnds: exceptEnds.difference(new Set(more)),
    skips,
  }
}

export function holdExceptEnds(
  { withEnds, exceptEnds, skips }: Holding,
  more: readonly string[],
): Holding {
  return { withEnds, exceptEnds: exceptEnds.union(new Set(more)).difference(withEnds), skips }
}

export function withReplaced(holding: Holding, replaced: readonly ReplacedAccount[]): Holding {
  const isHeld = (id: string) => holding.withEnds.has(id) || holding.exceptEnds.has(id)
  const pairs = replaced.map(({ vendorId, byVendorId }) => [vendorId, byVendorId])
  return holdWithEnds(holding, pairs.filter((pair) => pair.some(isHeld)).flat())
}

export function sizeOf({ withEnds, exceptEnds }: Holding): number {
  return withEnds.size + exceptEnds.size
}
