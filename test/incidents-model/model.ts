// A slow, plain model of incidents. It is written from the definition of the terms, not from the
// code: every question is answered by copying the whole world, trying the change, and comparing.

export const DAY = 86_400_000

export type AccountState = 'active' | 'suspended' | 'deactivated'

/** The facts of one source about one account. `values.manager` is the vendor id of the manager's account. */
export type Facts = { state: AccountState; values: Record<string, string> }

export type Account = {
  source: string
  vendorId: string
  person: string
  /** Null while the account is new and held: policy reads nothing of it. */
  accepted: Facts | null
  /** The last facts of the source, while they are held. */
  pending: Facts | null
  /** The hold is about the end of the account: it does not count as moved. */
  endHeld: boolean
  /** The rejected values, by key (`state` or a profile key), until the source reports another value. */
  rejected: Record<string, string>
}

export type Person = {
  base: 'staged' | 'active' | 'suspended' | 'deactivated'
  /** An administrator deactivated the person: the source changes nothing until one activates them. */
  byAdmin: boolean
  expiresAt: number | null
  parent: string | null
  /** The primary account, or null for a person whom an administrator created. */
  account: string | null
  /** The manager of a person without a primary account. */
  manager: string | null
}

export type Condition =
  | { type: 'value'; source: string; key: string; values: string[] }
  | { type: 'attribute'; attribute: string }
  | { type: 'reports'; manager: string; all: boolean }
  | { type: 'user'; person: string }

export type Rule = {
  id: string
  role: string
  priority: number
  graceDays: number
  conditions: Condition[]
  endsAt: number | null
}

export type Ruleset = {
  isSensitive: boolean
  /** Of an attribute: it has no limits of its own. */
  isAttribute: boolean
  /** In order of admission. Only rules in force. */
  rules: Rule[]
  firstEnteredAt: number | null
}

export type Stay = {
  id: number
  ruleset: string
  person: string
  rule: string
  role: string
  graceEndsAt: number | null
  endsAt: number | null
}

export type Direction = 'lose' | 'gain' | 'role'
export type Status = { role: string; end: number | null } | null
export type Movement = { ruleset: string; person: string; from: Status; to: Status }

/** Who moved: a source or a caller; `approved` movements count only against the source's open incident. */
export type Cause = { by: string; approved?: boolean; accountEnd?: boolean }
type Entry = Movement & Cause & { at: number; counted: boolean }
type AccountEnd = { source: string; account: string; at: number; approved: boolean }

export type Limit = { percent: number; people: number }
export type Limits = {
  lose: Limit
  gain: Limit
  role: Limit
  account: Limit
  overall: Limit
  named: number
}

export type Incident = {
  source: string
  openedAt: number
  state: 'open' | 'approved' | 'rejected' | 'released' | 'applied'
}

export type World = {
  now: number
  primary: string
  /** The profile key whose accepted values create attributes. */
  dimension: string
  limits: Limits
  accounts: Map<string, Account>
  people: Map<string, Person>
  attributes: Map<string, string[]>
  rulesets: Map<string, Ruleset>
  stays: Map<string, Stay>
  ledger: Entry[]
  ends: AccountEnd[]
  named: { by: string; person: string; at: number }[]
  incidents: Incident[]
  lastStay: number
}

const SENSITIVE: Limit = { percent: 0, people: 2 }

export function emptyWorld(now: number, primary: string, dimension: string, limits: Limits): World {
  return {
    now,
    primary,
    dimension,
    limits,
    accounts: new Map(),
    people: new Map(),
    attributes: new Map(),
    rulesets: new Map(),
    stays: new Map(),
    ledger: [],
    ends: [],
    named: [],
    incidents: [],
    lastStay: 0,
  }
}

export const accountId = (source: string, vendorId: string): string => `${source}:${vendorId}`
const stayKey = (ruleset: string, person: string): string => `${ruleset}|${person}`
export const copy = (world: World): World => structuredClone(world)

// ---- What policy reads

function primaryAccount(world: World, person: string): Account | undefined {
  const id = world.people.get(person)?.account
  return id === null || id === undefined ? undefined : world.accounts.get(id)
}

/** The manager that accepted facts name; null where the edge is unresolved or would close a cycle. */
function managerOf(world: World, person: string): string | null {
  const account = primaryAccount(world, person)
  if (account === undefined) return world.people.get(person)?.manager ?? null
  const reference = account.accepted?.values['manager']
  if (reference === undefined) return null
  const manager = world.accounts.get(accountId(world.primary, reference))
  return manager === undefined || manager.person === person ? null : manager.person
}

