import { effectiveState, isAway } from '../src/engine/effective-state.ts'
import type { Person, Rule } from '../src/engine/model.ts'
import type { StoredWorld } from './policy-world.ts'

/** The setting `exceptions_end_after_days` of a new workspace. */
const daysOfRest = 14
const day = 86_400_000

type World = Pick<StoredWorld, 'people'> & { policy: { rules: Rule[] } }

/**
 * A model of the rules that rest: those in force that name, by a positive condition, someone who is expired, deactivated
 * or deleted. Accounts play no part: nobody in these worlds has a leading one, so everyone comes back as the same.
 */
export class RestingRules {
  readonly #world: World
  /** Rule (uuid) → the first person for whom it rests, and when it ends unless they return before. */
  readonly #rests = new Map<string, { personId: string; endsAt: number }>()

  /** Rules in force for someone who is away rest from when they began. */
  constructor(world: World, now: number) {
    this.#world = world
    for (const rule of world.policy.rules)
      if (isInForce(rule)) this.begin(rule, rule.activatedAt ?? now, now)
  }

  /** A rule has come into force. */
  begin(rule: Rule, activatedAt: number, now: number): void {
    const away = this.#world.people.find((each) => names(rule, each) && isAway(each, now))
    if (away !== undefined) this.#rest(rule, away, activatedAt + daysOfRest * day)
  }

  /** A rule has left force. */
  end(rule: Rule): void {
    this.#rests.delete(rule.id)
  }

  /** A person has changed at `now`. Where an administrator ended them, rules that name them end at once. */
  change(before: Person, after: Person, now: number): void {
    const state = effectiveState(after, now)
    if (state === effectiveState(before, now) && after.deletedAt === before.deletedAt) return
    if (isAway(after, now)) {
      for (const rule of this.#world.policy.rules) {
        if (!isInForce(rule) || !names(rule, after)) continue
        const leftAt = state === 'expired' && after.expiresAt !== null ? after.expiresAt : now
        // Every end of a person here is an administrator's; who is deactivated was so by the source.
        const isByAdministrator = state === 'expired' || after.deletedAt !== null
        const endsAt = isByAdministrator ? leftAt : leftAt + daysOfRest * day
        const rest = this.#rests.get(rule.id)
        if (rest === undefined) this.#rest(rule, after, endsAt)
        else if (isByAdministrator) rest.endsAt = Math.min(rest.endsAt, endsAt)
      }
      return
    }
    for (const [ruleId, { personId }] of this.#rests)
      if (personId === after.id) this.#rests.delete(ruleId)
  }

  /** Ends the rules whose rest is over at `now`, and those that name someone whose end has come after `last`. */
  pass(last: number, now: number): void {
    for (const person of this.#world.people) {
      const { expiresAt } = person
      if (expiresAt !== null && expiresAt > last && expiresAt <= now)
        if (effectiveState(person, now) === 'expired')
          this.change({ ...person, expiresAt: null }, person, now)
    }
    for (const rule of this.#world.policy.rules) {
      const endsAt = this.#rests.get(rule.id)?.endsAt
      if (endsAt === undefined || endsAt > now) continue
      if (isInForce(rule)) rule.state = 'expired'
      this.end(rule)
    }
  }

  #rest(rule: Rule, { id }: Person, endsAt: number): void {
    this.#rests.set(rule.id, { personId: id, endsAt })
  }
}

function isInForce({ state }: Rule): boolean {
  return state === 'active' || state === 'expiring'
}

function names({ conditions }: Rule, { id }: Person): boolean {
  return conditions.some(
    ({ type, resourceId, operator }) =>
      type === 'user' && resourceId === id && operator !== 'not_equals',
  )
}
