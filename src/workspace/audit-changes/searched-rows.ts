import { sql, type RawBuilder } from 'kysely'
import { auditEvents } from '../../contract/audit-events.ts'
import { eventPhrases } from '../../contract/event-phrases.ts'
import { decodeId } from '../../contract/ids.ts'
import { kindOfPrefix } from '../../contract/record-types.ts'
import { isAnyOf } from '../../http/lists/filters.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { findMatches } from '../search/find-matches.ts'
import { visibleKinds } from '../search/searchable-kinds.ts'

const ofEachKind = 20

/**
 * The rows (`l`) that a text finds: those that name a record which is called so, as far as the caller may see names; those of the
 * events that are described so; those of a request of that id. Undefined without a text.
 */
export async function searchedRows(
  context: ReadContext,
  sent: unknown,
): Promise<RawBuilder<boolean> | undefined> {
  if (typeof sent !== 'string') return undefined
  const text = sent.trim()
  const ids = await recordsCalled(context, text)
  const events = eventsCalled(text)
  const byId = ids.length === 0 ? [] : positions.map((position) => isAnyOf(position, ids, 'uuid'))
  const byEvent = events.length === 0 ? [] : [isAnyOf(sql`l.event`, events)]
  return sql<boolean>`(${sql.join([...byId, ...byEvent, sql`l.request_id = ${text}`], sql` or `)})`
}

const positions = ['record_id', 'parent_id', 'related_id', 'subject_id', 'actor_id'].map((name) =>
  sql.ref(`l.${name}`),
)

async function recordsCalled(context: ReadContext, text: string): Promise<string[]> {
  const kind = kindOfPrefix(text.split('_')[0] ?? '')
  const id = kind && decodeId(kind, text)
  if (id !== undefined) return [id]
  const found: string[] = []
  for (const searchables of visibleKinds(context))
    found.push(...(await findMatches(context.db, searchables, { text, limit: ofEachKind })))
  return found
}

/** The events in whose words each word of the text begins one. */
function eventsCalled(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/)
  const phrases = new Map(Object.entries(eventPhrases))
  return Object.entries(auditEvents).flatMap(([event, description]) => {
    const own = `${event} ${phrases.get(event)} ${description}`.toLowerCase().split(/[^a-z]+/)
    return words.every((word) => own.some((each) => each.startsWith(word))) ? [event] : []
  })
}
