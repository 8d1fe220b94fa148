import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { record } from '../../audit/record.ts'
import { inSlices } from './in-slices.ts'
import type { ExportPlaces } from '../limits/export-places.ts'
import { maximumPageSize } from './page.ts'
import { rowWriter, type ExportType, type WriteRows } from './list-formats.ts'
import { pathOf, searchOf } from '../route/params.ts'
import { badRequest, Problem } from '../refusals/problem.ts'
import { logClosed, logFailure } from '../route/request-log.ts'
import type { AnyReadRoute } from '../route/route.ts'
import type { Services } from '../route/services.ts'
import { uncachedHeaders } from '../route/request-id.ts'
import { actorOf } from '../writes/write-context.ts'

/** Rows with included records are long. */
const pageSizeWithInclude = 50
const rowsPerText = 50
/** A client that takes nothing for so long has gone. */
const stalledMilliseconds = 120_000

/** One page of a list, as JSON would show it, for a caller who was authenticated and authorised for it. */
export type ListPage = { caller: Caller; rows: readonly unknown[]; next: string | null }

export type ListExport = {
  services: Services
  route: AnyReadRoute
  request: FastifyRequest
  reply: FastifyReply
  type: ExportType
  row: TSchema
  places: ExportPlaces
  readPage: (search: string) => Promise<ListPage>
}

/** The query of the first page of an export, which has all rows: 400 for a page, and for what is no part of a row. */
function exportSearch(search: string, { query, besideRows = [] }: AnyReadRoute): string {
  if (!('page[size]' in query.properties)) return search
  const parameters = new URLSearchParams(search)
  const page = [...parameters.keys()].find((name) => name.startsWith('page['))
  if (page !== undefined)
    throw badRequest(`An export has all rows of the list: leave out the query parameter ${page}.`)
  const included = parameters.get('include')?.split(',') ?? []
  const beside = besideRows.find((value) => included.includes(value))
  if (beside !== undefined)
    throw badRequest(
      `An export has only the rows of the list: leave out include=${beside}, which adds something beside them.`,
    )
  const size = parameters.has('include') ? pageSizeWithInclude : maximumPageSize
  parameters.set('page[size]', String(size))
  return parameters.toString()
}

/**
 * Answers with all rows of a list. They are read page by page as the client takes them, and each page is authorised. What fails
 * before the first page is answered as usual. Later, the connection is reset, so that no client takes a part for the whole.
 */
export async function exportList(asked: ListExport): Promise<FastifyReply> {
  const { route, request, reply, places, readPage } = asked
  const first = await readPage(exportSearch(searchOf(request.url), route))
  if (request.method === 'HEAD') {
    begin(asked).end()
    return reply
  }
  await places.run(first.caller.id, async () => {
    await recordExport(asked, first.caller)
    await stream(asked, first)
  })
  return reply
}

async function recordExport({ services, request, route, type }: ListExport, caller: Caller) {
  const { credential } = caller
  const event = route.exportedAs ?? route.exportedFor?.event ?? 'access.list.export'
  const details = { operation: route.id, type, path: pathOf(request).slice(0, 500) }
  await services.database.transaction(({ tx }) =>
    record(tx, actorOf(caller, request), [
      {
        event,
        record: { kind: credential.type, id: credential.id },
        details,
      },
    ]),
  )
}

function begin({ request, reply, type }: ListExport) {
  reply.hijack()
  return reply.raw.writeHead(200, {
    ...uncachedHeaders(request.id),
    'content-type': `${type}; charset=utf-8`,
    vary: 'accept',
  })
}

async function stream(asked: ListExport, first: ListPage): Promise<void> {
  const { request, reply, type, row } = asked
  const { head, write } = rowWriter(type, row, first.rows)
  const { socket } = request.raw
  const isGone = () => socket.destroyed
  const response = begin(asked)
  response.setTimeout(stalledMilliseconds, () => socket.destroy())
  let hasFailed = false
  async function* texts() {
    try {
      yield head
      for await (const rows of pages(first, asked.readPage, isGone)) yield* textsOf(rows, write)
    } catch (error) {
      // A client that leaves is an error here too.
      if (isGone()) return
      hasFailed = true
      logFailure(request, reply, 500, error)
      socket.resetAndDestroy()
    }
  }
  await pipeline(Readable.from(texts()), response).catch(() => {
    if (!hasFailed) logClosed(request, reply)
  })
}

async function* textsOf(rows: readonly unknown[], write: WriteRows) {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsPerText) }, (_, index) =>
    rows.slice(index * rowsPerText, (index + 1) * rowsPerText),
  )
  for await (const part of inSlices(parts)) yield write(part)
}

async function* pages(
  first: ListPage,
  readPage: ListExport['readPage'],
  isGone: () => boolean,
): AsyncGenerator<readonly unknown[]> {
  yield first.rows
  for (let { next } = first; next !== null && !isGone();) {
    const page = await inAllowance(() => readPage(searchOf(next ?? '')), isGone)
    yield page.rows
    next = page.next
  }
}

/** A page counts in the rate limit like any other, and waits where a client would be told to. */
async function inAllowance<T>(read: () => Promise<T>, isGone: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429 || isGone()) throw error
      await sleep(Number(error.headers['retry-after'] ?? 1) * 1000)
    }
  }
}
