import type { AuditPosition } from '../../audit/record.ts'

type Relatives = { manager_id?: unknown; parent_user_id?: unknown }

/**
 * The other person (uuid) of an audit row: the manager if that changed (the former one if there is none now), else
 * the parent of a secondary user, also of a former one.
 */
export function relatedPerson(
  before: Relatives | null | undefined,
  after: Relatives,
): AuditPosition | undefined {
  const hasMoved = (before?.manager_id ?? null) !== (after.manager_id ?? null)
  const id =
    (hasMoved ? (after.manager_id ?? before?.manager_id) : null) ??
    after.parent_user_id ??
    before?.parent_user_id
  return typeof id === 'string' ? { kind: 'directoryUser', id } : undefined
}
