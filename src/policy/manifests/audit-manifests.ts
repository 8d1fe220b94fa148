import { changesBetween, type AuditChanges, type AuditEntry } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import type { ChangedStay, EndedStay, EnteredStay, StayValues } from './manifest-changes.ts'

/**
 * The audit changes of new stays, each distinct one once, because many are equal. `told` is the index into
 * `changes` of each stay.
 */
export function changesOfBegun(stays: readonly EnteredStay[]): {
  told: number[]
  changes: AuditChanges[]
} {
  const indices = new Map<string, number>()
  const changes: AuditChanges[] = []
  const told = stays.map((stay) => {
    const key = `${stay.ruleId} ${stay.state} ${stay.expiresAt}`
    const known = indices.get(key)
    if (known !== undefined) return known
    indices.set(key, changes.length)
    return changes.push(changesBetween({}, shown(stay))) - 1
  })
  return { told, changes }
}

/** The audit rows of stays that changed and ended. */
export function auditStays(
  changed: readonly ChangedStay[],
  ended: readonly EndedStay[],
): AuditEntry[] {
  return [
    ...changed.map(({ personId, before, after }) => {
      const changes = changesBetween(shown(before), shown(after))
      return entry('change', { ...before, personId }, after.ruleId, changes)
    }),
    ...ended.map(({ personId, before, state }) => {
      const changes = { state: { old: before.state, new: state } }
      return entry('end', { ...before, personId }, before.ruleId, changes)
    }),
  ]
}

function shown({ ruleId, state, expiresAt }: StayValues) {
  return {
    state,
    rule_id: encodeId('rule', ruleId),
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  }
}

function entry(
  action: 'change' | 'end',
  stay: { id: string; rulesetId: string; personId: string },
  ruleId: string,
  changes: AuditChanges,
): AuditEntry {
  return {
    event: `policy.user.${action}`,
    record: { kind: 'policyUser', id: stay.id },
    parent: { kind: 'ruleset', id: stay.rulesetId },
    related: { kind: 'rule', id: ruleId },
    subjectId: stay.personId,
    changes,
  }
}
