import { PostgresDialect, Transaction, type ConnectionProvider } from 'kysely'
import { errorCode } from './failure.ts'

const inFailedTransaction = '25P02'

/**
 * The same transaction without waiting between statements: each is sent when it is asked for, and PostgreSQL runs them
 * in that order, each after the one before. What is asked for in one go (Promise.all) takes one turn between the two
 * processes. Where a statement fails, whoever asked for those behind it is told of that failure, not of theirs.
 */
export async function pipelined<Tables>(serial: Transaction<Tables>): Promise<Transaction<Tables>> {
  const executor = serial.getExecutor()
  const connection = await executor.provideConnection(async (own) => own)
  let failure: unknown
  const provideConnection: ConnectionProvider['provideConnection'] = async (use) => {
    try {
      return await use(connection)
    } catch (error) {
      failure = errorCode(error) === inFailedTransaction ? failure : error
      throw failure
    }
  }
  return new Transaction<Tables>({
    ...neverUsed,
    executor: executor.withConnectionProvider({ provideConnection }),
  })
}

/** What Kysely would begin another transaction with. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('one has begun')) })
const neverUsed = { config: { dialect }, dialect, driver: dialect.createDriver() }