export function managersAbove(world: World, person: string): string[] {
  const above: string[] = []
  let manager = managerOf(world, person)
  while (manager !== null && !above.includes(manager) && manager !== person && above.length < 50) {
    above.push(manager)
    manager = managerOf(world, manager)
  }
  return above
}

function onCycle(world: World, person: string): boolean {
  const seen = new Set<string>()
  let manager = managerOf(world, person)
  while (manager !== null && !seen.has(manager)) {
    if (manager === person) return true
    seen.add(manager)
    manager = managerOf(world, manager)
  }
  return false
}

function valuesOf(world: World, person: string, source: string, key: string): string[] {
  const values: string[] = []
  for (const account of world.accounts.values()) {
    if (account.person !== person || account.source !== source || account.accepted === null)
      continue
    if (
      account.accepted.state === 'deactivated' &&
      world.people.get(person)?.account !== accountId(source, account.vendorId)
    )
      continue
    const value = account.accepted.values[key]
    if (value !== undefined) values.push(value)
  }
  return values
}

function meets(world: World, person: string, condition: Condition): boolean {
  switch (condition.type) {
    case 'value':
      return valuesOf(world, person, condition.source, condition.key).some((value) =>
        condition.values.includes(value),
      )
    case 'attribute': {
      const accepted = world.attributes.get(condition.attribute) ?? []
      return valuesOf(world, person, world.primary, world.dimension).some((value) =>
        accepted.includes(value),
      )
    }
    case 'reports':
      return condition.all
        ? managersAbove(world, person).includes(condition.manager)
        : managerOf(world, person) === condition.manager
    case 'user':
      return condition.person === person
  }
}

function stateOf(world: World, person: Person): string {
  if (person.base === 'deactivated') return 'deactivated'
  if (person.expiresAt !== null && person.expiresAt <= world.now) return 'expired'
  if (person.base !== 'active') return person.base
  return person.expiresAt === null ? 'active' : 'expiring'
}

function eligible(world: World, id: string): boolean {
  const person = world.people.get(id)
  if (person === undefined || !['active', 'expiring'].includes(stateOf(world, person))) return false
  return person.parent === null || eligible(world, person.parent)
}

function eligiblePeople(world: World): string[] {
  return [...world.people.keys()].filter((id) => eligible(world, id))
}

const inForce = (world: World, rule: Rule): boolean =>
  rule.endsAt === null || rule.endsAt > world.now

function admitting(world: World, ruleset: Ruleset, person: string): Rule | undefined {
  return ruleset.rules.find(
    (rule) =>
      inForce(world, rule) && rule.conditions.every((condition) => meets(world, person, condition)),
  )
}

/** The keys that policy may read of a source: those that its integration lists, the state and the manager. */
function readKeys(world: World, source: string): readonly string[] {
  return source === world.primary ? ['state', 'manager', 'department', 'title'] : ['state', 'level']
}

// ---- Stays follow facts and rules

export function settle(world: World): void {
  for (const account of world.accounts.values()) {
    const value =
      account.source === world.primary ? account.accepted?.values[world.dimension] : undefined
    if (value === undefined) continue
    if ([...world.attributes.values()].some((values) => values.includes(value))) continue
    world.attributes.set(value, [value])
    const rule = {
      id: `attribute ${value}`,
      role: 'member',
      priority: 0,
      graceDays: 0,
      conditions: [{ type: 'attribute' as const, attribute: value }],
      endsAt: null,
    }
    world.rulesets.set(`attribute ${value}`, {
      isSensitive: false,
      isAttribute: true,
      rules: [rule],
      firstEnteredAt: null,
    })
  }
  for (const [name, ruleset] of world.rulesets) {
    for (const person of world.people.keys()) settleStay(world, name, ruleset, person)
  }
}

