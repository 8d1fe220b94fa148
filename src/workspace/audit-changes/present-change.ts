import { encodeId, encodePrefixed } from '../../contract/ids.ts'
import { instant } from '../../http/shapes/schema.ts'
import type { ChangeContent, ChangeRow } from './queries.ts'
import {
  actorPrefixes,
  presentAuditLog,
  type AuditLogViewer,
} from '../audit-log/present-audit-log.ts'
import type { AuditLogRow } from '../audit-log/queries.ts'
import type { AuditChangeJson } from './schema.ts'

/** A change with its first rows, each as its viewer may see it. */
export function presentChange(
  { id: uuid, at, actor_type: type, actor_id: actor, via, request_id }: ChangeRow,
  { content, logs }: { content: ChangeContent; logs: ReadonlyMap<string, AuditLogRow> },
  viewer: AuditLogViewer & { logs: string },
): AuditChangeJson {
  const id = encodeId('auditLog', uuid)
  return {
    id,
    at: instant(at),
    actor: { type, id: actor === null ? null : encodePrefixed(actorPrefixes[type], actor), via },
    request_id,
    rows: content.shown.flatMap((each) => {
      const log = logs.get(each)
      return log === undefined ? [] : [presentAuditLog(log, viewer)]
    }),
    row_count: content.rows,
    row_count_is_capped: content.has_more,
    events: content.events,
    people_gained: content.gained,
    people_lost: content.lost,
    links: { rows: `${viewer.baseUrl}${viewer.logs}?filter[change]=${id}` },
  }
}
