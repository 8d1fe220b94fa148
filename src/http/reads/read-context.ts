import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { may, type On } from '../../access/rights.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Reader } from '../../database/database.ts'
import type { RequestInstant } from '../../database/due.ts'
import { requirePermission } from '../callers/authorise.ts'
import { noCredential } from '../refusals/problem.ts'
import { formatEtag, formatUnsettledEtag } from '../route/etag.ts'
import type { ReadContext } from '../route/route.ts'
import type { Services } from '../route/services.ts'

/** What a handler has done through its context. */
export type ReadState = { asked: boolean; etag: string | undefined }

/** What a read works with. */
type Reading = RequestInstant & {
  isHeavy: boolean
  operation: string
  caller: Caller | undefined
  params: Record<string, string>
  query: unknown
  db: Reader
  /** The path and query, as they were sent or for a page of an export. */
  url: string
}

/** The context of a read, and what its handler set through it. */
export function readContext(
  services: Services,
  request: FastifyRequest,
  { operation, caller, now, isSettled, isHeavy, params, query, db, url }: Reading,
) {
  const state: ReadState = { asked: false, etag: undefined }
  const context: ReadContext = {
    params,
    query,
    get caller() {
      if (caller === undefined) throw noCredential()
      return caller
    },
    db,
    now,
    isSettled,
    isHeavy,
    services,
    operation,
    requestId: request.id,
    requestUrl: url,
    ask: async (permission: Permission, on?: On) => {
      requirePermission(context.caller, permission, on)
      state.asked = true
    },
    may: (permission, on) => may(context.caller, permission, on),
    etag: (version, representation = '0') => {
      state.etag = isSettled ? formatEtag(version, representation) : formatUnsettledEtag(version)
    },
  }
  return { context, state }
}