function settleStay(world: World, name: string, ruleset: Ruleset, person: string): void {
  const key = stayKey(name, person)
  const stay = world.stays.get(key)
  if (!eligible(world, person)) {
    world.stays.delete(key)
    return
  }
  const rule = admitting(world, ruleset, person)
  if (rule !== undefined) {
    const id = stay?.id ?? ++world.lastStay
    world.stays.set(key, {
      id,
      ruleset: name,
      person,
      rule: rule.id,
      role: rule.role,
      graceEndsAt: null,
      endsAt: rule.endsAt,
    })
    ruleset.firstEnteredAt ??= world.now
    return
  }
  if (stay === undefined) return
  const former = ruleset.rules.find((each) => each.id === stay.rule)
  if (former === undefined || !inForce(world, former)) {
    world.stays.delete(key)
  } else if (stay.graceEndsAt !== null) {
    if (stay.graceEndsAt <= world.now) world.stays.delete(key)
  } else if (former.graceDays === 0) {
    world.stays.delete(key)
  } else {
    stay.graceEndsAt = world.now + former.graceDays * DAY
    stay.endsAt = stay.graceEndsAt
  }
}

// ---- Movements and their counting

function statusOf(world: World, ruleset: string, person: string): Status {
  const stay = world.stays.get(stayKey(ruleset, person))
  return stay === undefined ? null : { role: stay.role, end: stay.endsAt }
}

function directions(from: Status, to: Status): Direction[] {
  if (from === null) return to === null ? [] : ['gain']
  if (to === null) return ['lose']
  const found: Direction[] = []
  if (to.end !== null && (from.end === null || to.end < from.end)) found.push('lose')
  if (to.role !== from.role) found.push('role')
  return found
}

function movements(before: World, after: World): Movement[] {
  const found: Movement[] = []
  for (const ruleset of after.rulesets.keys()) {
    for (const person of after.people.keys()) {
      const from = statusOf(before, ruleset, person)
      const to = statusOf(after, ruleset, person)
      if (from?.role !== to?.role || from?.end !== to?.end)
        found.push({ ruleset, person, from, to })
    }
  }
  return found
}

/** Those in rulesets that have limits. */
function accessMovements(before: World, after: World): Movement[] {
  return movements(before, after).filter(
    ({ ruleset }) => after.rulesets.get(ruleset)?.isAttribute === false,
  )
}

export type Step = Cause & {
  /** Nothing of the step counts: the clock. */
  uncounted?: boolean
  /** People that an action names: not counted, except for exceptions into a sensitive ruleset. */
  named?: string[]
  exceptionInto?: string
  /** The ruleset whose own rules the step changes. */
  rulesOf?: string
}

/** Writes the movements between two worlds into the ledger of the second. */
function record(before: World, after: World, step: Step): void {
  for (const movement of movements(before, after)) {
    const ruleset = after.rulesets.get(movement.ruleset)
    if (ruleset?.isAttribute === true) continue
    const isNew =
      ruleset !== undefined &&
      !ruleset.isSensitive &&
      ruleset.firstEnteredAt !== null &&
      after.now - ruleset.firstEnteredAt < DAY
    const isGain = movement.from === null
    const isNamed =
      step.named?.includes(movement.person) === true &&
      !(ruleset?.isSensitive === true && step.exceptionInto === movement.ruleset)
    const counted =
      step.uncounted !== true &&
      step.approved !== true &&
      !isNamed &&
      !(isNew && (isGain || step.rulesOf === movement.ruleset))
    after.ledger.push({ ...movement, ...step, at: after.now, counted })
  }
}

type Counts = Map<string, Record<Direction, Set<string>>>

/**
 * The distinct people who moved, by ruleset; reverted movements do not count, regardless of who caused them. `of`:
 * only where the last movement is one of these.
 */
function countMoved(
  world: World,
  entries: readonly Entry[],
  of: (last: Entry) => boolean = () => true,
): Counts {
  const chains = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = stayKey(entry.ruleset, entry.person)
    chains.set(key, [...(chains.get(key) ?? []), entry])
  }
  const counts: Counts = new Map()
  for (const chain of chains.values()) {
    // An end that is withdrawn moves no one by itself.
    const first = chain.find(({ from, to }) => directions(from, to).length > 0)
    const last = chain.at(-1)
    if (first === undefined || last === undefined || !of(last)) continue
    const current = statusOf(world, first.ruleset, first.person)
    if (directions(first.from, current).length === 0) continue
    const people = counts.get(first.ruleset) ?? {
      lose: new Set<string>(),
      gain: new Set<string>(),
      role: new Set<string>(),
    }
    for (const direction of directions(first.from, last.to)) people[direction].add(first.person)
    counts.set(first.ruleset, people)
  }
  return counts
}

const DIRECTIONS: readonly Direction[] = ['lose', 'gain', 'role']

