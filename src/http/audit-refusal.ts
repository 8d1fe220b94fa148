import type { FastifyRequest } from 'fastify'
import { pathOf } from './params.ts'
import { Problem } from './problem.ts'
import type { Services } from './services.ts'
import { actorOf, type Arrival } from './write-context.ts'

/** Records a refused write for the audit log. Rethrows the error. */
export async function auditRefusal(
  { refusedWrites }: Services,
  {
    operation,
    request,
    arrival,
  }: { operation: string; request: FastifyRequest; arrival: Arrival | undefined },
  error: unknown,
): Promise<never> {
  if (error instanceof Problem && error.status === 403 && arrival !== undefined) {
    const { caller } = arrival
    const write = {
      actor: actorOf(caller, request),
      credential: { kind: caller.credential.type, id: caller.credential.id },
      operation,
      path: pathOf(request).slice(0, 500),
    }
    // The count stays in memory, and is stored with the next one.
    await refusedWrites.note(write).catch((failure: unknown) => {
      request.log.warn({ requestId: request.id, err: failure }, 'a refused write is not stored yet')
    })
  }
  throw error
}
