import { sql } from 'kysely'
import { fewRowsOf } from '../../database/planning.ts'
import { changesBetween, record, type AuditChanges, type AuditEntry } from '../../audit/record.ts'
import type { ActionOn, AuditEvent } from '../../contract/audit-events.ts'
import { encodeId, type IdKind } from '../../contract/ids.ts'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { pages } from '../../database/pages.ts'
import { storeCandidates } from './candidates.ts'
import type { SourceRun } from './integration-facts.ts'
import { identityFacts, relatedPerson, userFacts } from './snapshots.ts'

/** How many records of each outcome a run wrote. */
export type WrittenIdentities = {
  created: number
  changed: number
  linked: number
  deactivated: number
  orphaned: number
}
export type WrittenPeople = {
  created: number
  changed: number
  activated: number
  suspended: number
  deactivated: number
}

type ChangedRow = {
  id: string
  subject_id: string | null
  before: JsonObject | null
  after: JsonObject
}

/** Both versions of an identity, as `identityFacts` selects them. */
export type ChangedIdentity = ChangedRow & { integration_id: string }

const pageSize = 2000

/** Columns with personal data: stored separately in the audit log, so that they can be erased. */
const personalKeys = new Set([
  'handle',
  'first_name',
  'last_name',
  'full_name',
  'email',
  'username',
  'profile',
  'manager_reference',
  'link_evidence',
])
const idKinds: Readonly<Record<string, IdKind>> = {
  directory_user_id: 'directoryUser',
  suggested_directory_user_id: 'directoryUser',
  manager_id: 'directoryUser',
  parent_user_id: 'directoryUser',
  primary_identity_id: 'identity',
}

/** One audit row per identity that the run wrote and that is not what it was before. Whose the others may be is stored. */
export async function auditIdentities({
  tx,
  actor,
  integration,
}: SourceRun): Promise<WrittenIdentities> {
  await storeCandidates(tx)
  const written = { created: 0, changed: 0, linked: 0, deactivated: 0, orphaned: 0 }
  const changed = sql<ChangedIdentity>`
    select i.id, i.directory_user_id as subject_id, i.integration_id, c.before, ${identityFacts('i')} as after
    from ${fewRowsOf(tx, 'identity_change')} c join identity i on i.id = c.identity_id order by c.n`
  for await (const rows of pages(tx, {
    cursor: 'changed_identity',
    rows: changed,
    size: pageSize,
  })) {
    const entries: AuditEntry[] = []
    for (const row of rows) {
      if (!hasChanged(row)) continue
      entries.push(identityEntry(identityAction(row), row))
      countIdentity(written, row, integration.id === row.integration_id)
    }
    await record(tx, actor, entries)
  }
  return written
}

/** One audit row per directory user that the run wrote and that is not what it was before. */
export async function auditPeople({ tx, actor }: SourceRun): Promise<WrittenPeople> {
  const written = { created: 0, changed: 0, activated: 0, suspended: 0, deactivated: 0 }
  const changed = sql<ChangedRow>`
    select u.id, u.id as subject_id, c.before, ${userFacts('u')} as after
    from ${fewRowsOf(tx, 'user_change')} c join directory_user u on u.id = c.directory_user_id order by c.n`
  for await (const rows of pages(tx, { cursor: 'changed_user', rows: changed, size: pageSize })) {
    const entries: AuditEntry[] = []
    for (const row of rows) {
      const action = userAction(row)
      if (!hasChanged(row)) continue
      const entry = entryOf(row, 'directoryUser', `directory.user.${action}`)
      entries.push({ ...entry, related: relatedPerson(row.before, row.after) })
      written[countedAs[action]] += 1
    }
    await record(tx, actor, entries)
  }
  return written
}

/**
 * The row of an identity. Its container and subject is the person that it is linked to, or was until now; an orphan's container is
 * its integration.
 * Related is the former person of an account that moved to another one, else the integration.
 */
