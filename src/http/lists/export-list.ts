import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { record } from '../../audit/record.ts'
import type { Semaphore } from '../../database/semaphore.ts'
import { codingFor, compressStream } from '../bodies/compression.ts'
import { maximumPageSize } from './page.ts'
import { rowWriter, type ExportType } from './list-formats.ts'
import { pathOf, searchOf } from '../route/params.ts'
import { badRequest, Problem } from '../refusals/problem.ts'
import { logClosed, logFailure } from '../route/request-log.ts'
import type { AnyReadRoute } from '../route/route.ts'
import type { Services } from '../route/services.ts'
import { uncachedHeaders } from '../route/request-id.ts'
import { textsOf } from './row-texts.ts'
import { listVary, staleHeaders } from './stale.ts'
import { actorOf } from '../writes/write-context.ts'

/** Rows with included records are long. */
const pageSizeWithInclude = 50
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
  /** Of the caller's exports, one reads a page or makes a text at a time. */
  turns: Semaphore
  readPage: (search: string) => Promise<ListPage>
}

/** The query of the first page of an export, which has all rows: 400 for a page, and for what is no part of a row. */
function exportSearch(search: string, route: AnyReadRoute): string {
  const { query, besideRows = [], largestPage = maximumPageSize } = route
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
  const size = parameters.has('include') ? pageSizeWithInclude : largestPage
  parameters.set('page[size]', String(size))
  return parameters.toString()
}

/**
 * Answers with all rows of a list. They are read page by page as the client takes them, and each page is authorised. What fails
 * before the first page is answered as usual. Later, the connection is reset, so that no client takes a part for the whole.
 */
export async function exportList(asked: ListExport): Promise<FastifyReply> {
  const { route, request, reply, turns, readPage } = asked
  const search = exportSearch(searchOf(request.url), route)
  const first = await turns.run(() => readPage(search))
  if (request.method === 'HEAD') {
    begin(asked).end()
    return reply
  }
  await recordExport(asked, first.caller)
  await stream(asked, first)
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

function begin({ services, request, reply, type, route }: ListExport) {
  const coding = codingFor(request.headers)
  reply.hijack()
  return reply.raw.writeHead(200, {
    ...uncachedHeaders(request.id),
    'content-type': `${type}; charset=utf-8`,
    ...(type === 'text/csv' && {
      'content-disposition': `attachment; filename="${nameOf(route)}.csv"`,
    }),
    ...staleHeaders(services, request),
    vary: listVary,
    ...(coding !== undefined && { 'content-encoding': coding }),
  })
}

/** `/directory/users` is `directory-users`, and `/policy/rulesets/:ruleset/rules` `rulesets-rules`. */
function nameOf({ url }: AnyReadRoute): string {
  return url
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .slice(-2)
    .join('-')
}

async function stream(asked: ListExport, first: ListPage): Promise<void> {
  const { request, reply, type, row, turns } = asked
  const { head, write } = rowWriter(type, row, first.rows)
  const { socket } = request.raw
  const isGone = () => socket.destroyed
  const coding = codingFor(request.headers)
  const response = begin(asked)
  const compressor = coding && compressStream(coding)
  response.setTimeout(stalledMilliseconds, () => socket.destroy())
  let hasFailed = false
  async function* texts() {
    try {
      yield head
      for await (const rows of pages(first, asked, isGone)) {
        yield* textsOf(rows, write, turns)
        // A client that reads slowly, or pages that take long, must not wait for a full block.
        compressor?.flush()
      }
    } catch (error) {
      // A client that leaves is an error here too.
      if (isGone()) return
      hasFailed = true
      logFailure(request, reply, 500, error)
      socket.resetAndDestroy()
    }
  }
  const source = Readable.from(texts())
  const sent = compressor ? pipeline(source, compressor, response) : pipeline(source, response)
  await sent.catch(() => {
    if (!hasFailed) logClosed(request, reply)
  })
}

async function* pages(
  first: ListPage,
  { turns, readPage }: ListExport,
  isGone: () => boolean,
): AsyncGenerator<readonly unknown[]> {
  yield first.rows
  for (let { next } = first; next !== null && !isGone();) {
    const search = searchOf(next)
    const page = await inAllowance(() => turns.run(() => readPage(search)), isGone)
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
