import type { LogEvent } from 'kysely'
import { currentTracer } from '../tracing/trace.ts'
import { errorCode } from './failure.ts'

/** Makes a span of each statement, as an option of Kysely; nothing where no traces are asked for. */
export function statementSpans(): { log?: (event: LogEvent) => void } {
  const tracer = currentTracer()
  if (tracer === undefined) return {}
  return {
    log: (event) => {
      const facts = { 'db.system.name': 'postgresql' }
      const failure =
        event.level === 'error' ? { 'error.type': errorCode(event.error) ?? 'unknown' } : {}
      const name = statementName(event.query.sql)
      tracer.note(name, { ...facts, ...failure }, event.queryDurationMillis)
    },
  }
}

/** The first word of a statement and the first table that it names: no text, and no values. */
function statementName(text: string): string {
  const [verb = 'statement'] = /[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)/.exec(text) ?? []
  return table === undefined ? verb : `${verb} ${table}`
}
