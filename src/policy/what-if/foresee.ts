import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reader } from '../../database/database.ts'
import { compilePolicy } from '../../engine/compile-policy.ts'
import { subjectOfPerson } from '../../engine/columns/subject.ts'
import { evaluatePerson, type PersonVerdict } from '../../engine/evaluate-person.ts'
import { asksForRules, type Instant, type Person, type Rule } from '../../engine/model.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import { addPlace, noChanges, type CurrentStay } from '../manifests/manifest-changes.ts'
import type { Beginnings, BeginningRule, Subject } from './assumptions.ts'

/** Ruleset → the stay in its manifest. */
export type Stays = ReadonlyMap<string, CurrentStay>

/** One person through time: as they are until `at`, and from then on as assumed. Instants are milliseconds. */
export type Course = {
  now: Subject
  assumed: Subject
  parent: Person | null
  stays: Stays
  from: Instant
  at: Instant
  beginnings: Beginnings
  /** The person stays in the state that is assumed, whatever begins. */
  isStateAssumed: boolean
}

/** Where the course ends: the stays of then, and what the policy of then says of the person as assumed. */
export type Foreseen = {
  stays: Stays
  verdict: PersonVerdict
  subject: Subject
  parent: Person | null
}

/** Steps of the clock before the person is no longer followed. */
const mostSteps = 200

/**
 * Takes the steps that the clock takes of this person's stays up to `at` and at it, and then the one that the assumption makes.
 * Rules with a date begin at it. @returns undefined where more ends lie before `at` than are followed
 */
export async function foresee(policy: LoadedPolicy, course: Course): Promise<Foreseen | undefined> {
  const { at, beginnings } = course
  const step = (subject: Subject, stays: Stays, now: Instant) => {
    const parent = course.parent && begun(course.parent, beginnings.parent, now)
    const taken = takeStep(policy, { subject, stays, now, parent, begun: beginnings.rules })
    return { ...taken, subject, parent }
  }
  const asIs = (now: Instant): Subject => ({
    ...course.now,
    person: begun(course.now.person, beginnings.person, now),
  })
  const endsOfDenied = at > course.from ? endsOfDeniedAttributes(policy) : []
  let from = course.from
  let found = step(asIs(from), course.stays, from)
  for (let steps = 1; from < at; steps += 1) {
    if (steps === mostSteps) return undefined
    // One step at a time leaves turns to other requests.
    if (steps > 1) await nextTurn()
    from = nextInstant(policy, { ...course, endsOfDenied }, found, from)
    found = step(asIs(from), found.stays, from)
  }
  const { assumed } = course
  const person = course.isStateAssumed
    ? assumed.person
    : begun(assumed.person, beginnings.person, at)
  return step({ ...assumed, person }, found.stays, at)
}

/** Someone staged, who begins at a date. */
function begun(person: Person, date: Instant | null, now: Instant): Person {
  if (date === null || date > now || person.baseState !== 'staged') return person
  return { ...person, baseState: 'active' }
}

type Step = {
  subject: Subject
  parent: Person | null
  stays: Stays
  now: Instant
  begun: readonly BeginningRule[]
}

function takeStep(policy: LoadedPolicy, step: Step): { stays: Stays; verdict: PersonVerdict } {
  const { subject, now, stays } = step
  const then = policyAt(policy, step)
  const verdict = then.verdictOn(step)
  const changes = noChanges()
  for (const rulesetId of new Set([...verdict.admitted.keys(), ...stays.keys()]))
    addPlace(
      changes,
      {
        personId: subject.person.id,
        rulesetId,
        before: stays.get(rulesetId) ?? null,
        eligible: verdict.eligible,
        admittingRuleId: verdict.admitted.get(rulesetId) ?? null,
        hasExpired: () => false,
      },
      then,
      now,
    )
  const after = new Map(stays)
  for (const { before } of changes.ended) after.delete(before.rulesetId)
  for (const { before, after: values } of changes.changed)
    after.set(before.rulesetId, { ...before, ...values })
  for (const { rulesetId, ...values } of changes.entered)
    after.set(rulesetId, { id: '', rulesetId, ...values })
  return { stays: after, verdict }
}