const beyond = (count: number, size: number, limit: Limit): boolean =>
  count > limit.people && count * 100 > limit.percent * size

export type Excess = { scope: string; direction: Direction; movers: string[] }

export type Judgement = {
  step: Step
  /** The step ends accounts: what is held does not count, and sensitive rulesets have the usual limits. */
  endsOnly?: boolean
  /** The movements of this source since this instant count too. */
  since?: number
}

/**
 * The limits that a step exceeds, with the people that it moves there. What open incidents hold counts as moved. A
 * step that adds no one to what is counted exceeds nothing.
 */
function exceeded(
  before: World,
  after: World,
  { step, endsOnly = false, since }: Judgement,
): Excess[] {
  const counting = copy(after)
  counting.ledger = [...before.ledger]
  record(before, counting, step)
  const moved = counting.ledger.slice(before.ledger.length).filter(({ counted }) => counted)
  const inWindow = (entry: Entry): boolean => entry.counted && entry.at > before.now - DAY
  const keep = (entry: Entry): boolean => {
    return (
      inWindow(entry) ||
      (since !== undefined &&
        entry.by === step.by &&
        (entry.counted || entry.approved === true) &&
        entry.at > since)
    )
  }
  const held = endsOnly ? [] : heldMovements(before)
  const found: Excess[] = []
  const look = (
    scope: string,
    direction: Direction,
    limit: Limit,
    of: (each: Movement & { by: string }) => boolean,
    size: number,
  ): void => {
    const movers = moved
      .filter((entry) => of(entry) && directions(entry.from, entry.to).includes(direction))
      .map(({ person }) => person)
    const waiting = held
      .filter((each) => of(each) && directions(each.from, each.to).includes(direction))
      .map(({ person }) => person)
    const count = countedPeople(counting, keep, of, direction)
    if (!beyond(count.union(new Set(waiting)).size, size, limit)) return
    // A movement that is undone adds nobody, even if something else of that person is held.
    const already = countedPeople(before, keep, of, direction)
    const added = movers.filter((person) => count.has(person) && !already.has(person))
    if (added.length > 0) found.push({ scope, direction, movers: [...new Set(added)] })
  }
  for (const [name, ruleset] of after.rulesets) {
    const size = sizeOf(counting, name, countMoved(counting, counting.ledger.filter(inWindow)))
    for (const direction of DIRECTIONS)
      look(
        name,
        direction,
        ruleset.isSensitive && !endsOnly ? SENSITIVE : before.limits[direction],
        (each) => each.ruleset === name,
        size,
      )
  }
  for (const direction of DIRECTIONS)
    look(
      'overall',
      direction,
      before.limits.overall,
      ({ by }) => by === step.by,
      eligiblePeople(after).length,
    )
  return found
}

function countedPeople(
  world: World,
  keep: (entry: Entry) => boolean,
  of: (entry: Entry) => boolean,
  direction: Direction,
): Set<string> {
  return peopleMoved(countMoved(world, world.ledger.filter(keep), of), direction)
}

function peopleMoved(counts: Counts, direction: Direction): Set<string> {
  const people = new Set<string>()
  for (const of of counts.values()) for (const person of of[direction]) people.add(person)
  return people
}

/** The movements that open incidents hold, without ends of accounts. */
function heldMovements(world: World): (Movement & { by: string })[] {
  const sources = [...new Set(heldAccounts(world).map(({ source }) => source))]
  return sources.flatMap((source) => {
    const after = withPending(world, (account) => account.source === source && !account.endHeld)
    return accessMovements(world, after).map((each) => Object.assign({ by: source }, each))
  })
}

/** People in it, and those who count as lost, without those who count as gained. */
function sizeOf(world: World, ruleset: string, counts: Counts): number {
  const people = [...world.stays.values()].filter((stay) => stay.ruleset === ruleset).length
  return people + (counts.get(ruleset)?.lose.size ?? 0) - (counts.get(ruleset)?.gain.size ?? 0)
}

// ---- Facts of accounts

/** Writes accepted facts, and the state of the person whose primary account it is. */
function accept(world: World, account: Account, facts: Facts): void {
  const former = account.accepted?.state ?? null
  account.accepted = structuredClone(facts)
  const person = world.people.get(account.person)
  if (person === undefined || account.source !== world.primary) return
  const replaced =
    person.account !== null && person.account !== accountId(account.source, account.vendorId)
  if (replaced && facts.state !== 'deactivated')
    person.account = accountId(account.source, account.vendorId)
  else if (replaced) return
  if (person.byAdmin || (!replaced && former === facts.state)) return
  if (person.base !== 'staged' || facts.state !== 'suspended') person.base = facts.state
}

