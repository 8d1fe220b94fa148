/**
 * An independent model of states and policy, as simple as possible: it uses no code of the server. Its driver tells
 * it which acts were accepted; the model says who is in which manifest since when and by which rule, also for past
 * instants.
 */
export type Instant = number

export type ModelPerson = {
  id: string
  base: 'staged' | 'active' | 'suspended' | 'deactivated'
  expiresAt: Instant | null
  startsAt: Instant | null
  isDeleted: boolean
  manager: string | null
  parent: string | null
  /** Of the only identity, in the primary integration; null without one. */
  profile: Record<string, unknown> | null
}

export type ModelCondition =
  | { type: 'attribute'; attribute: string; isNegative: boolean }
  /** Of the ruleset of a resource. */
  | { type: 'entitled_to'; ruleset: string; isNegative: boolean }
  | { type: 'identity'; key: string; operator: string; value: string | null; orAbsent: boolean }
  | {
      type: 'user' | 'direct_reports_of' | 'all_reports_of'
      person: string
      isNegative: boolean
    }

export type ModelRule = {
  id: string
  ruleset: string
  state: 'staged' | 'live' | 'ended'
  priority: number
  activatedAt: Instant
  expiresAt: Instant | null
  beginsAt: Instant | null
  replaces: string | null
  graceDays: number | null
  /** Created with its attribute, and following its name. */
  isImported: boolean
  /** The values that an imported rule tests, the attribute's last. */
  tested: readonly string[]
  conditions: readonly ModelCondition[]
}

export type ModelRuleset = {
  id: string
  isManaged: boolean
  graceDays: number | null
  /** The attribute that it decides, if it is one of those. */
  attribute: string | null
}
export type ModelAttribute = { id: string; value: string; name: string; isActive: boolean }

type Phase = { rule: string; state: 'active' | 'expiring'; from: Instant; to: Instant }
type ModelStay = {
  person: string
  ruleset: string
  rule: string
  graceSince: Instant | null
  graceUntil: Instant | null
  since: Instant
  phases: Phase[]
}
export type Shown = {
  person: string
  ruleset: string
  rule: string
  state: string
  since: Instant
  expiresAt: Instant | null
}

export const day = 86_400_000
const forever = Infinity

export class Model {
  now: Instant
  readonly people = new Map<string, ModelPerson>()
  readonly attributes = new Map<string, ModelAttribute>()
  readonly rulesets = new Map<string, ModelRuleset>()
  readonly rules = new Map<string, ModelRule>()
  dimension = { isActive: true, graceDays: null as number | null, handle: 'department' }
  workspaceDays = 0
  #stays: ModelStay[] = []
  readonly #over: ModelStay[] = []

  constructor(now: Instant) {
    this.now = now
  }

  // --- the clock ---

  /** Everything that falls due until then happens at its own instant. */
  passTo(then: Instant): void {
    for (;;) {
      const next = Math.min(...this.#due().filter((at) => at > this.now))
      if (next > then) break
      this.now = next
      this.#settleNow()
      this.follow()
    }
    this.now = then
  }

  /** All instants that may matter, for asking about the past too. */
  #due(): Instant[] {
    const all = [
      ...[...this.people.values()].flatMap(({ expiresAt, startsAt }) => [expiresAt, startsAt]),
      ...[...this.rules.values()].flatMap(({ expiresAt, beginsAt }) => [expiresAt, beginsAt]),
      ...this.#stays.map(({ graceUntil }) => graceUntil),
    ]
    return all.filter((at) => at !== null)
  }

