import { sql } from 'kysely'
import {
  endHoldsOfRun,
  followHeldNewcomers,
  holdAtHeldAddresses,
  holdOthersOfPeople,
  holdStaged,
  keepHeld,
  keepRejectedOut,
  selectHeldBack,
} from '../../directory/identities/held-accounts.ts'
import {
  endingAccounts,
  findCausingAccounts,
  findChangedAccounts,
  findEndedPeople,
  findLostColumns,
  findManagerCycles,
  findNewPeople,
  findRestingHeld,
  findSwitched,
  selectEndingAccounts,
  selectHeldOfRun,
  selectStaged,
  type HeldOfRun,
  type LostColumn,
  type MovedPeople,
} from '../../directory/identities/held-causes.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import type { SkippedSteps } from '../../directory/identities/record-accounts.ts'
import {
  findReplacedAccounts,
  stageCounterparts,
  type ReplacedAccount,
} from '../../directory/identities/replaced-accounts.ts'
import { keepHeldMovements } from '../../policy/holds/held-movements.ts'
import {
  countHeld,
  findOpenIncident,
  openOrJoinIncident,
  recordIncidentStep,
  type IncidentReason,
  type IncidentStep,
} from '../../policy/holds/write-incidents.ts'
import { judgeAccountEnds } from '../../policy/limits/account-ends.ts'
import { stageMovements } from '../../policy/limits/compare-movements.ts'
import type { CountedBy, MovedBeyond, Movement } from '../../policy/limits/counting.ts'
import { findOffences, judge, type Offence } from '../../policy/limits/judge.ts'
import { lockTallies } from '../../policy/limits/record-movements.ts'
import { withBulkPlans } from '../../database/planning.ts'
import type { ImportContext } from './import-context.ts'
import type { RunIncident } from './outcome.ts'
import { findWouldMove, mergeAndSurvey, type RunSurvey, type SurveyOptions } from './run-survey.ts'

/** The result of a run: what was merged, which steps were skipped, and the incident of its source, if there is one. */
export type DecidedRun = { survey: RunSurvey; skipped: SkippedSteps; incident: RunIncident | null }

