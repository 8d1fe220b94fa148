import { Client, DatabaseError } from 'pg'
import type { serverRole } from '../session.ts'

/** How to reach the server: `host` is the directory of its Unix socket. `postgres` is its administrator. */
export type SocketConnection = {
  host: string
  port: number
  user: 'postgres' | typeof serverRole
  database: 'postgres'
}

/** Opens one connection. The caller ends it; a connection that the server closes raises nothing but its `end` event. */
export async function connect(to: SocketConnection, applicationName: string): Promise<Client> {
  const client = new Client({
    ...to,
    application_name: applicationName,
    ssl: false,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * What a failed connection says about the server: `busy` where it is coming up or going down and says so, `silent` where
 * nothing answers. Throws the error again where it is another.
 */
export function unavailability(error: unknown): 'busy' | 'silent' {
  if (!(error instanceof DatabaseError)) return 'silent'
  // Class 57P: starting up, shutting down, in recovery, broken off by an administrator or a crash.
  if (error.code?.startsWith('57P') === true) return 'busy'
  throw error
}
