import type { FastifyRequest } from 'fastify'
import { record } from '../audit/record.ts'
import { pathOf } from './params.ts'
import { Problem } from './problem.ts'
import type { Services } from './services.ts'
import { actorOf, type Arrival } from './write-context.ts'

/** Leaves a row of a write that was refused: who tried what. Throws the error, which goes on to the caller. */
export async function auditRefusal(
  { database }: Services,
  {
    operation,
    request,
    arrival,
  }: { operation: string; request: FastifyRequest; arrival: Arrival | undefined },
  error: unknown,
): Promise<never> {
  if (error instanceof Problem && error.status === 403 && arrival !== undefined) {
    const { caller } = arrival
    await database.transaction(({ tx }) =>
      record(tx, actorOf(caller, request), [
        {
          event: 'access.write.refuse',
          record: { kind: caller.credential.type, id: caller.credential.id },
          changes: {
            operation: { old: null, new: operation },
            path: { old: null, new: pathOf(request).slice(0, 500) },
          },
        },
      ]),
    )
  }
  throw error
}