  #settleNow(): void {
    for (const person of this.people.values()) {
      if (person.startsAt === this.now) this.activate(person)
    }
    const beginning = [...this.rules.values()].filter(({ beginsAt }) => beginsAt === this.now)
    for (const rule of beginning.toSorted(byId)) this.begin(rule, rule.replaces)
    for (const rule of this.rules.values()) {
      const isOver = rule.expiresAt !== null && rule.expiresAt <= this.now
      if (rule.state === 'live' && isOver) rule.state = 'ended'
    }
  }

  // --- what is done to people and rules ---

  activate(person: ModelPerson): void {
    const isPast = person.expiresAt !== null && person.expiresAt <= this.now
    if (person.base === 'active' || isPast) person.expiresAt = null
    person.base = 'active'
    person.startsAt = null
  }

  rebase(person: ModelPerson, base: ModelPerson['base']): void {
    if (person.base !== base || base === 'deactivated') person.startsAt = null
    person.base = base
  }

  begin(rule: ModelRule, replaces: string | null): void {
    const replaced = replaces === null ? undefined : this.rules.get(replaces)
    const takesOver = replaced !== undefined && replaced.state === 'live'
    if (takesOver) {
      replaced.state = 'ended'
      this.#keepGrace(replaced, rule)
      for (const other of this.rules.values()) {
        const waits = other.beginsAt !== null && other.beginsAt > this.now
        if (waits && other.replaces === replaces) other.replaces = rule.id
      }
    }
    rule.state = 'live'
    rule.activatedAt = this.now
    rule.beginsAt = null
    rule.replaces = null
  }

  /** All rules of these histories have one role. */
  #keepGrace(replaced: ModelRule, rule: ModelRule): void {
    for (const stay of this.#stays) {
      const { graceSince: since, graceUntil: until } = stay
      if (stay.rule !== replaced.id || since === null || until === null) continue
      stay.rule = rule.id
      stay.graceUntil = Math.min(until, since + this.graceOf(rule) * day)
    }
  }

  graceOf(rule: ModelRule): number {
    const ruleset = this.rulesets.get(rule.ruleset)
    if (ruleset === undefined || ruleset.attribute !== null) return 0
    if (rule.graceDays !== null) return rule.graceDays
    if (ruleset.graceDays !== null) return ruleset.graceDays
    const asksAttribute = rule.conditions.some(({ type }) => type === 'attribute')
    if (asksAttribute && this.dimension.graceDays !== null) return this.dimension.graceDays
    return this.workspaceDays
  }

  // --- the three terms ---

  stateOf(person: ModelPerson): string {
    if (person.isDeleted || person.base === 'deactivated') return 'deactivated'
    if (person.expiresAt !== null && person.expiresAt <= this.now) return 'expired'
    if (person.base !== 'active') return person.base
    return person.expiresAt === null ? 'active' : 'expiring'
  }

  isEligible(person: ModelPerson): boolean {
    const isHere = (each: ModelPerson | undefined) =>
      each !== undefined && ['active', 'expiring'].includes(this.stateOf(each))
    return isHere(person) && (person.parent === null || isHere(this.people.get(person.parent)))
  }

  isInForce(rule: ModelRule): boolean {
    const isManaged = this.rulesets.get(rule.ruleset)?.isManaged === true
    return rule.state === 'live' && isManaged && this.#isOfSomethingActive(rule)
  }

  /** Whether people can be staged by it, in any state of its ruleset. */
  isDraft(rule: ModelRule): boolean {
    return rule.state === 'staged' && this.#isOfSomethingActive(rule)
  }

  /** Not of an attribute that is deactivated, or whose dimension is. */
  #isOfSomethingActive(rule: ModelRule): boolean {
    const { attribute } = this.rulesets.get(rule.ruleset) ?? { attribute: null }
    if (attribute === null) return true
    return this.dimension.isActive && this.attributes.get(attribute)?.isActive === true
  }

  /** In the order in which they admit. */
  rulesInForce(): ModelRule[] {
    return [...this.rules.values()]
      .filter((rule) => this.isInForce(rule))
      .toSorted((a, b) => a.priority - b.priority || a.activatedAt - b.activatedAt || byId(a, b))
  }

  qualifies(
    person: ModelPerson,
    rule: ModelRule,
    counting: readonly ModelRule[] = this.rulesInForce(),
  ): boolean {
    if (person.isDeleted || rule.conditions.length === 0) return false
    return rule.conditions.every((condition) => this.#meets(person, condition, counting))
  }

  /** The drafts that the person meets, drafts of attributes counted as in force; for a staged person the rules in force as well. */
  staged(person: ModelPerson): ModelRule[] {
    const inForce = this.rulesInForce()
    const drafts = [...this.rules.values()].filter((rule) => this.isDraft(rule))
    const met = drafts.filter((rule) => this.qualifies(person, rule, [...inForce, ...drafts]))
    if (this.stateOf(person) !== 'staged') return met
    return [...met, ...inForce.filter((rule) => this.qualifies(person, rule, inForce))]
  }

  #meets(person: ModelPerson, condition: ModelCondition, counting: readonly ModelRule[]): boolean {
    if (condition.type === 'identity') return meetsProfile(person.profile, condition)
    if (condition.type === 'attribute') {
      const deciding = counting.filter(
        ({ ruleset }) => this.rulesets.get(ruleset)?.attribute === condition.attribute,
      )
      if (deciding.length === 0) return false
      const isHeld = deciding.some((rule) => this.qualifies(person, rule, counting))
      return isHeld !== condition.isNegative
    }
    if (condition.type === 'entitled_to') {
      const deciding = this.rulesInForce().filter(({ ruleset }) => ruleset === condition.ruleset)
      if (deciding.length === 0) return false
      const isEntitled = deciding.some((rule) => this.qualifies(person, rule, counting))
      return isEntitled !== condition.isNegative
    }
    return this.#isRelated(person, condition.type, condition.person) !== condition.isNegative
  }

  #isRelated(person: ModelPerson, type: string, to: string): boolean {
    if (type === 'user') return person.id === to
    if (type === 'direct_reports_of') return person.manager === to
    let above = person.manager
    for (let depth = 1; depth <= 50 && above !== null; depth++) {
      if (above === to) return true
      above = this.people.get(above)?.manager ?? null
    }
    return false
  }

  // --- manifests ---

  /** Every place takes its step at this instant. */
  follow(): void {
    const inForce = this.rulesInForce()
    const places = new Map(this.#stays.map((stay) => [`${stay.ruleset} ${stay.person}`, stay]))
    for (const person of this.people.values()) {
      const isEligible = this.isEligible(person)
      const qualified = isEligible ? inForce.filter((rule) => this.qualifies(person, rule)) : []
      for (const ruleset of this.rulesets.keys()) {
        const admitting = qualified.find((rule) => rule.ruleset === ruleset)
        this.#step(person, ruleset, admitting, {
          stay: places.get(`${ruleset} ${person.id}`),
          isEligible,
        })
      }
    }
  }

  #step(
    person: ModelPerson,
    ruleset: string,
    admitting: ModelRule | undefined,
    { stay, isEligible }: { stay: ModelStay | undefined; isEligible: boolean },
  ): void {
    if (stay === undefined) {
      if (admitting === undefined) return
      const since = this.now
      const place = { person: person.id, ruleset, rule: admitting.id }
      const entered: ModelStay = {
        ...place,
        graceSince: null,
        graceUntil: null,
        since,
        phases: [],
      }
      this.#stays.push(entered)
      this.#phase(entered)
      return
    }
    if (admitting !== undefined) {
      stay.rule = admitting.id
      stay.graceSince = null
      stay.graceUntil = null
      this.#phase(stay)
      return
    }
    const holding = this.rules.get(stay.rule)
    if (!isEligible || holding === undefined || !this.isInForce(holding)) {
      this.#leave(stay)
      return
    }
    stay.graceSince ??= this.now
    stay.graceUntil = Math.min(
      stay.graceUntil ?? this.now + this.graceOf(holding) * day,
      holding.expiresAt ?? forever,
    )
    if (stay.graceUntil <= this.now) this.#leave(stay)
    else this.#phase(stay)
  }

  #phase(stay: ModelStay): void {
    const { state } = this.#shown(stay)
    const last = stay.phases.at(-1)
    if (last?.rule === stay.rule && last.state === state) return
    if (last !== undefined) last.to = this.now
    stay.phases.push({ rule: stay.rule, state, from: this.now, to: forever })
  }

  #leave(stay: ModelStay): void {
    const last = stay.phases.at(-1)
    if (last !== undefined) last.to = this.now
    this.#stays = this.#stays.filter((each) => each !== stay)
    this.#over.push(stay)
  }

  #shown({ rule, graceUntil }: ModelStay): { state: Phase['state']; expiresAt: Instant | null } {
    const end = this.rules.get(rule)?.expiresAt ?? null
    const expiresAt = graceUntil === null ? end : Math.min(graceUntil, end ?? forever)
    return { state: expiresAt === null ? 'active' : 'expiring', expiresAt }
  }

  manifest(ruleset: string): Shown[] {
    const here = this.#stays.filter((stay) => stay.ruleset === ruleset)
    return here.map((stay) => {
      const { person, rule, since } = stay
      const { state, expiresAt } = this.#shown(stay)
      return { person, ruleset, rule, since, state, expiresAt }
    })
  }

  /** The places at that instant, without what only the present shows. */
  at(then: Instant): Omit<Shown, 'expiresAt'>[] {
    return [...this.#stays, ...this.#over].flatMap(({ person, ruleset, phases, since }) =>
      phases
        .filter(({ from, to }) => from <= then && then < to)
        .map(({ rule, state }) => ({ person, ruleset, rule, state, since })),
    )
  }

  /** The instants at which something changed. */
  turns(): Instant[] {
    return [...this.#stays, ...this.#over].flatMap(({ phases }) =>
      phases.flatMap(({ from, to }) => (to === forever ? [from] : [from, to])),
    )
  }

  orgOf(person: ModelPerson): Record<string, string> {
    for (const rule of this.rulesInForce()) {
      const { attribute } = this.rulesets.get(rule.ruleset) ?? { attribute: null }
      if (attribute === null || !this.qualifies(person, rule)) continue
      return { [this.dimension.handle]: this.attributes.get(attribute)?.name ?? '' }
    }
    return {}
  }
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