type Deciding = {
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
 * Accounts to hold, by vendor id. `whole`: with all that the source says. `rest`: an end is accepted, and the rest waits. `skips`:
 * steps by which no account of the run, but what others have changed, would move too many.
 */
type Holding = { whole: ReadonlySet<string>; rest: ReadonlySet<string>; skips: SkippedSteps }
const nothingSkipped: SkippedSteps = { otherSources: false, hierarchy: false }
const nobody: Holding = { whole: new Set(), rest: new Set(), skips: nothingSkipped }

/** A merged run, of which nothing is kept yet. */
type Attempt = { holding: Holding; survey: RunSurvey } & Judgement

/** The limits that a run exceeds, and the movements that exceed them. */
type Judgement = { exceeded: readonly MovedBeyond[]; offences: readonly Offence[] }

const savepoint = sql`savepoint before_run`
const release = sql`release savepoint before_run`
const rollback = sql`rollback to savepoint before_run`

/**
 * Merges a staged run as far as the limits allow, and holds the rest of it in the incident of its source. A run is decided in
 * two steps: accounts that stop being active, then everything else. The caller holds the policy lock, and writes what the
 * survey found.
 */
export async function decideRun(
  context: Deciding['context'],
  run: SourceRun,
  options: SurveyOptions,
): Promise<DecidedRun> {
  const { tx } = context
  if (!options.isComplete) await stageCounterparts(run)
  await keepRejectedOut(run, options.isComplete)
  const replaced = await withBulkPlans(tx, () => findReplacedAccounts(run, options.isComplete))
  const bulk = <T>(work: () => Promise<T>) => withBulkPlans(tx, work)
  const openId = (await findOpenIncident(tx, run.integration.id))?.id
  const held =
    openId === undefined ? [] : await bulk(() => selectHeldOfRun(run, options.isComplete))
  const resting =
    held.length === 0 ? new Set<string>() : await findRestingHeld(run, endingAnyway(held))
  const deciding: Deciding = { context, run, options, openId, held, replaced, resting }
  const ends = await judgeEnds(deciding, endingAccounts(run, options.isComplete))

  await savepoint.execute(tx)
  // Held facts apply only within the limits of everything that the source has moved since before its incident.
  const whole = await attempt(deciding, nobody, { incidentId: openId ?? null })
  // A push is about one account.
  const lost = context.isPush ? [] : await bulk(() => findLostColumns(run))
  const mayApply = held.length === 0 || options.isComplete
  if (mayApply && ends === null && whole.exceeded.length + lost.length === 0) {
    await release.execute(tx)
    return finish(deciding, whole, [])
  }
  const causes = await bulk(() => findCauses(deciding, whole))
  await rollback.execute(tx)

  const kept = stillHeld(held, causes, ends !== null)
  const losers = lost.flatMap(({ vendorIds }) => vendorIds)
  const before = withReplaced(holdRestOf(kept, losers), replaced)
  const first = await holdEnds(deciding, whole, before)
  return holdRest(deciding, whole, { causes, ...first, columns: lost.map(columnReason) })
}

/** Which limit accounts that stop being active would exceed. */
async function judgeEnds(
  { context: { tx, now }, run }: Deciding,
  ending: ReturnType<typeof endingAccounts>,
): Promise<MovedBeyond | null> {
  return judgeAccountEnds(tx, run.integration.id, sql`select id from (${ending}) e`, now)
}

/** The movements of the whole run, and its new people by account. */
type WholeRun = { movements: readonly Movement[]; newPeople: ReadonlyMap<string, string> }

/**
 * Merges the stage without the held accounts, and judges the effect. Held facts count as moved, as far as `whole`
 * shows them.
 */
async function attempt(
  deciding: Deciding,
  holding: Holding,
  { whole = null, ...counts }: Counts & { whole?: WholeRun | null } = {},
): Promise<Attempt> {
  const { context, run, options, openId } = deciding
  const isHolding = sizeOf(holding) > 0
  const incidentId = isHolding ? await incidentOf(deciding, []) : openId
  if (incidentId !== undefined)
    await withBulkPlans(context.tx, () => holdBack(deciding, holding, incidentId))
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
  { whole, rest }: Holding,
  incidentId: string,
): Promise<void> {
  await holdStaged(run, { vendorIds: [...whole], acceptsEnds: false })
  await holdStaged(run, { vendorIds: [...rest], acceptsEnds: true })
  await holdOthersOfPeople(run, options.isComplete)
  await keepHeld(run, incidentId)
  await holdAtHeldAddresses(run, options.isComplete)
}

/** The open incident of the source, with these reasons added, or a new one. */
async function incidentOf(
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

/** Held accounts whose end was not held before, by vendor id: it is decided with the other ends of the run. */
function endingAnyway(held: readonly HeldOfRun[]): string[] {
  return held.flatMap(({ vendorId, endsNow, isAccountEnd }) =>
    endsNow && !isAccountEnd ? [vendorId] : [],
  )
}

/** What the whole run shows before it is rolled back. Accounts are vendor ids. */
type Causes = {
  /** Accounts whose changes move at least one person. */
  moving: ReadonlySet<string>
  /** Accounts whose changes move a person, without the losses of people whose accounts end. */
  movingOthers: ReadonlySet<string>
  /** Those whose changes exceed limits, ends of accounts left aside. */
  offending: readonly string[]
  /** People (uuids) in cycles of managers that the source itself has. */
  cycles: ReadonlySet<string>
  /** Who is new, by account. */
  newPeople: ReadonlyMap<string, string>
}

async function findCauses(
  { run, held, resting }: Deciding,
  { survey, offences }: Attempt,
): Promise<Causes> {
  const ended = await findEndedPeople(run)
  const offending = movedBy(survey, withoutLossesOf(ended, offences))
  // Someone who is not eligible is moved by nothing, and would be later.
  const later = await findWouldMove(
    run.tx,
    survey.requalified,
    await findSwitched(run, resting, endingAnyway(held)),
  )
  const moved = (movements: readonly Movement[]) =>
    held.length === 0 ? [] : findCausingAccounts(run, movedBy(survey, [...movements, ...later]))
  const others = survey.movements.filter(
    (move) => !(move.after === null && ended.has(move.personId)),
  )
  return {
    moving: new Set(await moved(survey.movements)),
    movingOthers: new Set(held.some(({ endsNow }) => endsNow) ? await moved(others) : []),
    offending: await findCausingAccounts(run, offending),
    newPeople: await findNewPeople(run),
    cycles: new Set((await findManagerCycles(run)).map(({ personId }) => personId)),
  }
}

/**
 * Accounts that move a person stay held. An end that was not held before may act: its losses are no reason to hold
 * the rest. While the run still ends too many accounts, no end is released: otherwise the same file again would end
 * as many as the limit leaves room for.
 */
function stillHeld(
  held: readonly HeldOfRun[],
  { moving, movingOthers }: Causes,
  endsTooMany: boolean,
): Holding {
  const kept = held.filter(({ vendorId, endsNow, isAccountEnd }) => {
    if (endsNow && isAccountEnd && endsTooMany) return true
    return (endsNow && !isAccountEnd ? movingOthers : moving).has(vendorId)
  })
  return {
    whole: new Set(kept.flatMap((each) => (each.isAccountEnd ? [each.vendorId] : []))),
    rest: new Set(kept.flatMap((each) => (each.isAccountEnd ? [] : [each.vendorId]))),
    skips: nothingSkipped,
  }
}

/** What counts besides the last 24 hours. */
type Counts = Parameters<typeof judge>[4]

type HeldRun = { holding: Holding; reasons: readonly IncidentReason[] }

/** Step 1: accounts that stop being active are held if they alone exceed a limit. Sensitive rulesets do not hold them. */
async function holdEnds(deciding: Deciding, whole: Attempt, before: Holding): Promise<HeldRun> {
  const { context, run, options, replaced } = deciding
  const all = await selectEndingAccounts(run, options.isComplete)
  const ending = all.filter((id) => !before.whole.has(id))
  if (ending.length === 0) return { holding: before, reasons: [] }
  // A later complete run counts the ends that are held together with its own.
  const counted = options.isComplete ? all : ending
  const accounts = await judgeEnds(deciding, endingAccounts(run, options.isComplete, counted))
  if (accounts !== null)
    return {
      holding: withReplaced(holdWhole(before, ending), replaced),
      reasons: [reasonOf(accounts)],
    }
  if (!whole.exceeded.some(isLoss)) return { holding: before, reasons: [] }

  const together = options.isComplete
    ? { ...before, whole: before.whole.difference(new Set(all)) }
    : before
  const everything = await selectStaged(run, options.isComplete)
  let holding = before
  let reasons: readonly IncidentReason[] = []
  for (const isLast of [false, true]) {
    await savepoint.execute(context.tx)
    // A person with another account has not left.
    const ends = withReplaced(holdRestOf(isLast ? holding : together, everything), replaced)
    // No account is held because of what others have pending.
    const alone = await attempt(deciding, ends, { countsHeld: false })
    const exceeded = alone.exceeded.filter(isLoss)
    const losses = alone.offences.filter(
      ({ direction, rulesetId }) =>
        direction === 'lose' &&
        exceeded.some((limit) => limit.rulesetId === null || limit.rulesetId === rulesetId),
    )
    const causing = new Set(await findCausingAccounts(run, movedBy(alone.survey, losses)))
    await rollback.execute(context.tx)
    if (exceeded.length === 0) break
    if (reasons.length === 0) reasons = exceeded.map(reasonOf)
    const more = isLast ? ending : ending.filter((id) => causing.has(id))
    holding = withReplaced(holdWhole(holding, more), replaced)
  }
  return { holding, reasons }
}

/**
 * Step 2: whose changes exceed a limit are held, then who is in a cycle of managers because others wait. If no account of the run is
 * the cause, a step is skipped: people and their addresses may have changed since the last run. If that is not enough, everyone is
 * held whose facts changed.
 */
async function holdRest(
  deciding: Deciding,
  whole: Attempt,
  {
    causes,
    holding: before,
    reasons: reasonsOfEnds,
    columns,
  }: HeldRun & { causes: Causes; columns: readonly IncidentReason[] },
): Promise<DecidedRun> {
  const { context, run, replaced, openId } = deciding
  // The whole run shows who causes what only where no one is held yet, and nothing else counts.
  let knowsCauses = openId === undefined && sizeOf(before) === 0 && causes.offending.length > 0
  let holding = knowsCauses ? withReplaced(holdRestOf(before, causes.offending), replaced) : before
  let reasons = [...reasonsOfEnds, ...(knowsCauses ? whole.exceeded.map(reasonOf) : [])]
  for (let rounds = 0; ; rounds++) {
    await savepoint.execute(context.tx)
    const tried = await attempt(deciding, holding, {
      whole: { movements: whole.survey.movements, newPeople: causes.newPeople },
    })
    const offending = withoutLossesOf(await findEndedPeople(run), tried.offences)
    const cycles = (await findManagerCycles(run)).filter(
      ({ personId }) => !causes.cycles.has(personId),
    )
    if (offending.length === 0 && cycles.length === 0) {
      await release.execute(context.tx)
      return finish(deciding, tried, [...columns, ...reasons])
    }
    const inCycles = cycles.flatMap(({ vendorIds }) => vendorIds)
    const causing = await findCausingAccounts(run, movedBy(tried.survey, offending))
    const changed = await findChangedAccounts(run)
    await rollback.execute(context.tx)
    if (reasons.length === 0) reasons = tried.exceeded.map(reasonOf)
    if (inCycles.length > 0) reasons = [...reasons, cycleReason(inCycles.length)]
    const isWithinLimits = offending.length === 0 && rounds < roundsOfCycles
    const more = isWithinLimits ? inCycles : knowsCauses ? changed : [...causing, ...inCycles]
    knowsCauses ||= offending.length > 0
    const isUncaused = offending.length > 0 && causing.length === 0
    holding =
      (isUncaused ? skipMore(holding) : undefined) ??
      (await holdMore(deciding, holding, [more, changed]))
  }
}

/** Those who wait may put others into a cycle; after some rounds, everyone waits whose facts changed. */
const roundsOfCycles = 3

/** The first of these lists that holds more than before. Then all that the run lists waits, and then its ends too. */
async function holdMore(
  { run, options, replaced }: Deciding,
  holding: Holding,
  lists: readonly (readonly string[])[],
): Promise<Holding> {
  const all = await selectStaged(run, options.isComplete)
  const holdings = [...lists, all].map((list) => withReplaced(holdRestOf(holding, list), replaced))
  const wider = holdings.find((each) => sizeOf(each) > sizeOf(holding))
  if (wider !== undefined) return wider
  if (holding.whole.size < all.length) return holdWhole(holding, all)
  const skipping = skipMore(holding)
  if (skipping !== undefined) return skipping
  throw new Error('A run of which everything is held moves somebody beyond a limit.')
}

/** What is skipped, one after the other, until the rest is within the limits. */
const skippable: readonly SkippedSteps[] = [
  nothingSkipped,
  { otherSources: true, hierarchy: false },
  { otherSources: false, hierarchy: true },
  { otherSources: true, hierarchy: true },
]

/** Undefined where nothing more can be skipped. */
function skipMore(holding: Holding): Holding | undefined {
  const skips = skippable[skippable.indexOf(holding.skips) + 1]
  return skips && { ...holding, skips }
}

function holdWhole({ whole, rest, skips }: Holding, more: readonly string[]): Holding {
  return { whole: new Set([...whole, ...more]), rest: rest.difference(new Set(more)), skips }
}

function holdRestOf({ whole, rest, skips }: Holding, more: readonly string[]): Holding {
  return { whole, rest: new Set([...rest, ...more]).difference(whole), skips }
}

function withReplaced(holding: Holding, replaced: readonly ReplacedAccount[]): Holding {
  const isHeld = (id: string) => holding.whole.has(id) || holding.rest.has(id)
  const pairs = replaced.map(({ vendorId, byVendorId }) => [vendorId, byVendorId])
  return holdWhole(holding, pairs.filter((pair) => pair.some(isHeld)).flat())
}

function sizeOf({ whole, rest }: Holding): number {
  return whole.size + rest.size
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

/** Stores what is held, and records the state of the incident. */
async function finish(
  deciding: Deciding,
  kept: Attempt,
  reasons: readonly IncidentReason[],
): Promise<DecidedRun> {
  const { context, run, openId, held } = deciding
  const { tx, actor, runId } = context
  const { survey } = kept
  const skipped = kept.holding.skips
  const heldNow = await selectHeldBack(run)
  if (openId === undefined && heldNow.length === 0) return { survey, skipped, incident: null }
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
async function movesHeld({ run, held }: Deciding, { survey }: Attempt): Promise<boolean> {
  const moving = new Set(await findCausingAccounts(run, movedBy(survey, survey.movements)))
  return held.some(({ vendorId, endsNow }) => endsNow || moving.has(vendorId))
}

function keyOf({ rulesetId, personId }: Movement): string {
  return `${rulesetId} ${personId}`
}

function peopleOf(movements: readonly MovedPlace[]): string[] {
  return [...new Set(movements.map(({ personId }) => personId))]
}

type MovedPlace = Pick<Movement, 'rulesetId' | 'personId'>

/** The people who are moved, and those of them whose managers matter. */
function movedBy({ readsManagers }: RunSurvey, movements: readonly MovedPlace[]): MovedPeople {
  const below = movements.filter(({ rulesetId }) => readsManagers(rulesetId))
  return { people: peopleOf(movements), below: peopleOf(below) }
}

/** A loss of someone whose account has ended is decided with the account. */
function withoutLossesOf(ended: ReadonlySet<string>, offences: readonly Offence[]): Offence[] {
  return offences.filter(
    ({ direction, personId }) => !(direction === 'lose' && ended.has(personId)),
  )
}

/** Whether a limit on losses is exceeded that also holds ends of accounts. */
function isLoss({ direction, isSensitive }: MovedBeyond): boolean {
  return direction === 'lose' && !isSensitive
}

function reasonOf({ scope, direction, rulesetId, ...counted }: MovedBeyond): IncidentReason {
  const { people, size, percent, least } = counted
  return { scope, direction, ruleset_id: rulesetId, key: null, people, size, percent, least }
}

function columnReason({ key, vendorIds, ...counted }: LostColumn): IncidentReason {
  const people = vendorIds.length
  return { scope: 'lost_column', direction: null, ruleset_id: null, key, people, ...counted }
}

function cycleReason(people: number): IncidentReason {
  const counted = { people, size: people, percent: 0, least: 0 }
  return { scope: 'manager_cycle', direction: null, ruleset_id: null, key: null, ...counted }
}