/** The policy at an instant: rules that have a date are over by it, or have begun. */
function policyAt(policy: LoadedPolicy, { now, begun: dated }: Pick<Step, 'now' | 'begun'>) {
  const begun = new Map(dated.flatMap(({ id, at }) => (at <= now ? [[id, at]] : [])))
  const replaced = replacedBy(dated.filter(({ id }) => begun.has(id)))
  const isOver = ({ id, expiresAt, state }: Rule) =>
    (state !== 'staged' || begun.has(id)) &&
    ((expiresAt !== null && expiresAt <= now) || replaced.has(id))
  const isSame = begun.size === 0 && !policy.source.rules.some(isOver)
  const roleOf = (id: string) => policy.source.rules.find((rule) => rule.id === id)?.role
  const holding = (id: string) => {
    const rule = policy.holdingRule(id)
    const next = replaced.get(id)
    if (next === undefined) return begun.has(id) ? { ...rule, inForce: true } : rule
    const isHeldOn = !replaced.has(next) && roleOf(next) === roleOf(id)
    const successor = isHeldOn ? { ...policy.holdingRule(next), inForce: true } : null
    return { ...rule, inForce: false, graceDays: 0, endsAt: null, successor }
  }
  return {
    holdingRule: (id: string) => (isSame ? policy.holdingRule(id) : holding(id)),
    verdictOn({ subject, parent }: Pick<Step, 'subject' | 'parent'>): PersonVerdict {
      const { person, managersAbove } = subject
      const directory = { parentOf: () => parent, managersAbove: () => managersAbove }
      if (isSame) return policy.verdicts().verdictOn(subjectOfPerson(person, directory, now))
      const rules = policy.source.rules.flatMap((rule): Rule[] => {
        const activatedAt = begun.get(rule.id)
        if (isOver(rule)) return []
        return activatedAt === undefined ? [rule] : [{ ...rule, state: 'active', activatedAt }]
      })
      const { rulesInForce, stagedRules } = policy.compiled
      const compiled = compilePolicy({ ...policy.source, rules }, [...rulesInForce, ...stagedRules])
      return evaluatePerson({ policy: compiled, directory, now }, person)
    },
  }
}

/** Rule → the one that has taken over from it. Of several that wait for the same rule, each takes over from the one before. */
function replacedBy(inOrder: readonly BeginningRule[]): ReadonlyMap<string, string> {
  const replaced = new Map<string, string>()
  for (const { id, replaces } of inOrder) {
    if (replaces === null) continue
    let running = replaces
    for (let next = replaced.get(running); next !== undefined; next = replaced.get(running))
      running = next
    replaced.set(running, id)
  }
  return replaced
}

/** When rules end that decide attributes or resources which others deny: what no rule decides is unknown. */
function endsOfDeniedAttributes({ source, rulesets }: LoadedPolicy): Instant[] {
  const denied = new Set(
    source.rules.flatMap(({ conditions }) =>
      conditions.flatMap(({ type, operator, resourceId }) =>
        asksForRules({ type }) && operator === 'not_equals' ? (resourceId ?? []) : [],
      ),
    ),
  )
  if (denied.size === 0) return []
  return source.rules.flatMap(({ rulesetId, expiresAt }) => {
    const ruleset = rulesets.get(rulesetId)
    const decides = ruleset !== undefined && denied.has(ruleset.resourceId)
    return decides && expiresAt !== null ? [expiresAt] : []
  })
}

/** The next instant at which the clock could move this person. */
function nextInstant(
  policy: LoadedPolicy,
  {
    now: { person },
    parent,
    beginnings,
    endsOfDenied,
    at,
  }: Course & { endsOfDenied: readonly Instant[] },
  { stays, verdict }: { stays: Stays; verdict: PersonVerdict },
  after: Instant,
): Instant {
  const instants = [
    person.expiresAt,
    parent?.expiresAt ?? null,
    beginnings.person,
    beginnings.parent,
    ...beginnings.rules.map((rule) => rule.at),
    ...endsOfDenied,
    ...verdict.qualified.map((id) => policy.holdingRule(id).endsAt),
    ...[...stays.values()].map(({ expiresAt }) => expiresAt),
  ]
  return Math.min(at, ...instants.filter((each) => each !== null && each > after).map(Number))
}

/** The open stays of a person (uuid). */
export async function selectStaysOf(db: Reader, personId: string): Promise<Stays> {
  const { rows } = await sql<CurrentStay>`
    select id, ruleset_id as "rulesetId", rule_id as "ruleId", state, expires_by as "expiresBy",
      floor(extract(epoch from expires_at) * 1000)::bigint as "expiresAt",
      floor(extract(epoch from grace_since) * 1000)::bigint as "graceSince"
    from policy_user where directory_user_id = ${personId}::uuid and deleted_at is null`.execute(db)
  return new Map(rows.map((stay) => [stay.rulesetId, stay]))
}
