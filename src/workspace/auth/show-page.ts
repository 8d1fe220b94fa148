import type { FastifyReply, FastifyRequest } from 'fastify'
import { uncachedHeaders } from '../../http/route/request-id.ts'
import { signInPolicy } from './sign-in-page.ts'

export function showPage(
  request: Pick<FastifyRequest, 'id'>,
  reply: FastifyReply,
  status: number,
  page: string,
): FastifyReply {
  return reply
    .code(status)
    .headers(pageHeaders(request))
    .header('content-security-policy', signInPolicy)
    .type('text/html; charset=utf-8')
    .send(page)
}

/**
 * The address has a secret: it stays out of caches and of the Referer of other requests, but the policy must let the
 * Origin be sent.
 */
export function pageHeaders({ id }: Pick<FastifyRequest, 'id'>): Record<string, string> {
  return { ...uncachedHeaders(id), 'referrer-policy': 'strict-origin' }
}
