import type { IncidentReason } from '../../policy/holds/write-incidents.ts'
import {
  findCausingAccounts,
  findEndedPeople,
  findManagerCycles,
  findNewPeople,
  findSwitched,
  type HeldOfRun,
  type MovedPeople,
} from '../../directory/identities/held-causes.ts'
import { type LostColumn } from '../../directory/identities/rejected-values.ts'
import type { MovedBeyond, Movement } from '../../policy/limits/counting.ts'
import type { Offence } from '../../policy/limits/judge.ts'
import { findWouldMove, type RunSurvey } from './run-survey.ts'
import { nothingSkipped, type Deciding, type Holding, type TriedRun } from './try-run.ts'

/** What the whole run shows before it is rolled back. Accounts are vendor ids. */
export type Causes = {
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

export async function findCauses(
  { run, held, resting }: Deciding,
  { survey, offences }: TriedRun,
): Promise<Causes> {
  const ended = await findEndedPeople(run)
  const offending = peopleMovedBy(survey, withoutLossesOf(ended, offences))
  // Someone who is not eligible is moved by nothing, and would be later.
  const later = await findWouldMove(
    run.tx,
    survey.requalified,
    await findSwitched(run, resting, endingAnyway(held)),
  )
  const moved = (movements: readonly Movement[]) =>
    held.length === 0
      ? []
      : findCausingAccounts(run, peopleMovedBy(survey, [...movements, ...later]))
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

/** Held accounts whose end was not held before, by vendor id: it is decided with the other ends of the run. */
export function endingAnyway(held: readonly HeldOfRun[]): string[] {
  return held.flatMap(({ vendorId, endsNow, isAccountEnd }) =>
    endsNow && !isAccountEnd ? [vendorId] : [],
  )
}

/**
 * Accounts that move a person stay held. An end that was not held before may act: its losses are no reason to hold
 * the rest. While the run still ends too many accounts, no end is released: otherwise the same file again would end
 * as many as the limit leaves room for.
 */
export function stillHeld(
  held: readonly HeldOfRun[],
  { moving, movingOthers }: Causes,
  endsTooMany: boolean,
): Holding {
  const kept = held.filter(({ vendorId, endsNow, isAccountEnd }) => {
    if (endsNow && isAccountEnd && endsTooMany) return true
    return (endsNow && !isAccountEnd ? movingOthers : moving).has(vendorId)
  })
  return {
    withEnds: new Set(kept.flatMap((each) => (each.isAccountEnd ? [each.vendorId] : []))),
    exceptEnds: new Set(kept.flatMap((each) => (each.isAccountEnd ? [] : [each.vendorId]))),
    skips: nothingSkipped,
  }
}

type MovedPlace = Pick<Movement, 'rulesetId' | 'personId'>

/** The people who are moved, and those of them whose managers matter. */
export function peopleMovedBy(
  { readsManagers }: RunSurvey,
  movements: readonly MovedPlace[],
): MovedPeople {
  const below = movements.filter(({ rulesetId }) => readsManagers(rulesetId))
  return { people: peopleOf(movements), below: peopleOf(below) }
}

function peopleOf(movements: readonly MovedPlace[]): string[] {
  return [...new Set(movements.map(({ personId }) => personId))]
}

/** A loss of someone whose account has ended is decided with the account. */
export function withoutLossesOf(
  ended: ReadonlySet<string>,
  offences: readonly Offence[],
): Offence[] {
  return offences.filter(
    ({ direction, personId }) => !(direction === 'lose' && ended.has(personId)),
  )
}

/** Whether a limit on losses is exceeded that also holds ends of accounts. */
export function isLoss({ direction, isSensitive }: MovedBeyond): boolean {
  return direction === 'lose' && !isSensitive
}

export function reasonOf({ scope, direction, rulesetId, ...counted }: MovedBeyond): IncidentReason {
  const { people, size, percent, least } = counted
  return { scope, direction, ruleset_id: rulesetId, key: null, people, size, percent, least }
}

export function columnReason({ key, vendorIds, ...counted }: LostColumn): IncidentReason {
  const people = vendorIds.length
  return { scope: 'lost_column', direction: null, ruleset_id: null, key, people, ...counted }
}

export function cycleReason(people: number): IncidentReason {
  const counted = { people, size: people, percent: 0, least: 0 }
  return { scope: 'manager_cycle', direction: null, ruleset_id: null, key: null, ...counted }
}
