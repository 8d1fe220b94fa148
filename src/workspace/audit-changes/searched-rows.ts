import { sql, type RawBuilder } from 'kysely'
import { auditEvents } from '../../contract/audit-events.ts'
import { eventPhrases } from '../../contract/event-phrases.ts'
import { decodeId } from '../../contract/ids.ts'
import { kindOfPrefix } from '../../contract/record-types.ts'
import { isAnyOf } from '../../http/lists/filters.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { changeOf } from '../audit-log/queries.ts'
import { findMatches } from '../search/find-matches.ts'
import { visibleKinds } from '../search/searchable-kinds.ts'

const ofEachKind = 20

/**
 * What a text finds, as tests of rows (`l`). `found`: those that name a record which is called so, as far as the caller may see names;
 * those of the events that are described so; those of a request of that id. `kept`: which rows the changes with these first rows
 * have. A record cuts a change to its rows; an event or a request chooses it, and leaves it whole.
 */
export type Searched = {
  found: RawBuilder<boolean>
  kept(firsts: readonly number[]): RawBuilder<boolean> | undefined
}

/** Undefined without a text. */
export async function searchedRows(
  context: ReadContext,
  sent: unknown,
): Promise<Searched | undefined> {
  if (typeof sent !== 'string') return undefined
  const text = sent.trim()
  const ids = await recordsCalled(context, text)
  const events = eventsCalled(text)
  const ofRequest = sql<boolean>`l.request_id = ${text}`
  const ofRecord = ids.length === 0 ? [] : positions.map((each) => isAnyOf(each, ids, 'uuid'))
  const ofEvent = events.length === 0 ? [] : [isAnyOf(sql`l.event`, events)]
  return {
    found: anyHolds([...ofRecord, ...ofEvent, ofRequest]),
    kept(firsts) {
      if (ofRecord.length === 0) return undefined
      const whole = ofEvent.map(
        (of) => sql<boolean>`${changeOf} in (select ${changeOf} from audit_log l
          where ${changeOf} = any (${firsts}::bigint[]) and ${of})`,
      )
      return anyHolds([...ofRecord, ofRequest, ...whole])
    },
  }
}

function anyHolds(tests: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
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
