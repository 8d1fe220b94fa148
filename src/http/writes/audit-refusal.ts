import type { FastifyRequest } from 'fastify'
import { pathOf } from '../route/params.ts'
import { Problem } from '../refusals/problem.ts'
import type { RefusedWrite } from '../limits/refused-writes.ts'
import type { Services } from '../route/services.ts'
import { actorOf, type Arrival } from './write-context.ts'

/** Records a refused write for the audit log. Rethrows the error. */
export async function auditRefusal(
  services: Services,
  {
    operation,
    request,
    arrival,
  }: { operation: string; request: FastifyRequest; arrival: Arrival | undefined },
  error: unknown,
): Promise<never> {
  if (error instanceof Problem && error.status === 403 && arrival !== undefined) {
    const { caller } = arrival
    const { type: kind, id } = caller.credential
    const credential = { kind, id }
    await noteRefusal(services, request, {
      actor: actorOf(caller, request),
      credential,
      operation,
    })
  }
  throw error
}

/** The count stays in memory where it can't be stored, and is stored with the next one. */
export async function noteRefusal(
  { refusedWrites }: Services,
  request: FastifyRequest,
  write: Omit<RefusedWrite, 'path'>,
): Promise<void> {
  const path = pathOf(request).slice(0, 500)
  await refusedWrites.note({ ...write, path }).catch((failure: unknown) => {
    request.log.warn({ requestId: request.id, err: failure }, 'a refused write is not stored yet')
  })
}
