import { readKeys } from './evaluation.ts'
import { exceeded } from './judging.ts'
import { movements, record, type Step } from './movements.ts'
import { acceptPending, closeIfEmpty, heldAccounts, valueOf, withPending } from './pending-facts.ts'
import { settle } from './stays.ts'
import {
  accountId,
  copy,
  DAY,
  type Excess,
  type Movement,
  type Rule,
  type ScheduledRule,
  type World,
} from './world.ts'

/** The effect of accepting what is pending of these people. */
export function approvalEffect(
  world: World,
  source: string,
  people: ReadonlySet<string>,
): { effect: Movement[]; after: World } {
  const after = withPending(
    world,
    (account) => account.source === source && people.has(account.person),
  )
  return { effect: movements(world, after), after }
}

export function approve(world: World, source: string, people: ReadonlySet<string>): void {
  const { after } = approvalEffect(world, source, people)
  record(world, after, { by: source, approved: true })
  for (const account of heldAccounts(world, source)) {
    if (people.has(account.person) && account.endHeld)
      after.ends.push({
        source,
        account: accountId(source, account.vendorId),
        at: world.now,
        approved: true,
      })
  }
  acceptPending(after, source, [...people])
  Object.assign(world, after)
  closeIfEmpty(world, source, 'approved')
}

export function reject(world: World, source: string, people: ReadonlySet<string>): void {
  const keys = readKeys(world, source)
  for (const account of heldAccounts(world, source)) {
    if (!people.has(account.person) || account.pending === null) continue
    for (const key of keys) {
      if (valueOf(account.pending, key) !== valueOf(account.accepted, key))
        account.rejected[key] = valueOf(account.pending, key) ?? ''
    }
    account.pending = null
    account.endHeld = false
  }
  closeIfEmpty(world, source, 'rejected')
}

/** A change of policy, or an action on one person. Beyond a limit it is not carried out, unless it is approved. */
export function change(
  world: World,
  step: Step,
  mutate: (world: World) => void,
): { refused: boolean; excess: Excess[] } {
  const after = copy(world)
  mutate(after)
  settle(after)
  const excess = exceeded(world, after, { step: { ...step, approved: false } })
  const acted = after.named.filter((each) => each.by === step.by && each.at > after.now - DAY)
  const people = new Set(acted.map(({ person }) => person))
  if (step.actsOn !== undefined) people.add(step.actsOn)
  const isScript = step.actsOn !== undefined && people.size > world.limits.named
  if ((excess.length > 0 || isScript) && step.approved !== true) return { refused: true, excess }
  if (step.actsOn !== undefined && step.approved !== true)
    after.named.push({ by: step.by, person: step.actsOn, at: after.now })
  record(world, after, excess.length > 0 || isScript ? step : { ...step, approved: false })
  Object.assign(world, after)
  return { refused: false, excess }
}

/** Advances the clock: ends come in order, and none of them counts. */
export function advance(world: World, to: number): void {
  for (;;) {
    const instants = [
      ...[...world.stays.values()].map((stay) => stay.graceEndsAt),
      ...[...world.people.values()].map((person) => person.expiresAt),
      ...[...world.rulesets.values()].flatMap((ruleset) =>
        ruleset.rules.map((rule) => rule.endsAt),
      ),
      ...world.scheduled.map(({ at, isOver }) => (isOver ? null : at)),
    ].filter((at): at is number => at !== null && at > world.now && at <= to)
    if (instants.length === 0) break
    const before = copy(world)
    world.now = Math.min(...instants)
    settle(world)
    record(before, world, { by: 'clock', uncounted: true })
    for (const due of world.scheduled) if (!due.isOver && due.at <= world.now) begin(world, due)
  }
  world.now = to
}

export const putInForce = (world: World, ruleset: string, rule: Rule): void => {
  const rules = world.rulesets.get(ruleset)?.rules
  rules?.push(rule)
  rules?.sort((a, b) => a.priority - b.priority)
}

/** A rule whose date has come begins within the limits, or within what was approved of it. */
function begin(world: World, due: ScheduledRule): void {
  due.isOver = true
  const after = copy(world)
  putInForce(after, due.ruleset, due.rule)
  settle(after)
  const step: Step = { by: 'clock', rulesOf: due.ruleset }
  const isCovered = (found: Excess): boolean =>
    due.approved.some(
      ({ scope, direction, people }) =>
        scope === found.scope && direction === found.direction && found.people <= people,
    )
  if (!exceeded(world, after, { step }).every(isCovered)) return
  record(world, after, { ...step, approved: due.approved.length > 0 })
  Object.assign(world, after)
}