export const heldAccounts = (world: World, source?: string): Account[] =>
  [...world.accounts.values()].filter(
    (account) => account.pending !== null && (source === undefined || account.source === source),
  )

export const heldPeople = (world: World, source?: string): Set<string> =>
  new Set(heldAccounts(world, source).map((account) => account.person))

/** The world as it would be with pending facts accepted. */
function withPending(world: World, which: (account: Account) => boolean): World {
  const after = copy(world)
  for (const account of after.accounts.values())
    if (account.pending !== null && which(account)) accept(after, account, account.pending)
  settle(after)
  return after
}

export const openIncident = (world: World, source: string): Incident | undefined =>
  world.incidents.find((incident) => incident.source === source && incident.state === 'open')

function closeIfEmpty(world: World, source: string, state: Incident['state']): void {
  const incident = openIncident(world, source)
  if (incident !== undefined && heldAccounts(world, source).length === 0) incident.state = state
}

const sameFacts = (one: Facts | null, other: Facts | null, keys: Iterable<string>): boolean =>
  [...keys].every((key) => valueOf(one, key) === valueOf(other, key))

const valueOf = (facts: Facts | null, key: string): string | undefined =>
  facts === null ? undefined : key === 'state' ? facts.state : facts.values[key]

// ---- A run of a source

export type Row = {
  vendorId: string
  employeeId: string
  state: 'active' | 'suspended'
  values: Record<string, string>
}

export type RunOutcome = {
  failed: boolean
  held: string[]
  applied: boolean
  reached: string[]
  before: World
  whole: Movement[]
  wholeWorld: World
}

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
    account.pending = said
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
  release(world, source, targets, whole, newlyEnded, outcome)
  decideEnds(world, source, targets, outcome)
  decideRest(world, source, targets, outcome)
  const moved = causes(outcome.before, whole, outcome.whole)
  const keys = readKeys(world, source)
  const applied =
    complete &&
    heldAccounts(outcome.before, source).some(
      ({ person, accepted, pending }) => moved.has(person) && !sameFacts(accepted, pending, keys),
    )
  closeIfEmpty(world, source, applied ? 'applied' : 'released')
  if (
    complete &&
    openIncident(outcome.before, source) !== undefined &&
    !hasJoined(world, source, outcome)
  )
    applyByItself(world, source, outcome)
  return outcome
}

/** Whether the run itself was beyond a limit: what it adds waits for a later one. */
function hasJoined(world: World, source: string, { before }: RunOutcome): boolean {
  return heldAccounts(world, source).some(
    ({ vendorId }) => (before.accounts.get(accountId(source, vendorId))?.pending ?? null) === null,
  )
}

/** The facts of the run about each account, without rejected values. Creates the new accounts. */
function readRows(
  world: World,
  source: string,
  rows: readonly Row[],
  complete: boolean,
): Map<string, Facts> {
  const targets = new Map<string, Facts>()
  const listed = new Set(rows.map((row) => accountId(source, row.vendorId)))
  const gone = [...world.accounts].filter(
    ([id, account]) => account.source === source && complete && !listed.has(id),
  )
  for (const [id, account] of gone) {
    const values = (account.pending ?? account.accepted)?.values ?? {}
    targets.set(id, { state: 'deactivated', values: { ...values } })
  }
  for (const row of rows) {
    const id = accountId(source, row.vendorId)
    if (!world.accounts.has(id))
      createAccount(
        world,
        source,
        row,
        gone.map(([, account]) => account),
      )
    targets.set(id, { state: row.state, values: { ...row.values } })
  }
  for (const [id, facts] of targets) {
    const account = world.accounts.get(id)
    if (account !== undefined) maskRejected(account, facts)
  }
  return targets
}

function maskRejected(account: Account, facts: Facts): void {
  for (const [key, rejected] of Object.entries(account.rejected)) {
    if ((valueOf(facts, key) ?? '') !== rejected) {
      delete account.rejected[key]
    } else if (key === 'state') {
      // A person whose start was rejected stays staged.
      facts.state = account.accepted?.state ?? 'suspended'
    } else {
      const kept = account.accepted?.values[key]
      if (kept === undefined) delete facts.values[key]
      else facts.values[key] = kept
    }
  }
}

