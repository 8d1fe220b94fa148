import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Problem } from './problem.ts'
import type { Services } from './services.ts'

/** What a load balancer asks: whether the process lives, and whether it can serve. No token, no detail. */
export async function registerSystemRoutes(server: FastifyInstance, services: Services): Promise<void> {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async () => {
    await requireSchema(services)
    return { status: 'ok' }
  })
}

async function requireSchema(services: Services): Promise<void> {
  try {
    await sql`select 1 from audit_log limit 1`.execute(services.database.read)
  } catch {
    throw new Problem(503, 'The database cannot be reached or its schema is not there yet.', { headers: { 'retry-after': '1' } })
  }
}
