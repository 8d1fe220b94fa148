import { hold, type RunOutcome, whoIsHeld } from './hold.ts'
import { beyond, exceeded } from './judging.ts'
import { record, type Step } from './movements.ts'
import { accept, isEnded } from './pending-facts.ts'
import { settle } from './stays.ts'
import { type Account, accountId, copy, DAY, type Facts, type World } from './world.ts'

export function decideEnds(
  world: World,
  source: string,
  targets: Map<string, Facts>,
  { complete }: { complete: boolean },
  outcome: RunOutcome,
): void {
  const ending = [...targets].flatMap(([id, said]) => {
    const account = world.accounts.get(id)
    return account?.accepted?.state === 'active' && said.state !== 'active' && !account.endHeld
      ? [{ id, account, said }]
      : []
  })
  if (ending.length === 0) return
  // A complete run counts the ends that are held together with the new ones.
  const waiting = complete ? heldEnds(world, source, targets) : []
  const apply = (held: Set<string>, others: readonly Account[] = []): World => {
    const after = copy(world)
    for (const { source: from, vendorId, accepted, pending } of others) {
      const own = after.accounts.get(accountId(from, vendorId))
      if (own === undefined || accepted === null || pending === null) continue
      accept(after, own, { state: pending.state, values: accepted.values })
    }
    for (const { id, account, said } of ending) {
      const own = after.accounts.get(id)
      if (own === undefined || own.accepted === null || held.has(account.person)) continue
      if (replacementOf(world, targets, account) !== undefined) continue
      accept(after, own, { state: said.state, values: own.accepted.values })
    }
    settle(after)
    return after
  }
  const step: Step = { by: source, accountEnd: true }
  let held = new Set<string>()
  if (areTooManyEnds(world, source, ending.length + waiting.length)) {
    held = new Set(ending.map(({ account }) => account.person))
    outcome.reached.push('account limit')
  } else {
    const after = apply(held, waiting)
    const changed = new Set(ending.map(({ account }) => account.person))
    held = whoIsHeld(world, after, exceeded(world, after, { step, endsOnly: true }), changed)
    if (held.size > 0) outcome.reached.push('end beyond a limit of a ruleset')
    if (held.size > 0 && exceeded(world, apply(held), { step, endsOnly: true }).length > 0) {
      held = changed
      outcome.reached.push('fallback of ends')
    }
  }
  const after = apply(held)
  record(world, after, step)
  for (const { id, account, said } of ending) {
    if (held.has(account.person)) {
      const own = after.accounts.get(id)
      if (own !== undefined) hold(after, own, said, true, outcome)
      const replacement = replacementOf(world, targets, account)
      const next = replacement === undefined ? undefined : after.accounts.get(replacement)
      const saidNext = replacement === undefined ? undefined : targets.get(replacement)
      if (next !== undefined && saidNext !== undefined) hold(after, next, saidNext, false, outcome)
    } else {
      after.ends.push({ source, account: id, at: world.now, approved: false })
      outcome.reached.push('end acts')
      if (after.accounts.get(id)?.pending !== null)
        outcome.reached.push('end acts on a held person')
    }
  }
  Object.assign(world, after)
}

/** Accounts whose end is held, and that the run would end too. */
function heldEnds(world: World, source: string, targets: Map<string, Facts>): Account[] {
  return [...world.accounts].flatMap(([id, account]) => {
    const said = targets.get(id)
    const ends =
      account.accepted?.state === 'active' && said !== undefined && said.state !== 'active'
    return account.source === source && account.endHeld && account.pending !== null && ends
      ? [account]
      : []
  })
}

/** Whether so many accounts more than ended in the last 24 hours exceed the limit of their source. */
export function areTooManyEnds(world: World, source: string, more: number): boolean {
  const before = world.ends.filter(
    (end) =>
      end.source === source &&
      !end.approved &&
      end.at > world.now - DAY &&
      isEnded(world, end.account),
  )
  const active = [...world.accounts.values()].filter(
    (account) => account.source === source && account.accepted?.state === 'active',
  )
  const size = active.length + before.length
  return more > 0 && beyond(before.length + more, size, world.limits.account)
}

/** The account that appears as this one disappears. One that was there before replaces nothing. */
function replacementOf(
  world: World,
  targets: Map<string, Facts>,
  gone: Account,
): string | undefined {
  return [...targets.keys()].find((id) => {
    const account = world.accounts.get(id)
    return (
      account !== undefined &&
      account !== gone &&
      account.accepted === null &&
      account.source === gone.source &&
      account.person === gone.person &&
      targets.get(id)?.state === 'active'
    )
  })
}
