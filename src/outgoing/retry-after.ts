/** How long a `Retry-After` asks to wait from `now`, in milliseconds, by its seconds or its date; null without one, or if it is neither. */
export function retryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : date - now
}
