import { Type } from 'typebox'
import { eventTypes } from '../../contract/event-types.ts'
import { decodeId } from '../../contract/ids.ts'
import { anyOf, anyOfFilter, idFilter, idsFilter } from '../../http/lists/filters.ts'
import { badRequest, gone } from '../../http/refusals/problem.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { instant, InstantInput, readInstant, Shape } from '../../http/shapes/schema.ts'
import { presentEvents } from './cloud-events.ts'
import { cursorAt, decodeCursor, encodeCursor, type EventCursor } from './cursor.ts'
import {
  eventIncarnation,
  isAhead,
  lostBefore,
  positionBefore,
  readEventPage,
  type EventFilter,
} from './read-page.ts'
import { CloudEvent } from './schema.ts'

const mostEvents = 500

const query = Shape({
  after: Type.Optional(
    Type.String({ maxLength: 8000, description: 'What `links.next` of the former page has' }),
  ),
  since: Type.Optional(InstantInput),
  'page[size]': Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: `1 to ${mostEvents}, by default 50` }),
  ),
  'filter[type]': Type.Optional(anyOfFilter(eventTypes)),
  'filter[user]': Type.Optional(idsFilter),
  'filter[resource]': Type.Optional(
    Type.String({ maxLength: 3400, description: 'Up to 100 ids of resources and attributes' }),
  ),
  'filter[integration]': Type.Optional(idsFilter),
})

export const listEvents = readRoute({
  id: 'listEvents',
  url: '/events',
  summary: 'Read events',
  description:
    'What changed in manifests, people, incidents, plans and runs, and what falls due within seven days, as CloudEvents 1.0 in the order of the log. ' +
    'Read on with `links.next`, which is always there: it is valid until the database is restored from a backup, or events that it has not read are archived (410). No event is left out, and those of one subject come in the order of their commits. ' +
    'Without `after` and `since` it begins with the first event. A page looks at a bounded number of events, so it may be empty while `has_more` is true. Names are those that the caller may see now.',
  access: 'audit.log.view',
  query,
  hasPositions: true,
  response: Shape({
    data: Type.Array(CloudEvent, { maxItems: mostEvents }),
    links: Shape({ self: Type.String(), next: Type.String() }),
    // Not in a `meta`: it is no list that could be exported, because it has no end.
    has_more: Type.Boolean({ description: 'False where nothing is left for now' }),
  }),
  handler: async (context) => {
    const asked: Record<string, string | undefined> = context.query
    const size = Number(asked['page[size]'] ?? 50)
    if (size > mostEvents) throw badRequest(`page[size] is at most ${mostEvents}.`)
    // Not the connection of the request: it may have one snapshot, from before the page's look at who writes.
    const db = context.services.database.read
    const begin = await cursorOf(context, asked)
    const lost = await lostBefore(db, begin)
    if (lost !== undefined)
      throw gone(
        `Events before ${instant(lost)} were archived to files and dropped (muster archive). Repeat the request with since=${instant(lost)}, without after.`,
      )
    const page = await readEventPage(db, begin, { size, filter: filterOf(asked) })
    const { publicOrigin } = context.services
    return {
      data: await presentEvents(db, page.rows, { publicOrigin, may: context.may }),
      links: {
        self: `${publicOrigin}${context.requestUrl}`,
        next: `${publicOrigin}${nextUrl(context.requestUrl, encodeCursor(page.next))}`,
      },
      has_more: page.hasMore,
    }
  },
})

async function cursorOf(
  { services }: ReadContext,
  { after, since }: Record<string, string | undefined>,
): Promise<EventCursor> {
  const db = services.database.read
  if (after !== undefined && since !== undefined)
    throw badRequest('The query parameters after and since exclude one another: send one.')
  const incarnation = await eventIncarnation(db)
  if (after === undefined) {
    const at = since === undefined ? null : readInstant(since)
    if (at === undefined) throw badRequest('The query parameter since must be an ISO 8601 instant.')
    return cursorAt(incarnation, at === null ? 0 : await positionBefore(db, at), at)
  }
  const cursor = decodeCursor(after)
  if (cursor === undefined)
    throw badRequest('The query parameter after must be what links.next of a page has.')
  if (cursor.incarnation !== incarnation || (await isAhead(db, cursor)))
    throw gone(
      'The cursor is from before the database was restored. Repeat the request with since=<time of the last event that you have>, without after.',
    )
  return cursor
}

function filterOf(asked: Record<string, string | undefined>): EventFilter {
  const types = anyOf(asked['filter[type]'])
  return {
    types: types && eventTypes.filter((type) => types.includes(type)),
    users: idFilter(asked, 'user', 'directoryUser'),
    resources: resourcesOf(anyOf(asked['filter[resource]'])),
    integrations: idFilter(asked, 'integration', 'integration'),
  }
}

/** Resources and attributes are policy resources both. */
function resourcesOf(ids: readonly string[] | undefined): string[] | undefined {
  return ids?.map((id) => {
    const uuid = decodeId('resource', id.trim()) ?? decodeId('attribute', id.trim())
    if (uuid === undefined)
      throw badRequest(
        'The query parameter filter[resource] takes ids of resources and attributes.',
      )
    return uuid
  })
}

function nextUrl(requestUrl: string, cursor: string): string {
  const url = new URL(requestUrl, 'http://muster.invalid')
  url.searchParams.delete('since')
  url.searchParams.set('after', cursor)
  return `${url.pathname}${url.search}`
}
