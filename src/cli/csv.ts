/** What a cell can be. */
export type Value = string | number | boolean | null | undefined | readonly string[]

/** Rows as CSV (RFC 4180, lines ended by LF). A text that a spreadsheet would take for a formula gets an apostrophe. */
export function csv(rows: readonly (readonly Value[])[]): string {
  return rows.map((row) => row.map(cellOf).join(',')).join('\n')
}

function cellOf(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : value.join(' ')
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
