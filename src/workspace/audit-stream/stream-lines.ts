import { hostname } from 'node:os'
import { profileValuePermission } from '../../contract/permissions.ts'
import { presentAuditLog } from '../audit-log/present-audit-log.ts'
import type { AuditLogRow } from '../audit-log/queries.ts'
import type { AuditLogJson } from '../audit-log/schema.ts'

/** As an auditor sees it, without values of profiles: what has left can't be erased. */
export function presentStreamed(row: AuditLogRow, baseUrl: string): AuditLogJson {
  return presentAuditLog(row, {
    baseUrl,
    may: (permission) => permission !== profileValuePermission,
  })
}

/**
 * A row as one line of JSON in ASCII: no reader takes a character of a value for the end of a line or a command. One that would be
 * longer has its position and `is_cut`, and what it leaves out is at its link.
 */
export function jsonLine(row: AuditLogJson, mostBytes: number): string {
  const text = asciiJson(row)
  if (text.length <= mostBytes) return text
  return asciiJson({ ...row, changes: {}, details: {}, withheld: [], altered: [], is_cut: true })
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6
/** 32473 is the number of no organisation: Muster has none of its own. */
const structureId = 'muster@32473'
const host =
  hostname()
    .replaceAll(/[^!-~]/g, '')
    .slice(0, 255) || '-'

/** A message of RFC 5424 with its length before it, as RFC 5425 frames it. What looks for a field need not read the JSON. */
export function syslogFrame(row: AuditLogJson, mostBytes: number): string {
  const { actor, record } = row
  const fields = {
    id: row.id,
    event: row.event,
    actor_type: actor.type,
    actor_id: actor.id,
    via: actor.via,
    record_type: record.type,
    record_id: record.id,
    subject_id: row.subject_id,
    request_id: row.request_id,
  }
  const structure = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [` ${name}="${escaped(value)}"`],
  )
  // Names of messages have 32 characters at most.
  const kind = row.event.slice(0, 32)
  const head = `<${priority}>1 ${row.at} ${host} muster ${process.pid} ${kind} [${structureId}${structure.join('')}] `
  const message = head + jsonLine(row, mostBytes - head.length)
  return `${message.length} ${message}`
}

/** All values are ASCII already: ids, and names of our own. */
function escaped(value: string): string {
  return value.replaceAll(/["\\\]]/g, '\\$&').replaceAll(/[^ -~]/g, ' ')
}
