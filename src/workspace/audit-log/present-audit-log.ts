import type { AuditChanges, PersonalKind } from '../../audit/record.ts'
import { encodeId, encodePrefixed, idPrefixes, type IdKind } from '../../contract/ids.ts'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import { kindOfPrefix, recordTypes } from '../../contract/record-types.ts'
import type { AuditActorType } from '../../contract/states.ts'
import { instant } from '../../http/shapes/schema.ts'
import type { AuditLogRow } from './queries.ts'
import type { AuditLogJson } from './schema.ts'

/** What a row looks like to its reader. */
export type AuditLogViewer = { baseUrl: string; may(permission: Permission): boolean }

/**
 * A row with the personal values that its viewer may see; the keys of the others are named in `withheld`. A value that
 * the row does not refer to is not shown, and its key is named in `altered`.
 */
export function presentAuditLog(row: AuditLogRow, viewer: AuditLogViewer): AuditLogJson {
  const id = encodeId('auditLog', row.id)
  const changes = keyByKey(row.changes)
  const withheld: string[] = []
  for (const [key, change] of Object.entries(keyByKey(row.personal ?? {}, row.altered))) {
    const needed = personalPermission(row.record_type, key)
    if (needed !== undefined && viewer.may(needed)) changes[key] = change
    else withheld.push(key)
  }
  return {
    id,
    at: instant(row.at),
    event: row.event,
    actor: {
      type: row.actor_type,
      id:
        row.actor_id === null ? null : encodePrefixed(actorPrefixes[row.actor_type], row.actor_id),
      via: row.via,
    },
    request_id: row.request_id,
    record: position(row.record_type, row.record_id),
    parent: positionOrNull(row.parent_type, row.parent_id),
    related: positionOrNull(row.related_type, row.related_id),
    subject_id: row.subject_id === null ? null : encodeId('directoryUser', row.subject_id),
    changes,
    details: row.details ?? {},
    withheld,
    altered: row.altered,
    is_erased: row.has_personal && row.personal === null,
    links: { self: `${viewer.baseUrl}/audit/logs/${id}` },
  }
}

/** A whole profile or list of members, as a new record has it, in the form of its later changes: key by key. Without those left out. */
function keyByKey(changes: AuditChanges, leftOut: readonly string[] = []): AuditChanges {
  const values: AuditChanges = {}
  for (const [name, change] of Object.entries(changes)) {
    if (leftOut.includes(name)) continue
    if (name !== 'profile' && name !== 'members') {
      values[name] = change
      continue
    }
    const [old, now] = [change.old, change.new].map((side) => (isObject(side) ? side : {}))
    for (const key of Object.keys({ ...old, ...now }))
      values[`${name}.${key}`] = { old: ownOf(old, key), new: ownOf(now, key) }
  }
  return values
}

function ownOf(side: JsonObject | undefined, key: string): JsonValue {
  return side !== undefined && Object.hasOwn(side, key) ? (side[key] ?? null) : null
}

/** What the personal values of a kind of record need, except those of profiles. */
const permissionOfKind: Readonly<Record<PersonalKind, Permission>> = {
  directoryUser: 'directory.user.view',
  identity: 'directory.user.view',
  workspaceUser: 'workspace.user.view',
  signInAttempt: 'workspace.user.view',
  condition: profileValuePermission,
}

/** Those on which what a row shows depends. */
export const personalPermissions: readonly Permission[] = [
  ...new Set<Permission>([...Object.values(permissionOfKind), profileValuePermission]),
]

/** Seeing that something changed is audit.log.view; a person's data in it needs what it needs elsewhere. */
function personalPermission(recordPrefix: string, key: string): Permission | undefined {
  if (key === 'profile' || key.startsWith('profile.')) return profileValuePermission
  const kind = kindOfPrefix(recordPrefix)
  const needed: Partial<Record<IdKind, Permission>> = permissionOfKind
  return kind && needed[kind]
}

/** The system has no id: its prefix is never encoded, and matches no row. */
export const actorPrefixes: Record<AuditActorType, string> = {
  user: idPrefixes.workspaceUser,
  service: idPrefixes.service,
  integration: idPrefixes.integration,
  system: idPrefixes.workspaceUser,
}

function position(prefix: string, uuid: string): AuditLogJson['record'] {
  const kind = kindOfPrefix(prefix)
  if (kind === undefined)
    throw new Error(`an audit row names a record of the unknown prefix ${prefix}`)
  return { type: recordTypes[kind], id: encodePrefixed(prefix, uuid) }
}

function positionOrNull(prefix: string | null, uuid: string | null): AuditLogJson['parent'] {
  return prefix === null || uuid === null ? null : position(prefix, uuid)
}
