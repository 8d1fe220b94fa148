import { readFile } from 'node:fs/promises'

/** The first three kinds of reasons for refused rows, with how many rows each has. */
export async function readReasons(reportPath: string): Promise<string[]> {
  const text = await readFile(reportPath, 'utf8').catch(() => '')
  const reasons = new Map<string, { first: string; rows: number }>()
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const { kind, reason }: Record<string, unknown> = JSON.parse(line)
    if (kind !== 'rejected' || typeof reason !== 'string') continue
    // The value at fault differs from row to row.
    const group = reason.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    const known = reasons.get(group) ?? { first: reason, rows: 0 }
    reasons.set(group, { ...known, rows: known.rows + 1 })
  }
  return [...reasons.values()].slice(0, 3).map(({ first, rows }) => `${rows} rows: ${first}`)
}
