import type { Database, TransactionContext, TransactionOptions } from './database.ts'

class Undo<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('what was done is only looked at')
    this.result = result
  }
}

/** Runs `work` in a transaction that is always rolled back, and returns its result. */
export async function undone<T>(
  database: Pick<Database, 'transaction'>,
  work: (context: TransactionContext) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  let undo: Undo<T> | undefined
  try {
    return await database.transaction(async (context) => {
      undo = new Undo(await work(context))
      throw undo
    }, options)
  } catch (error) {
    if (undo !== undefined && error === undo) return undo.result
    throw error
  }
}
