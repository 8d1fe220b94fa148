import { createHash } from 'node:crypto'

/** What a mark is bound to: the server and what is read of it. A digest, since settings are long. */
export function markedServer(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
