import { areTooManyEnds } from './decide-ends.ts'
import { admitting, eligible, readKeys } from './evaluation.ts'
import { causes, type RunOutcome } from './hold.ts'
import { beyond, exceeded, type Judgement } from './judging.ts'
import { record, type Step } from './movements.ts'
import {
  accept,
  acceptPending,
  closeIfEmpty,
  heldAccounts,
  heldPeople,
  isEnded,
  openIncident,
  sameFacts,
  withPending,
} from './pending-facts.ts'
import { settle } from './stays.ts'
import {
  type Account,
  accountId,
  copy,
  DAY,
  type Facts,
  type Movement,
  type World,
} from './world.ts'

/**
 * A held person that the run has facts about, and whose pending facts would move no one, were they eligible, is released. That is
 * judged with all facts of the run, so that people who move others only together stay held together. No held end is
 * released while the run ends too many accounts.
 */
export function release(
  world: World,
  source: string,
  targets: Map<string, Facts>,
  {
    whole,
    newlyEnded,
    lost: columns,
  }: { whole: World; newlyEnded: ReadonlySet<string>; lost: ReadonlySet<string> },
  outcome: RunOutcome,
): void {
  const { before } = outcome
  const heldHere = [...targets.keys()].flatMap((id) => {
    const account = world.accounts.get(id)
    return account !== undefined &&
      account.pending !== null &&
      before.accounts.get(id)?.pending !== null
      ? [account]
      : []
  })
  if (heldHere.length === 0) return
  const ending = [...targets].filter(
    ([id, said]) => world.accounts.get(id)?.accepted?.state === 'active' && said.state !== 'active',
  )
  const endsTooMany = areTooManyEnds(world, source, ending.length)
  const stays = (account: Account): boolean => {
    const id = accountId(source, account.vendorId)
    const lost = (each: Movement): boolean =>
      newlyEnded.has(id) &&
      !account.endHeld &&
      each.to === null &&
      endedWith(world, newlyEnded, each.person)
    const isChanged = !sameFacts(account.accepted, account.pending, readKeys(world, source))
    if (account.endHeld && ending.some(([each]) => each === id) && endsTooMany) return true
    if (isChanged && columns.has(id)) return true
    const moves = [
      ...outcome.whole.filter((each) => !lost(each)),
      ...heldHere.flatMap((each) => movesOnceEligible(before, whole, each, newlyEnded)),
    ]
    return isChanged && causes(before, whole, moves).has(account.person)
  }
  // An account and the one that replaces it wait together.
  const staying = new Set(heldHere.filter(stays).map(({ person }) => person))
  for (const account of heldHere) {
    if (staying.has(account.person)) continue
    // What it says is decided with the rest of the run.
    account.pending = null
    account.endHeld = false
    outcome.reached.push('released')
  }
}

/** What the pending facts of someone who is not eligible would move if they were. */
function movesOnceEligible(
  before: World,
  whole: World,
  account: Account,
  newlyEnded: ReadonlySet<string>,
): Movement[] {
  const { person, source, vendorId } = account
  if (eligible(before, person) && eligible(whole, person)) return []
  const id = accountId(source, vendorId)
  const isIn = (world: World): boolean => world.accounts.get(id)?.accepted?.state === 'active'
  // An end that was not held before is decided with the other ends.
  const isDecided = newlyEnded.has(id) && !account.endHeld
  const isSwitched = source === before.primary && !isDecided && isIn(before) !== isIn(whole)
  return [...whole.rulesets].flatMap(([ruleset, rules]) => {
    if (rules.isAttribute) return []
    const [from, to] = [before, whole].map((world) => {
      const rule = admitting(world, world.rulesets.get(ruleset) ?? rules, person)
      return rule === undefined ? null : { role: rule.role, end: rule.endsAt }
    })
    const isSame = from?.role === to?.role && from?.end === to?.end
    const isNothing = from === null && to === null
    return isSame && (!isSwitched || isNothing)
      ? []
      : [{ ruleset, person, from: from ?? null, to: to ?? null }]
  })
}

/** Whether the person lost access because their account, or that of their parent, has ended. */
function endedWith(world: World, ended: ReadonlySet<string>, person: string): boolean {
  const parent = world.people.get(person)?.parent
  return [...ended].some((id) => {
    const own = world.accounts.get(id)?.person
    return own === person || own === parent
  })
}

/**
 * The remaining held facts apply when a complete run is within the limits, with everything that the source has
 * moved meanwhile.
 */
export function applyByItself(world: World, source: string, outcome: RunOutcome): void {
  const incident = openIncident(world, source)
  if (incident === undefined) return
  const since = incident.openedAt - DAY
  const step: Step = { by: source }
  const held = heldAccounts(world, source)
  const ended = world.ends.filter(
    (end) => end.source === source && end.at > since && isEnded(world, end.account),
  )
  const ending = held.filter((account) => account.endHeld)
  const size =
    [...world.accounts.values()].filter(
      (account) => account.source === source && account.accepted?.state === 'active',
    ).length + ended.length
  if (ending.length > 0 && beyond(ended.length + ending.length, size, world.limits.account)) return
  const ends = copy(world)
  for (const account of ends.accounts.values()) {
    if (
      account.source === source &&
      account.endHeld &&
      account.accepted !== null &&
      account.pending !== null
    )
      accept(ends, account, { state: account.pending.state, values: account.accepted.values })
  }
  settle(ends)
  const endsJudged: Judgement = { step: { ...step, accountEnd: true }, endsOnly: true }
  if ([endsJudged, { ...endsJudged, since }].some((each) => exceeded(world, ends, each).length > 0))
    return
  const after = withPending(world, (account) => account.source === source)
  const elsewhere = copy(world)
  for (const account of elsewhere.accounts.values())
    if (account.source === source) account.pending = null
  if (
    [{ step }, { step, since }].some(
      (judgement) => exceeded(elsewhere, after, judgement).length > 0,
    )
  )
    return
  record(world, after, step)
  for (const account of ending)
    after.ends.push({
      source,
      account: accountId(source, account.vendorId),
      at: world.now,
      approved: false,
    })
  acceptPending(after, source, [...heldPeople(world, source)])
  Object.assign(world, after)
  closeIfEmpty(world, source, 'applied')
  outcome.applied = true
  outcome.reached.push('applied')
}
