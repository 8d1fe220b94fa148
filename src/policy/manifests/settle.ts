import { sql } from 'kysely'
import {
  changesBetween,
  record,
  systemActor,
  type AuditActor,
  type AuditEntry,
} from '../../audit/record.ts'
import type { Database, Transaction, TransactionOptions } from '../../database/database.ts'
import { instantOf, lockPolicy } from '../../database/policy-lock.ts'
import type { PolicyCache } from '../model/compiled-policy.ts'
import type { People } from '../model/people-facts.ts'
import { causeOf, type Exceeded } from '../limits/counting.ts'
import { carriedOut, exceededOf, Stopped } from '../limits/stopped.ts'
import {
  beginDueRules,
  refuseBeginning,
  selectBeginning,
  type DueRule,
} from '../stored-rules/begin-rules.ts'
import { activatePeople, type ActivatedPerson } from './activate-people.ts'
import {
  forgetDue,
  refreshUserStates,
  selectDue,
  selectDueCallers,
  selectHeldBy,
  selectPeopleOfStays,
  someAskedForLosesItsLastRule,
  type SettledUpTo,
  type ExpiredPerson,
  type StateChange,
} from './due-queries.ts'
import { endRules, selectOverAt } from './end-rules.ts'
import { recalculate } from './recalculate.ts'
import { endCallers } from './settle-callers.ts'

/** The clock at work. */
export const clockActor = systemActor

export type SettleOptions = {
  actor?: AuditActor
  policies?: PolicyCache | undefined
  /** In a transaction on a snapshot that will be rolled back: no lock is taken. */
  isDryRun?: boolean | undefined
}

/** `now` is the transaction's instant since it holds the policy lock: nothing is due up to it. */
type Settled = {
  now: Date
  taken: number
  /** Rules (uuids) whose date has come and that have not begun, because they would exceed limits. */
  refused: readonly string[]
}

/** Settles all that is due, in its own transaction. @returns how many due instants it took, and as of when */
export function settleDue(
  database: Database,
  { lockTimeoutMilliseconds, ...options }: SettleOptions & TransactionOptions = {},
): Promise<Settled> {
  return database.transaction(({ tx }) => lockAndSettle(tx, options), { lockTimeoutMilliseconds })
}

/**
 * Settles the ends of workspace users and services, in its own transaction: no verdict depends on them, so it takes no
 * policy lock.
 */
export function settleCallers(database: Database, options: TransactionOptions = {}): Promise<void> {
  return database.transaction(
    async ({ tx }) => endCallers(tx, clockActor, await selectDueCallers(tx)),
    options,
  )
}

/**
 * Takes the policy lock, exclusive, and applies what is due by then, instant by instant and as of that instant:
 * people and rules begin and expire, stays end or move. What another process has settled meanwhile is skipped.
 */
export async function lockAndSettle(
  tx: Transaction,
  options: SettleOptions = {},
): Promise<Settled> {
  const locked = options.isDryRun === true ? instantOf(tx) : lockPolicy(tx, 'exclusive')
  const refused: string[] = []
  let taken = 0
  let last: SettledUpTo = '-infinity'
  for (;;) {
    const [now, due]: [Date, Due | null] = await Promise.all([locked, selectDue(tx, last)])
    if (due === null) return { now, taken, refused }
    refused.push(...(await settleInstant(tx, due, options)))
    await forgetDue(tx, last, due.at)
    taken += due.records.length
    last = due.at
  }
}

type Due = NonNullable<Awaited<ReturnType<typeof selectDue>>>

/** @returns the rules that have not begun, because they would exceed limits */
async function settleInstant(
  tx: Transaction,
  due: Due,
  options: SettleOptions,
): Promise<readonly string[]> {
  const idsOf = (kind: Due['records'][number]['kind']) =>
    due.records.filter((record) => record.kind === kind).map(({ id }) => id)
  const { actor = clockActor, policies } = options
  const ending = idsOf('directory_user')
  const starting = idsOf('directory_user_start')
  const people = [...starting, ...ending]
  const beginning = await selectBeginning(tx, idsOf('rule'), due.at)
  await record(tx, actor, [
    ...(await activatePeople(tx, starting, due.at)).map(directoryUserActivated),
    ...(await refreshUserStates(tx, ending, due.at)).map(directoryUserExpired),
  ])
  await endCallers(tx, actor, {
    workspace_user: idsOf('workspace_user'),
    service: idsOf('service'),
    service_admin: idsOf('service_admin'),
    service_confirmation: idsOf('service_confirmation'),
  })
  // Rules begin before others end, so that a person in both never leaves.
  const refused = await beginInOrder(tx, beginning, { at: due.at, actor, policies, people })
  const over = await selectOverAt(tx, due.at)
  const rules = idsOf('rule')
    .filter((id) => beginning.every((rule) => rule.id !== id))
    .concat(over)
  const affected = await affectedBy(tx, { rules, people, stays: idsOf('policy_user') })
  await endRules(tx, actor, { ids: rules, at: due.at })
  if (affected.length === 0) return refused
  // What the clock ends was counted when it got its end.
  const counting = 'uncounted'
  carriedOut(await recalculate(tx, { now: due.at, actor, people: affected, policies, counting }))
  return refused
}