/** An account that appears where one with the same employee id disappears is the same person's. */
function createAccount(world: World, source: string, row: Row, gone: readonly Account[]): void {
  const id = accountId(source, row.vendorId)
  const account: Account = {
    source,
    vendorId: row.vendorId,
    person: row.employeeId,
    accepted: null,
    pending: null,
    endHeld: false,
    rejected: {},
  }
  world.accounts.set(id, account)
  if (source !== world.primary) return
  const replaces = gone.find(
    (each) => each.person === row.employeeId && each.accepted?.state !== 'deactivated',
  )
  if (replaces !== undefined) return
  let person = row.employeeId
  while (world.people.has(person)) person += '+'
  account.person = person
  world.people.set(person, {
    base: 'staged',
    byAdmin: false,
    expiresAt: null,
    parent: null,
    account: id,
    manager: null,
  })
}

function decideEnds(
  world: World,
  source: string,
  targets: Map<string, Facts>,
  outcome: RunOutcome,
): void {
  const ending = [...targets].flatMap(([id, said]) => {
    const account = world.accounts.get(id)
    return account?.accepted?.state === 'active' && said.state !== 'active' && !account.endHeld
      ? [{ id, account, said }]
      : []
  })
  if (ending.length === 0) return
  const apply = (held: Set<string>): World => {
    const after = copy(world)
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
  if (areTooManyEnds(world, source, ending.length)) {
    held = new Set(ending.map(({ account }) => account.person))
    outcome.reached.push('account limit')
  } else {
    const after = apply(held)
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

/** Whether so many accounts more than ended in the last 24 hours exceed the limit of their source. */
function areTooManyEnds(world: World, source: string, more: number): boolean {
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

const isEnded = (world: World, id: string): boolean =>
  world.accounts.get(id)?.accepted?.state !== 'active'

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
      account.source === gone.source &&
      account.person === gone.person &&
      targets.get(id)?.state === 'active'
    )
  })
}

function hold(
  world: World,
  account: Account,
  said: Facts,
  isEnd: boolean,
  outcome: RunOutcome,
): void {
  account.pending = structuredClone(said)
  account.endHeld = account.endHeld || isEnd
  outcome.held.push(account.person)
  if (openIncident(world, account.source) === undefined) {
    world.incidents.push({ source: account.source, openedAt: world.now, state: 'open' })
    outcome.reached.push('opened')
  }
}

/**
 * The people whose own facts cause movements: who moves, their parent, and the managers above them who get another
 * manager.
 */
function causes(before: World, after: World, moves: readonly Movement[]): Set<string> {
  const found = new Set<string>()
  for (const mover of new Set(moves.map(({ person }) => person))) {
    const parent = after.people.get(mover)?.parent
    for (const person of [mover, ...(parent === null || parent === undefined ? [] : [parent])])
      found.add(person)
    const above = [...managersAbove(before, mover), ...managersAbove(after, mover)]
    const led = moves.some(
      ({ person, ruleset }) => person === mover && readsManagers(after, ruleset),
    )
    if (led)
      for (const person of above)
        if (managerOf(before, person) !== managerOf(after, person)) found.add(person)
  }
  return found
}

const readsManagers = (world: World, ruleset: string): boolean =>
  world.rulesets
    .get(ruleset)
    ?.rules.some(({ conditions }) => conditions.some(({ type }) => type === 'reports')) ?? false

function whoIsHeld(
  before: World,
  after: World,
  excess: readonly Excess[],
  changed: Set<string>,
): Set<string> {
  const moves = movements(before, after).filter((each) =>
    excess.some(
      ({ scope, direction, movers }) =>
        movers.includes(each.person) &&
        (scope === 'overall' || scope === each.ruleset) &&
        directions(each.from, each.to).includes(direction),
    ),
  )
  return causes(before, after, moves).intersection(changed)
}

