import { loadRights } from '../../access/act-on.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Database, Reader } from '../../database/database.ts'
import { cursorAt, decodeCursor, type EventCursor } from '../feed/cursor.ts'
import { eventIncarnation, type EventFilter } from '../feed/read-page.ts'
import type { SentWebhook } from './queries.ts'

/** What the owner may read now, of what the webhook was given. */
export async function rightsNow(
  database: Database,
  webhook: SentWebhook,
): Promise<(permission: Permission) => boolean> {
  const rights = await loadRights(database.read, [webhook.owner_id])
  const held = rights.get(webhook.owner_id)?.permissions
  return (permission) =>
    webhook.owner_is_active &&
    webhook.permissions.includes(permission) &&
    held?.has(permission) === true
}

/** Where it goes on. After a restore it begins again at what it has surely sent. */
export async function currentCursor(
  db: Reader,
  { cursor }: Pick<SentWebhook, 'cursor'>,
): Promise<EventCursor> {
  const incarnation = await eventIncarnation(db)
  const stored = decodeCursor(cursor)
  if (stored?.incarnation === incarnation) return stored
  return cursorAt(incarnation, stored?.floor ?? 0, null)
}

export function filterOf({ event_types, resource_ids, integration_ids }: SentWebhook): EventFilter {
  return {
    ...(event_types.length > 0 && { types: event_types }),
    ...(resource_ids.length > 0 && { resources: resource_ids }),
    ...(integration_ids.length > 0 && { integrations: integration_ids }),
  }
}
