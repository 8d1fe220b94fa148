import {
  PostgresDialect,
  Transaction,
  type ConnectionProvider,
  type DatabaseConnection,
} from 'kysely'
import { errorCode } from './failure.ts'

const inFailedTransaction = '25P02'

/**
 * Does work in the same transaction without waiting between statements: each is sent when it is asked for, and PostgreSQL
 * runs them in that order, each after the one before. What is asked for in one go (Promise.all) takes one turn between the
 * two processes. Where a statement fails, whoever asked for those behind it is told of that failure, not of theirs.
 * Once the work is done, or has failed, nothing is sent any more: it would come behind the end of the transaction.
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

/** What Kysely would begin another transaction with. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('one has begun')) })
const neverUsed = { config: { dialect }, dialect, driver: dialect.createDriver() }
