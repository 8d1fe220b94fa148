import { decideEnds } from './decide-ends.ts'
import { decideRest } from './decide-rest.ts'
import { readKeys } from './evaluation.ts'
import { causes, type RunOutcome } from './hold.ts'
import { accessMovements } from './movements.ts'
import { accept, closeIfEmpty, heldAccounts, openIncident, sameFacts } from './pending-facts.ts'
import { readRows, type Row } from './read-rows.ts'
import { lostColumns } from './lost-columns.ts'
import { applyByItself, release } from './release.ts'
import { settle } from './stays.ts'
import { accountId, copy, type World } from './world.ts'

export function run(
  world: World,
  source: string,
  rows: readonly Row[],
  complete: boolean,
): RunOutcome {
  const outcome: RunOutcome = {
    failed: false,
    held: [],
    applied: false,
    reached: [],
    before: world,
    whole: [],
    wholeWorld: world,
  }
  if (complete && !rows.some((row) => row.state === 'active' || row.state === 'suspended'))
    return { ...outcome, failed: true }
  const targets = readRows(world, source, rows, complete)
  for (const [id, said] of targets) {
    const account = world.accounts.get(id)
    if (account?.pending === null || account === undefined) continue
    // One that was to replace another account, and is gone before it was accepted, has nothing pending.
    const isOwn = world.people.get(account.person)?.account === id
    const isGone = account.accepted === null && !isOwn && said.state === 'deactivated'
    account.pending = isGone ? null : said
    if (account.accepted?.state === 'active' && said.state === 'active') account.endHeld = false
  }
  const whole = copy(world)
  for (const [id, said] of targets) {
    const account = whole.accounts.get(id)
    if (account !== undefined) accept(whole, account, said)
  }
  settle(whole)
  outcome.before = copy(world)
  outcome.whole = accessMovements(world, whole)
  outcome.wholeWorld = whole
  const newlyEnded = new Set(
    [...targets].flatMap(([id, said]) => {
      const account = world.accounts.get(id)
      return account?.accepted?.state === 'active' && said.state !== 'active' && !account.endHeld
        ? [id]
        : []
    }),
  )
  const lost = lostColumns(world, whole, source)
  if (lost.size > 0) outcome.reached.push('lost column')
  release(world, source, targets, { whole, newlyEnded, lost }, outcome)
  decideEnds(world, source, targets, { complete }, outcome)
  decideRest(world, source, targets, { lost }, outcome)
  followHeldNewcomers(world, source)
  const moved = causes(outcome.before, whole, outcome.whole)
  const keys = readKeys(world, source)
  const applied =
    complete &&
    heldAccounts(outcome.before, source).some(
      ({ person, accepted, pending }) =>
        !sameFacts(accepted, pending, keys) &&
        (moved.has(person) || (accepted?.state === 'active' && pending?.state !== 'active')),
    )
  closeIfEmpty(world, source, applied ? 'applied' : 'released')
  if (
    complete &&
    openIncident(outcome.before, source) !== undefined &&
    lost.size === 0 &&
    !hasJoined(world, source, outcome)
  )
    applyByItself(world, source, outcome)
  return outcome
}

/** People who are new stay staged while held, and one whom the source suspends meanwhile shows it. */
function followHeldNewcomers(world: World, source: string): void {
  for (const account of heldAccounts(world, source)) {
    const person = world.people.get(account.person)
    const isOwn = person?.account === accountId(source, account.vendorId)
    if (account.accepted !== null || !isOwn || source !== world.primary) continue
    if (account.pending?.state === 'active') account.wasActive = true
    if (person.byAdmin || !account.wasActive) continue
    if (!['staged', 'suspended'].includes(person.base)) continue
    if (account.pending?.state === 'active') person.base = 'staged'
    if (account.pending?.state === 'suspended') person.base = 'suspended'
  }
}

/** Whether the run itself was beyond a limit: what it adds waits for a later one. */
function hasJoined(world: World, source: string, { before }: RunOutcome): boolean {
  return heldAccounts(world, source).some(
    ({ vendorId }) => (before.accounts.get(accountId(source, vendorId))?.pending ?? null) === null,
  )
}