export const fold = (text: string) => text.normalize('NFC').trim().toLowerCase()

export function valuesOf(profile: Record<string, unknown>, key: string): string[] {
  const held = profile[key]
  return (Array.isArray(held) ? held : [held])
    .filter((value) => value !== undefined && value !== null)
    .map((value) => fold(typeof value === 'string' ? value : JSON.stringify(value)))
    .filter((value) => value !== '')
}

function meetsProfile(
  profile: Record<string, unknown> | null,
  { key, operator, value, orAbsent }: Extract<ModelCondition, { type: 'identity' }>,
): boolean {
  if (profile === null) return false
  const values = valuesOf(profile, key)
  if (operator === 'not_exists') return values.length === 0
  if (operator === 'exists') return values.length > 0
  const wanted = fold(value ?? '')
  const isOneOf = () => {
    const list: string[] = JSON.parse(value ?? '[]')
    return (each: string) => list.map(fold).includes(each)
  }
  const tests: Record<string, () => (each: string) => boolean> = {
    equals: () => (each) => each === wanted,
    contains: () => (each) => each.includes(wanted),
    starts_with: () => (each) => each.startsWith(wanted),
    ends_with: () => (each) => each.endsWith(wanted),
    in: isOneOf,
    greater_than: () => (each) => Number(each) > Number(wanted),
    less_than: () => (each) => Number(each) < Number(wanted),
  }
  const isNegative = operator.startsWith('not_')
  const test = tests[isNegative ? operator.slice(4) : operator]?.()
  if (test === undefined) throw new Error(operator)
  return isNegative ? (orAbsent || values.length > 0) && !values.some(test) : values.some(test)
}
