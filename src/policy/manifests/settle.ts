import { changesBetween, record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import type { Database, Transaction, TransactionOptions } from '../../database/database.ts'
import { instantOf, lockPolicy } from '../../database/policy-lock.ts'
import type { PolicyCache } from '../compiled-policy.ts'
import type { People } from '../people-facts.ts'
import { beginDueRules } from '../rules/begin-rules.ts'
import { activatePeople, type ActivatedPerson } from './activate-people.ts'
import {
  endRules,
  forgetDue,
  refreshUserStates,
  refreshWorkspaceUserStates,
  selectDue,
  selectDueWorkspaceUsers,
  selectHeldBy,
  selectPeopleOfStays,
  someAttributeLosesItsLastRule,
  type SettledUpTo,
  type ExpiredPerson,
  type StateChange,
} from './due-queries.ts'
import { recalculate } from './recalculate.ts'

/** The clock at work. */
export const clockActor: AuditActor = { type: 'system', id: null, via: 'sync', requestId: null }

export type SettleOptions = {
  actor?: AuditActor
  policies?: PolicyCache | undefined
  /** In a transaction on a snapshot that will be rolled back: no lock is taken. */
  isDryRun?: boolean | undefined
}

/** `now` is the transaction's instant since it holds the policy lock: nothing is due up to it. */
type Settled = { now: Date; taken: number }

/** Settles, in a transaction of its own, all that is due. @returns how many due instants it took, and as of when */
export function settleDue(
  database: Database,
  { lockTimeoutMilliseconds, ...options }: SettleOptions & TransactionOptions = {},
): Promise<Settled> {
  return database.transaction(({ tx }) => settle(tx, options), { lockTimeoutMilliseconds })
}

/** Settles, in a transaction of its own, the ends of people who sign in: no verdict depends on them, so it takes no policy lock. */
export function settleWorkspaceUsers(
  database: Database,
  options: TransactionOptions = {},
): Promise<void> {
  return database.transaction(
    async ({ tx }) => endWorkspaceUsers(tx, clockActor, await selectDueWorkspaceUsers(tx)),
    options,
  )
}

async function endWorkspaceUsers(
  tx: Transaction,
  actor: AuditActor,
  ids: readonly string[],
): Promise<void> {
  const ended = await refreshWorkspaceUserStates(tx, ids)
  await record(tx, actor, ended.map(workspaceUserExpired))
}

/**
 * Takes the policy lock, exclusive, and does what the clock has made due by then, one instant after the other and as
 * of that instant: people and rules begin and expire, stays end or move. What another process settled meanwhile is left alone.
 */
export async function settle(tx: Transaction, options: SettleOptions = {}): Promise<Settled> {
  const locked = options.isDryRun === true ? instantOf(tx) : lockPolicy(tx, 'exclusive')
  let taken = 0
  let last: SettledUpTo = '-infinity'
  for (;;) {
    const [now, due]: [Date, Due | null] = await Promise.all([locked, selectDue(tx, last)])
    if (due === null) return { now, taken }
    await settleInstant(tx, due, options)
    await forgetDue(tx, last, due.at)
    taken += due.records.length
    last = due.at
  }
}

type Due = NonNullable<Awaited<ReturnType<typeof selectDue>>>

async function settleInstant(tx: Transaction, due: Due, options: SettleOptions): Promise<void> {
  const idsOf = (kind: Due['records'][number]['kind']) =>
    due.records.filter((record) => record.kind === kind).map(({ id }) => id)
  const actor = options.actor ?? clockActor
  const beginning = await beginDueRules(tx, actor, idsOf('rule'), due.at)
  const rules = idsOf('rule').filter((id) => !beginning.includes(id))
  const ending = idsOf('directory_user')
  const starting = idsOf('directory_user_start')
  const people = [...starting, ...ending]
  const moved = { rules, people, stays: idsOf('policy_user') }
  const affected = beginning.length > 0 ? 'all' : await affectedBy(tx, moved)
  await record(tx, actor, [
    ...(await activatePeople(tx, starting, due.at)).map(directoryUserActivated),
    ...(await refreshUserStates(tx, ending, due.at)).map(directoryUserExpired),
    ...(await refreshWorkspaceUserStates(tx, idsOf('workspace_user'))).map(workspaceUserExpired),
    ...(await endRules(tx, rules)).map(ruleExpired),
  ])
  if (affected.length === 0) return
  const { policies } = options
  const counting = 'uncounted'
  await recalculate(tx, { now: due.at, actor, people: affected, policies, counting })
}

type Moved = { rules: readonly string[]; people: readonly string[]; stays: readonly string[] }

/** Only who qualifies for a rule can lose by its end, unless nothing is left to decide its attribute. */
async function affectedBy(tx: Transaction, { rules, people, stays }: Moved): Promise<People> {
  if (await someAttributeLosesItsLastRule(tx, rules)) return 'all'
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

function workspaceUserExpired(
  change: StateChange & { directory_user_id: string | null },
): AuditEntry {
  return {
    event: 'workspace.user.expired',
    record: { kind: 'workspaceUser', id: change.id },
    subjectId: change.directory_user_id,
    changes: stateChange(change),
  }
}

function ruleExpired(change: StateChange & { ruleset_id: string }): AuditEntry {
  return {
    event: 'policy.rule.expired',
    record: { kind: 'rule', id: change.id },
    parent: { kind: 'ruleset', id: change.ruleset_id },
    changes: stateChange(change),
  }
}

function stateChange(change: StateChange) {
  return { state: { old: change.before, new: change.after } }
}
