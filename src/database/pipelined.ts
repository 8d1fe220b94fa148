import {
  PostgresDialect,
  Transaction,
  type ConnectionProvider,
  type DatabaseConnection,
} from 'kysely'
import { errorCode } from './failure.ts'

const inFailedTransaction = '25P02'

/**
 * Runs work in the same transaction without waiting between statements: each is sent when it is requested, and
 * PostgreSQL runs them in that order. Statements that are requested together (Promise.all) take one round trip.
 * When one fails, the later ones fail with its error, not with theirs. After the work has ended or failed nothing
 * more is sent: it would arrive after the end of the transaction.
 */
export async function pipelined<Tables, T>(
  serial: Transaction<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const executor = serial.getExecutor()
  const own = await executor.provideConnection(async (connection) => connection)
  let failure: unknown
  let isOver = false
  const sending = (): DatabaseConnection => {
    if (isOver) throw new Error('the work in this transaction is over')
    return own
  }
  const connection: DatabaseConnection = {
    executeQuery: async (query) => sending().executeQuery(query),
    streamQuery: (query, size) => sending().streamQuery(query, size),
  }
  const provideConnection: ConnectionProvider['provideConnection'] = async (use) => {
    try {
      return await use(connection)
    } catch (error) {
      failure = errorCode(error) === inFailedTransaction ? failure : error
      throw failure
    }
  }
  const tx = new Transaction<Tables>({
    ...neverUsed,
    executor: executor.withConnectionProvider({ provideConnection }),
  })
  try {
    return await work(tx)
  } finally {
    isOver = true
  }
}

/** The dialect with which Kysely would begin another transaction. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('one has begun')) })
const neverUsed = { config: { dialect }, dialect, driver: dialect.createDriver() }
