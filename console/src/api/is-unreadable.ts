import type { MusterError } from 'muster-sdk'

/** Errors after which a record that is shown must go: it is gone, or no longer this person's to see. At 401 the whole page is hidden. */
const final = new Set([403, 404, 410])

/** Whether a page has no record to show. One that could not be read again for a moment stays, with its open dialogs. */
export function isUnreadable<Data>(
  data: Data | undefined,
  error: MusterError | null,
): data is undefined {
  return data === undefined || (error !== null && final.has(error.status ?? 0))
}
