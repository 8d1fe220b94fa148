import { record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import type { PolicyCache } from '../compiled-policy.ts'
import type { People } from '../people-facts.ts'
import {
  endRules,
  forgetDue,
  refreshUserStates,
  refreshWorkspaceUserStates,
  selectDue,
  selectHeldBy,
  selectPeopleOfStays,
  someAttributeLosesItsLastRule,
  type StateChange,
} from './due-queries.ts'
import { recalculate } from './recalculate.ts'

/** The clock at work. */
export const clockActor: AuditActor = { type: 'system', id: null, via: 'sync', requestId: null }

export type SettleOptions = { now: Date; actor?: AuditActor; policies?: PolicyCache | undefined }

/** Settles, in a transaction of its own, all that is due. @returns how many due instants it took */
export function settleDue(
  database: Database,
  options: Omit<SettleOptions, 'now'> = {},
): Promise<number> {
  return database.transaction(({ tx, now }) => settle(tx, { ...options, now }))
}

/**
 * Does what the clock has made due by `now`, one instant after the other and as of that instant: people and
 * rules expire, stays end or move. Takes the policy lock; what another process settled meanwhile is left alone.
 * @returns how many due instants it took
 */
export async function settle(tx: Transaction, options: SettleOptions): Promise<number> {
  await lockPolicy(tx, 'exclusive')
  let taken = 0
  for (;;) {
    const due = await selectDue(tx, options.now)
    if (due === null) return taken
    await settleInstant(tx, due, options)
    await forgetDue(tx, due.at)
    taken += due.records.length
  }
}

type Due = NonNullable<Awaited<ReturnType<typeof selectDue>>>

async function settleInstant(tx: Transaction, due: Due, options: SettleOptions): Promise<void> {
  const idsOf = (kind: Due['records'][number]['kind']) =>
    due.records.filter((record) => record.kind === kind).map(({ id }) => id)
  const actor = options.actor ?? clockActor
  const rules = idsOf('rule')
  const people = idsOf('directory_user')
  const affected = await affectedBy(tx, { rules, people, stays: idsOf('policy_user') })
  await record(tx, actor, [
    ...(await refreshUserStates(tx, people)).map(directoryUserExpired),
    ...(await refreshWorkspaceUserStates(tx, idsOf('workspace_user'))).map(workspaceUserExpired),
    ...(await endRules(tx, rules)).map(ruleExpired),
  ])
  if (affected.length === 0) return
  await recalculate(tx, { now: due.at, actor, people: affected, policies: options.policies })
}

type Moved = { rules: readonly string[]; people: readonly string[]; stays: readonly string[] }

/** Only who qualifies for a rule can lose by its end, unless nothing is left to decide its attribute. */
async function affectedBy(tx: Transaction, { rules, people, stays }: Moved): Promise<People> {
  if (await someAttributeLosesItsLastRule(tx, rules)) return 'all'
  return [...people, ...(await selectPeopleOfStays(tx, stays)), ...(await selectHeldBy(tx, rules))]
}

function directoryUserExpired(change: StateChange): AuditEntry {
  return {
    event: 'directory.user.expired',
    record: { kind: 'directoryUser', id: change.id },
    subjectId: change.id,
    changes: stateChange(change),
  }
}

function workspaceUserExpired(change: StateChange): AuditEntry {
  return {
    event: 'workspace.user.expired',
    record: { kind: 'workspaceUser', id: change.id },
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
