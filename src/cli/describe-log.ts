import { localTime, titledTable } from './output.ts'

/** A row of the audit log; the parts that are printed. */
export type Log = {
  at: string
  event: string
  actor: { type: string; id: string | null }
  record: { id: string } | null
  changes: Record<string, { old: unknown; new: unknown }>
}

/** Rows of the audit log for a terminal, the change last, because it may be long. */
export function describeLogs(logs: readonly Log[]): string {
  if (logs.length === 0) return 'The audit log has no such rows.'
  return titledTable(
    ['WHEN', 'EVENT', 'BY', 'RECORD', 'CHANGE'],
    logs.map(({ at, event, actor, record, changes }) => [
      localTime(at),
      event,
      actor.id ?? actor.type,
      record?.id ?? '–',
      Object.entries(changes)
        .map(([key, change]) => `${key}: ${shown(change.old)} → ${shown(change.new)}`)
        .join(', '),
    ]),
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
