import { changesBetween, type AuditChanges, type AuditEntry } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import type { ChangedStay, EndedStay, StayValues } from './manifest-changes.ts'
import type { InsertedStay } from './queries.ts'

/** The audit rows of stays that began, changed and ended. */
export function auditStays(
  entered: readonly InsertedStay[],
  changed: readonly ChangedStay[],
  ended: readonly EndedStay[],
): AuditEntry[] {
  return [
    ...entered.map((stay) => entry('create', stay, stay.ruleId, changesBetween({}, shown(stay)))),
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
  action: 'create' | 'change' | 'end',
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
