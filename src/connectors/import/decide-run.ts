import { sql } from 'kysely'
import { excludeRejected, findLostColumns } from '../../directory/identities/rejected-values.ts'
import {
  endingAccounts,
  findCausingAccounts,
  findChangedAccounts,
  findEndedPeople,
  findManagerCycles,
  findRestingHeld,
  selectEndingAccounts,
  selectHeldOfRun,
  selectStaged,
} from '../../directory/identities/held-causes.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import {
  findReplacedAccounts,
  stageCounterparts,
} from '../../directory/identities/replaced-accounts.ts'
import { findOpenIncident, type IncidentReason } from '../../policy/holds/write-incidents.ts'
import { judgeAccountEnds } from '../../policy/limits/account-ends.ts'
import type { MovedBeyond } from '../../policy/limits/counting.ts'
import { withBulkPlans, send } from '../../database/planning.ts'
import { keepRun, type DecidedRun } from './keep-run.ts'
import type { SurveyOptions } from './run-survey.ts'
import {
  holdExceptEnds,
  holdWithEnds,
  nobody,
  sizeOf,
  skipMore,
  tryRun,
  withReplaced,
  type Deciding,
  type Holding,
  type TriedRun,
} from './try-run.ts'
import {
  columnReason,
  cycleReason,
  endingAnyway,
  findCauses,
  isLoss,
  peopleMovedBy,
  reasonOf,
  stillHeld,
  withoutLossesOf,
  type Causes,
} from './run-causes.ts'

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
  const prepared = await prepare(context, run, options)
  const { held, replaced, openId } = prepared
  const ends =
    run.facts?.ends === false
      ? null
      : await judgeEnds(prepared, endingAccounts(run, options.isComplete))

  send(tx, savepoint)
  // Held facts apply only within the limits of everything that the source has moved since before its incident.
  const whole = await tryRun(prepared, nobody, { incidentId: openId ?? null })
  // A push is about one account.
  const lost = context.isPush ? [] : await withBulkPlans(tx, () => findLostColumns(run))
  const isWithinLimits = ends === null && whole.exceeded.length + lost.length === 0
  if (isWithinLimits && (held.length === 0 || options.isComplete)) {
    send(tx, release)
    return keepRun(prepared, whole, [])
  }
  // What is held back from here on, the facts do not have.
  const deciding = { ...prepared, run: { ...run, facts: undefined } }
  const causes = await withBulkPlans(tx, () => findCauses(deciding, whole))
  await rollback.execute(tx)

  const losers = lost.flatMap(({ vendorIds }) => vendorIds)
  const before = holdExceptEnds(stillHeld(held, causes, ends !== null), losers)
  const first = await holdEnds(deciding, whole, withReplaced(before, replaced))
  return holdMovements(deciding, whole, { causes, ...first, columns: lost.map(columnReason) })
}

/** Leaves out what was rejected, and reads what the incident of the source holds. */
async function prepare(
  context: Deciding['context'],
  run: SourceRun,
  options: SurveyOptions,
): Promise<Deciding> {
  const { tx } = context
  const { isComplete } = options
  if (run.facts !== undefined)
    return { context, run, options, openId: undefined, held: [], replaced: [], resting: new Set() }
  if (!isComplete) await stageCounterparts(run)
  await excludeRejected(run, isComplete)
  const replaced = await withBulkPlans(tx, () => findReplacedAccounts(run, isComplete))
  const openId = (await findOpenIncident(tx, run.integration.id))?.id
  const held =
    openId === undefined ? [] : await withBulkPlans(tx, () => selectHeldOfRun(run, isComplete))
  const resting =
    held.length === 0 ? new Set<string>() : await findRestingHeld(run, endingAnyway(held))
  return { context, run, options, openId, held, replaced, resting }
}

/** Which limit accounts that stop being active would exceed. */
async function judgeEnds(
  { context: { tx, now }, run }: Deciding,
  ending: ReturnType<typeof endingAccounts>,
): Promise<MovedBeyond | null> {
  return judgeAccountEnds(tx, run.integration.id, sql`select id from (${ending}) e`, now)
}