function isApproved({ approved }: DueRule): boolean {
  return approved.length > 0
}

/**
 * Puts rules in force whose date has come. What is approved does not count, so it begins apart from the rest. A rule that
 * replaces the same one as an approved rule begins before it, while the replaced one is in force, so that no one leaves
 * in between. @returns those that have not begun
 */
async function beginInOrder(
  tx: Transaction,
  rules: readonly DueRule[],
  beginning: Beginning,
): Promise<string[]> {
  const approved = rules.filter(isApproved)
  const others = rules.filter((rule) => !isApproved(rule))
  const replaced = new Set(approved.flatMap(({ replaces }) => replaces ?? []))
  const shares = ({ replaces }: DueRule) => replaces !== null && replaced.has(replaces)
  const beside = others.filter(shares).map((rule) => Object.assign({}, rule, { replaces: null }))
  if (beside.length > 0) {
    await sql`savepoint before_shared`.execute(tx)
    const refused = [
      ...(await beginRules(tx, beside, beginning)),
      ...(await beginRules(tx, approved, beginning)),
    ]
    if (refused.length === 0)
      return beginRules(
        tx,
        others.filter((rule) => !shares(rule)),
        beginning,
      )
    await sql`rollback to savepoint before_shared`.execute(tx)
  }
  return [
    ...(await beginRules(tx, approved, beginning)),
    ...(await beginRules(tx, others, beginning)),
  ]
}

type Beginning = {
  at: Date
  actor: AuditActor
  policies: PolicyCache | undefined
  /** The people that start or end by the clock at that instant. */
  people: readonly string[]
}

/**
 * Puts rules in force whose date has come and recalculates manifests: together, or one by one if together they
 * exceed a limit. @returns those that have not begun
 */
async function beginRules(
  tx: Transaction,
  rules: readonly DueRule[],
  beginning: Beginning,
): Promise<string[]> {
  if (rules.length === 0) return []
  const exceeded = await beginTogether(tx, rules, beginning)
  if (exceeded.length === 0) return []
  const [rule, ...others] = rules
  if (rule !== undefined && others.length === 0) {
    await refuseBeginning(tx, beginning.actor, rule, exceeded)
    return [rule.id]
  }
  const refused: string[] = []
  for (const each of rules) refused.push(...(await beginRules(tx, [each], beginning)))
  return refused
}

/** @returns the limits that they exceed beyond what is approved; then what they wrote is rolled back */
async function beginTogether(
  tx: Transaction,
  rules: readonly DueRule[],
  { at, actor, policies, people }: Beginning,
): Promise<readonly Exceeded[]> {
  await sql`savepoint before_beginning`.execute(tx)
  await beginDueRules(tx, actor, rules, at)
  const ownRulesets = rules.map(({ rulesetId }) => rulesetId)
  const counting = { cause: causeOf(actor), except: new Set(people), ownRulesets }
  const approved = rules.flatMap((rule) => rule.approved)
  const done = await recalculate(tx, {
    now: at,
    actor,
    people: 'all',
    policies,
    counting,
    isApproved: approved.length > 0,
    // Without an approval, nothing is written for people beyond a limit.
    limits: approved.length > 0 ? 'report' : 'stop',
  })
  const exceeded = done instanceof Stopped ? exceededOf(done) : done.exceeded
  const unapproved = exceeded.filter((each) => !approved.some((limit) => covers(limit, each)))
  const end =
    unapproved.length === 0
      ? sql`release savepoint before_beginning`
      : sql`rollback to savepoint before_beginning`
  await end.execute(tx)
  return unapproved
}

/** Whether an approved plan showed at least as much as what happens. */
function covers(approved: Exceeded, found: Exceeded): boolean {
  const isSame =
    approved.scope === found.scope &&
    approved.direction === found.direction &&
    approved.rulesetId === found.rulesetId
  return isSame && found.people <= approved.people
}

type DueRecords = { rules: readonly string[]; people: readonly string[]; stays: readonly string[] }

/** Only people who qualify for a rule can lose by its end, unless what it decides has no rule left. */
async function affectedBy(tx: Transaction, { rules, people, stays }: DueRecords): Promise<People> {
  if (await someAskedForLosesItsLastRule(tx, rules)) return 'all'
  return [...people, ...(await selectPeopleOfStays(tx, stays)), ...(await selectHeldBy(tx, rules))]
}

function directoryUserActivated({ before, after, ...person }: ActivatedPerson): AuditEntry {
  return {
    event: 'directory.user.activated',
    ...positionsOf(person),
    changes: changesBetween(before, after),
  }
}

function directoryUserExpired(change: ExpiredPerson): AuditEntry {
  return {
    event: 'directory.user.expired',
    ...positionsOf(change),
    changes: stateChange(change),
  }
}

/** A row about a secondary user names the parent too. */
function positionsOf({ id, parent_user_id: parent }: SettledPerson): Positions {
  return {
    record: { kind: 'directoryUser', id },
    related: parent === null ? undefined : { kind: 'directoryUser', id: parent },
    subjectId: id,
  }
}

type SettledPerson = { id: string; parent_user_id: string | null }
type Positions = Pick<AuditEntry, 'record' | 'related' | 'subjectId'>

function stateChange(change: StateChange) {
  return { state: { old: change.before, new: change.after } }
}
