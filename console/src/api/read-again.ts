import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads again everything that is shown. A first answer that is still on its way may be from before a change, and
 * invalidateQueries would wait for it and take it as new, so it is given up.
 */
export async function readAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries({ predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries()
}
