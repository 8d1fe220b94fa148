import type { SourceRecord } from '../file/source-record.ts'

export type UnknownState = { path: string; value: string; rows: number }

const unknownValue = /state has an unknown value at (.*?): ("(?:[^"\\]|\\.)*"|[^;]+)/g

/** States without a meaning in the mapping, whose rows were refused. */
export function unknownStates(records: readonly SourceRecord[]): UnknownState[] {
  const found = new Map<string, UnknownState>()
  for (const record of records) {
    if (record.kind !== 'bad') continue
    for (const [, path = '', shown = ''] of record.reason.matchAll(unknownValue)) {
      const value = shown.replaceAll(/^"|"$/g, '')
      const key = `${path} ${shown}`
      found.set(key, { path, value, rows: (found.get(key)?.rows ?? 0) + 1 })
    }
  }
  return [...found.values()].slice(0, 50)
}