export function identityEntry(
  action: ActionOn<'directory.identity'>,
  row: ChangedIdentity,
  details?: AuditEntry['details'],
): AuditEntry {
  const integration = { kind: 'integration', id: row.integration_id } as const
  const former = row.before?.['directory_user_id']
  const person = row.after['directory_user_id'] ?? former
  const hasMoved = typeof former === 'string' && former !== person
  const isSomeones = typeof person === 'string'
  const positions = {
    parent: isSomeones ? ({ kind: 'directoryUser', id: person } as const) : integration,
    related: hasMoved ? ({ kind: 'directoryUser', id: former } as const) : integration,
    subjectId: isSomeones ? person : null,
  }
  return { ...entryOf(row, 'identity', `directory.identity.${action}`), ...positions, details }
}

function identityAction({ before, after }: ChangedRow) {
  if (before === null) return 'create'
  const [former, person] = [before['directory_user_id'], after['directory_user_id']]
  if (former !== person) return person === null ? 'unlink' : 'link'
  if (before['linked_by'] !== after['linked_by']) return 'link'
  const left = after['vendor_state'] === 'deactivated' && before['vendor_state'] !== 'deactivated'
  return left ? 'deactivate' : 'change'
}

function countIdentity(written: WrittenIdentities, row: ChangedRow, isOwn: boolean): void {
  const action = identityAction(row)
  // Linked by evidence, now or as a former orphan; a person created for the account is not a link.
  const isMatched = row.after['linked_by'] === 'email' || row.after['linked_by'] === 'evidence'
  if (isMatched && (action === 'link' || action === 'create')) written.linked += 1
  if (!isOwn) return
  if (action === 'create') written.created += 1
  if (action === 'create' && row.after['state'] === 'orphan') written.orphaned += 1
  if (action === 'change') written.changed += 1
  if (action === 'deactivate') written.deactivated += 1
}

const countedAs = {
  create: 'created',
  change: 'changed',
  activate: 'activated',
  suspend: 'suspended',
  deactivate: 'deactivated',
} as const

function userAction({ before, after }: ChangedRow): keyof typeof countedAs {
  if (before === null) return 'create'
  if (before['base_state'] === after['base_state']) return 'change'
  if (after['base_state'] === 'active') return 'activate'
  if (after['base_state'] === 'suspended') return 'suspend'
  return after['base_state'] === 'deactivated' ? 'deactivate' : 'change'
}

function entryOf(
  row: ChangedRow,
  kind: 'identity' | 'directoryUser',
  event: AuditEvent,
): AuditEntry {
  const all = row.before === null ? creation(row.after) : differences(row.before, row.after)
  const changes: AuditChanges = {}
  const personal: AuditChanges = {}
  for (const [key, change] of Object.entries(all)) {
    const idKind = idKinds[key]
    if (personalKeys.has(key) || key.startsWith('profile.')) personal[key] = change
    else
      changes[key] =
        idKind === undefined
          ? change
          : { old: shown(idKind, change.old), new: shown(idKind, change.new) }
  }
  return {
    event,
    record: { kind, id: row.id },
    subjectId: row.subject_id,
    changes,
    personal,
  }
}

function hasChanged({ before, after }: ChangedRow): boolean {
  return before === null || Object.keys(differences(before, after)).length > 0
}

/** Only the filled columns of a new record: its empty columns say nothing. */
function creation(after: JsonObject): AuditChanges {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]) => [key, { old: null, new: value }]),
  )
}

/** A profile is compared key by key, so that a row shows which of them changed. */
function differences(before: JsonObject, after: JsonObject): AuditChanges {
  return changesBetween(flat(before), flat(after))
}

function flat({ profile, ...facts }: JsonObject): JsonObject {
  const keys = isObject(profile) ? Object.entries(profile) : []
  return { ...facts, ...Object.fromEntries(keys.map(([key, value]) => [`profile.${key}`, value])) }
}

function shown(kind: IdKind, value: JsonValue): JsonValue {
  return typeof value === 'string' ? encodeId(kind, value) : value
}
