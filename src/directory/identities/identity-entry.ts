import { changesBetween, type AuditChanges, type AuditEntry } from '../../audit/record.ts'
import type { ActionOn } from '../../contract/audit-events.ts'
import { encodeId, type IdKind } from '../../contract/ids.ts'
import { identityColumns } from './audited-columns.ts'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'

/** Both versions of an identity, as `factsOf` selects them. */
export type ChangedIdentity = {
  id: string
  subject_id: string | null
  integration_id: string
  before: JsonObject
  after: JsonObject
}

/**
 * The audit row of one identity; those of a run are written by account-audit.ts. Its container and subject is the person that it is
 * linked to, or was until now; an orphan's container is its integration.
 * Related is the former person of an account that moved to another one, else the integration.
 */
export function identityEntry(
  action: ActionOn<'directory.identity'>,
  { id, integration_id, before, after }: ChangedIdentity,
  details?: AuditEntry['details'],
): AuditEntry {
  const integration = { kind: 'integration', id: integration_id } as const
  const former = before['directory_user_id']
  const person = after['directory_user_id'] ?? former
  const hasMoved = typeof former === 'string' && former !== person
  const isSomeones = typeof person === 'string'
  return {
    event: `directory.identity.${action}`,
    record: { kind: 'identity', id },
    ...changedValues(before, after),
    parent: isSomeones ? { kind: 'directoryUser', id: person } : integration,
    related: hasMoved ? { kind: 'directoryUser', id: former } : integration,
    subjectId: isSomeones ? person : null,
    details,
  }
}

/** A profile is compared key by key, so that a row shows which of them changed. */
function changedValues(before: JsonObject, after: JsonObject) {
  const changes: AuditChanges = {}
  const personal: AuditChanges = {}
  for (const [key, change] of Object.entries(changesBetween(flat(before), flat(after)))) {
    const { isPersonal, id: idKind } = identityColumns[key] ?? {}
    if (isPersonal === true || key.startsWith('profile.')) personal[key] = change
    else if (idKind === undefined) changes[key] = change
    else changes[key] = { old: shown(idKind, change.old), new: shown(idKind, change.new) }
  }
  return { changes, personal }
}

function flat({ profile, ...facts }: JsonObject): JsonObject {
  const keys = isObject(profile) ? Object.entries(profile) : []
  return { ...facts, ...Object.fromEntries(keys.map(([key, value]) => [`profile.${key}`, value])) }
}

function shown(kind: IdKind, value: JsonValue): JsonValue {
  return typeof value === 'string' ? encodeId(kind, value) : value
}
