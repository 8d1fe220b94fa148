import type { FastifyRequest, HTTPMethods } from 'fastify'
import type { JsonObject } from '../../contract/json.ts'
import type { Services } from '../../http/route/services.ts'
import type { ScimCaller } from './authenticate-scim.ts'
import type { Endpoint } from './present.ts'

/** One request of a SCIM client whose secret has been checked. */
export type ScimRequest = {
  services: Services
  caller: ScimCaller
  endpoint: Endpoint
  requestId: string
  /** The parameters of the query; of one that is sent twice the first counts. */
  query: URLSearchParams
  headers: FastifyRequest['headers']
  body: unknown
  /** The id in the path, or ''. */
  id: string
  /** What the list of runs calls it. */
  name: string
  /** Takes what the request costs beyond 1 from the allowance of its secret. @throws Problem 429 */
  charge: (cost: number) => void
}

/** `body` is null for an answer without one. */
export type ScimAnswer = {
  status: number
  body: JsonObject | null
  headers?: Record<string, string>
}

export type ScimRoute = {
  method: HTTPMethods
  /** Below the address of the endpoint. */
  path: string
  operation: string
  handle: (request: ScimRequest) => Promise<ScimAnswer>
}
