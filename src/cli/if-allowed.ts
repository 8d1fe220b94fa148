import { MusterError } from '../../sdk/src/index.ts'

/** What is read, or undefined where the caller may not see it: who may do something may not be allowed to see all that it did. */
export async function ifAllowed<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MusterError && error.status === 403) return undefined
    throw error
  }
}
