import type { SourceRecord } from '../file/source-record.ts'

export type UnknownState = { path: string; value: string; rows: number }

/** States without a meaning in the mapping, whose rows were refused. */
export function unknownStates(records: readonly SourceRecord[]): UnknownState[] {
  const found = new Map<string, UnknownState>()
  for (const record of records) {
    if (record.kind !== 'bad') continue
    const [, path, value] =
      /state has an unknown value at (.*?): ("(?:[^"\\]|\\.)*"|[^;]+)/.exec(record.reason) ?? []
    if (path === undefined || value === undefined) continue
    const known = found.get(`${path} ${value}`) ?? {
      path,
      value: value.replaceAll(/^"|"$/g, ''),
      rows: 0,
    }
    found.set(`${path} ${value}`, { ...known, rows: known.rows + 1 })
  }
  return [...found.values()].slice(0, 50)
}