type HeldRun = { holding: Holding; reasons: readonly IncidentReason[] }

/** Step 1: accounts that stop being active are held if they alone exceed a limit. Sensitive rulesets do not hold them. */
async function holdEnds(deciding: Deciding, whole: TriedRun, before: Holding): Promise<HeldRun> {
  const { context, run, options, replaced } = deciding
  const all = await selectEndingAccounts(run, options.isComplete)
  const ending = all.filter((id) => !before.withEnds.has(id))
  if (ending.length === 0) return { holding: before, reasons: [] }
  // A later complete run counts the ends that are held together with its own.
  const counted = options.isComplete ? all : ending
  const accounts = await judgeEnds(deciding, endingAccounts(run, options.isComplete, counted))
  if (accounts !== null)
    return {
      holding: withReplaced(holdWithEnds(before, ending), replaced),
      reasons: [reasonOf(accounts)],
    }
  if (!whole.exceeded.some(isLoss)) return { holding: before, reasons: [] }

  const together = options.isComplete
    ? { ...before, withEnds: before.withEnds.difference(new Set(all)) }
    : before
  const everything = await selectStaged(run, options.isComplete)
  let holding = before
  let reasons: readonly IncidentReason[] = []
  for (const isLast of [false, true]) {
    await savepoint.execute(context.tx)
    // A person with another account has not left.
    const ends = withReplaced(holdExceptEnds(isLast ? holding : together, everything), replaced)
    // No account is held because of what others have pending.
    const alone = await tryRun(deciding, ends, { countsHeld: false })
    const exceeded = alone.exceeded.filter(isLoss)
    const losses = alone.offences.filter(
      ({ direction, rulesetId }) =>
        direction === 'lose' &&
        exceeded.some((limit) => limit.rulesetId === null || limit.rulesetId === rulesetId),
    )
    const causing = new Set(await findCausingAccounts(run, peopleMovedBy(alone.survey, losses)))
    await rollback.execute(context.tx)
    if (exceeded.length === 0) break
    if (reasons.length === 0) reasons = exceeded.map(reasonOf)
    const more = isLast ? ending : ending.filter((id) => causing.has(id))
    holding = withReplaced(holdWithEnds(holding, more), replaced)
  }
  return { holding, reasons }
}

/**
 * Step 2: whose changes exceed a limit are held, then who is in a cycle of managers because others wait. If no account of the run is
 * the cause, a step is skipped: people and their addresses may have changed since the last run. If that is not enough, everyone is
 * held whose facts changed.
 */
async function holdMovements(
  deciding: Deciding,
  whole: TriedRun,
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
  let holding = knowsCauses
    ? withReplaced(holdExceptEnds(before, causes.offending), replaced)
    : before
  let reasons = [...reasonsOfEnds, ...(knowsCauses ? whole.exceeded.map(reasonOf) : [])]
  for (let rounds = 0; ; rounds++) {
    await savepoint.execute(context.tx)
    const tried = await tryRun(deciding, holding, {
      whole: { movements: whole.survey.movements, newPeople: causes.newPeople },
    })
    const offending = withoutLossesOf(await findEndedPeople(run), tried.offences)
    const cycles = (await findManagerCycles(run)).filter(
      ({ personId }) => !causes.cycles.has(personId),
    )
    if (offending.length === 0 && cycles.length === 0) {
      await release.execute(context.tx)
      return keepRun(deciding, tried, [...columns, ...reasons])
    }
    const inCycles = cycles.flatMap(({ vendorIds }) => vendorIds)
    const causing = await findCausingAccounts(run, peopleMovedBy(tried.survey, offending))
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
  const holdings = [...lists, all].map((list) =>
    withReplaced(holdExceptEnds(holding, list), replaced),
  )
  const wider = holdings.find((each) => sizeOf(each) > sizeOf(holding))
  if (wider !== undefined) return wider
  if (holding.withEnds.size < all.length) return holdWithEnds(holding, all)
  const skipping = skipMore(holding)
  if (skipping !== undefined) return skipping
  throw new Error('A run of which everything is held moves somebody beyond a limit.')
}
