import type { PoolClient, QueryResult } from 'pg'
import type { Database } from '../src/database/database.ts'

/** A statement with the columns that it answered with. */
export type Statement = { text: string; columns: string[] }

/** Reports every statement that a database has answered; the sender continues after `act` is done. */
export function afterEachStatement(
  { pool }: Pick<Database, 'pool'>,
  act: (statement: Statement) => Promise<void>,
): void {
  const watched = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    // The overloads of Client.query can't be restated; the arguments pass through unchanged.
    // oxlint-disable-next-line typescript/no-explicit-any
    const query: (...sent: any[]) => Promise<QueryResult | undefined> = client.query.bind(client)
    Reflect.set(client, 'query', async (...sent: unknown[]) => {
      const result = await query(...sent)
      if (typeof sent[0] === 'string')
        await act({ text: sent[0], columns: result?.fields?.map(({ name }) => name) ?? [] })
      return result
    })
  })
}