function decideRest(
  world: World,
  source: string,
  targets: Map<string, Facts>,
  outcome: RunOutcome,
): void {
  const keys = readKeys(world, source)
  const changed = [...targets].flatMap(([id, said]) => {
    const account = world.accounts.get(id)
    return account !== undefined &&
      account.pending === null &&
      !sameFacts(account.accepted, said, keys)
      ? [{ id, person: account.person, said }]
      : []
  })
  for (const [id, said] of targets) {
    const account = world.accounts.get(id)
    if (
      account !== undefined &&
      account.pending === null &&
      account.accepted !== null &&
      sameFacts(account.accepted, said, keys)
    )
      account.accepted = structuredClone(said)
  }
  if (changed.length === 0) return
  const people = new Set(changed.map(({ person }) => person))
  const apply = (held: Set<string>): World => {
    const after = copy(world)
    for (const { id, person, said } of changed) {
      const account = after.accounts.get(id)
      if (account !== undefined && !held.has(person)) accept(after, account, said)
    }
    settle(after)
    return after
  }
  const step: Step = { by: source }
  const judge = (after: World): Excess[] => exceeded(world, after, { step })
  let held = whoIsHeld(world, apply(new Set()), judge(apply(new Set())), people)
  held = withCycles(apply, held, people, outcome)
  if (held.size > 0 && judge(apply(held)).length > 0) {
    held = people
    outcome.reached.push('fallback')
  }
  const joins = openIncident(world, source) !== undefined
  const after = apply(held)
  record(world, after, step)
  for (const { id, person, said } of changed) {
    const account = after.accounts.get(id)
    if (account === undefined || !held.has(person)) continue
    hold(
      after,
      account,
      said,
      account.accepted?.state === 'active' && said.state !== 'active',
      outcome,
    )
    if (account.accepted === null) outcome.reached.push('new person held')
    if (joins && outcome.before.accounts.get(id)?.pending === null) outcome.reached.push('joined')
  }
  Object.assign(world, after)
}

/**
 * If accepted and new manager edges would close a cycle that the source itself does not have, everyone on it whom the
 * run changed is held.
 */
function withCycles(
  apply: (held: Set<string>) => World,
  held: Set<string>,
  changed: Set<string>,
  outcome: RunOutcome,
): Set<string> {
  const all = new Set(held)
  for (;;) {
    const after = apply(all)
    const more = [...changed].filter(
      (person) =>
        !all.has(person) && onCycle(after, person) && !onCycle(outcome.wholeWorld, person),
    )
    if (more.length === 0) return all
    for (const person of more) all.add(person)
    outcome.reached.push('cycle')
  }
}

/**
 * A held person that the run has facts about, and whose pending facts would move no one, is released. That is
 * judged with all facts of the run, so that people who move others only together stay held together. No held end is
 * released while the run ends too many accounts.
 */
function release(
  world: World,
  source: string,
  targets: Map<string, Facts>,
  whole: World,
  newlyEnded: ReadonlySet<string>,
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
  for (const account of heldHere) {
    const id = accountId(source, account.vendorId)
    const person = account.person
    const lost = (each: Movement): boolean =>
      newlyEnded.has(id) &&
      !account.endHeld &&
      each.to === null &&
      endedWith(world, newlyEnded, each.person)
    const moves = outcome.whole.filter((each) => !lost(each))
    const isChanged = !sameFacts(account.accepted, account.pending, readKeys(world, source))
    if (account.endHeld && ending.some(([each]) => each === id) && endsTooMany) continue
    if (isChanged && causes(before, whole, moves).has(person)) continue
    // What it says is decided with the rest of the run.
    account.pending = null
    account.endHeld = false
    outcome.reached.push('released')
  }
}

/** Whether the person lost access because their account, or that of their parent, has ended. */
function endedWith(world: World, ended: ReadonlySet<string>, person: string): boolean {
  const parent = world.people.get(person)?.parent
  return [...ended].some((id) => {
    const own = world.accounts.get(id)?.person
    return own === person || own === parent
  })
}

function acceptPending(world: World, source: string, people: readonly string[]): void {
  for (const account of world.accounts.values()) {
    if (account.source !== source || account.pending === null || !people.includes(account.person))
      continue
    account.pending = null
    account.endHeld = false
  }
}

/**
 * The remaining held facts apply when a complete run is within the limits, with everything that the source has
 * moved meanwhile.
 */
function applyByItself(world: World, source: string, outcome: RunOutcome): void {
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

// ---- What people decide

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
  if (excess.length > 0 && step.approved !== true) return { refused: true, excess }
  record(world, after, excess.length > 0 ? step : { ...step, approved: false })
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
    ].filter((at): at is number => at !== null && at > world.now && at <= to)
    if (instants.length === 0) break
    const before = copy(world)
    world.now = Math.min(...instants)
    settle(world)
    record(before, world, { by: 'clock', uncounted: true })
  }
  world.now = to
}
