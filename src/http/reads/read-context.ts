import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { countedLater, may, type On } from '../../access/rights.ts'
import type { Permission } from '../../contract/permissions.ts'
import { requirePermission } from '../callers/authorise.ts'
import { noCredential } from '../refusals/problem.ts'
import { formatEtag, formatUnsettledEtag } from '../route/etag.ts'
import { whileAsked } from '../route/while-asked.ts'
import type { ReadContext } from '../route/route.ts'
import type { Services } from '../route/services.ts'

/** What a handler has done through its context. */
export type ReadState = { asked: boolean; etag: string | undefined; countUses: () => void }

/** What of the context is known before it is made. */
type ReadFacts = Omit<
  ReadContext,
  'caller' | 'services' | 'requestId' | 'ask' | 'may' | 'whileAsked' | 'etag'
>

type Asked = { services: Services; request: FastifyRequest; caller: Caller | undefined }

/** The context of a read, and what its handler set through it. */
export function readContext({ services, request, caller: found }: Asked, facts: ReadFacts) {
  const counted = found && countedLater(found)
  const state: ReadState = {
    asked: false,
    etag: undefined,
    countUses: () => counted?.count(),
  }
  const context: ReadContext = {
    ...facts,
    services,
    requestId: request.id,
    get caller() {
      if (counted === undefined) throw noCredential()
      return counted.caller
    },
    ask: async (permission: Permission, on?: On) => {
      requirePermission(context.caller, permission, on)
      state.asked = true
    },
    may: (permission, on) => may(context.caller, permission, on),
    whileAsked: (work) => whileAsked(request.raw, work),
    etag: (version, representation = '0') => {
      state.etag = facts.isSettled
        ? formatEtag(version, representation)
        : formatUnsettledEtag(version)
    },
  }
  return { context, state }
}
