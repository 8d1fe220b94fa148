import { type AuditChanges, type AuditEntry, changesBetween } from '../../audit/record.ts'
import type { ActionOn } from '../../contract/audit-events.ts'
import { encodeId, type IdKind } from '../../contract/ids.ts'
import type { JsonValue } from '../../contract/json.ts'
import { relatedPerson } from '../identities/snapshots.ts'
import type { Person } from './person-queries.ts'
import { instant, instantOrNull } from '../../http/shapes/schema.ts'

/** The row of a change of a person; without `before` it is their creation. The columns are those of `userColumns`. */
export function personEntry(
  verb: ActionOn<'directory.user'>,
  before: Person | undefined,
  after: Person,
): AuditEntry & { changes: AuditChanges; personal: AuditChanges } {
  return {
    event: `directory.user.${verb}`,
    record: { kind: 'directoryUser', id: after.id },
    related: relatedPerson(before, after),
    subjectId: after.id,
    changes: differences(before && plainFacts(before), plainFacts(after)),
    personal: differences(before && personalFacts(before), personalFacts(after)),
  }
}

type Facts = Record<string, JsonValue>

/** A new record's empty columns say nothing. */
function differences(before: Facts | undefined, after: Facts): AuditChanges {
  if (before !== undefined) return changesBetween(before, after)
  const held = Object.entries(after).filter(([, value]) => value !== null && value !== '')
  return changesBetween({}, Object.fromEntries(held))
}

function plainFacts(person: Person): Facts {
  return {
    state: person.state,
    base_state: person.base_state,
    expires_at: instantOrNull(person.expires_at),
    activates_at: instantOrNull(person.activates_at),
    deleted_at: instantOrNull(person.deleted_at),
    provisioned_at: instant(person.provisioned_at),
    deprovisioned_at: instantOrNull(person.deprovisioned_at),
    manager_id: idOrNull('directoryUser', person.manager_id),
    manager_problem: person.manager_problem,
    parent_user_id: idOrNull('directoryUser', person.parent_user_id),
    primary_identity_id: idOrNull('identity', person.primary_identity_id),
    review_reason: person.review_reason,
  }
}

/** A person's own data, stored separately in the audit log so that it can be erased; metadata key by key. */
function personalFacts(person: Person): Facts {
  const metadata = Object.entries(person.metadata).map(([key, value]) => [`metadata.${key}`, value])
  return {
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    username: person.username,
    manager_reference: person.manager_reference,
    ...Object.fromEntries(metadata),
  }
}

function idOrNull(kind: IdKind, uuid: string | null): string | null {
  return uuid === null ? null : encodeId(kind, uuid)
}
