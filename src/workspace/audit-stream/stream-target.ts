import type { AuditLogJson } from '../audit-log/schema.ts'

/** Where rows are written. */
export type StreamTarget = {
  /** In this order. Rejects if it can't be said that they were written. */
  write(rows: readonly AuditLogJson[]): Promise<void>
  /** Resolves once the other side has taken what was written. If it rejects, all since the last time is written again. */
  settle(): Promise<void>
  /** How many rows, and for how long, are written before they are settled: those that may be written twice. */
  unsettled: { rows: number; milliseconds: number }
  close(): Promise<void>
}
