import type { Column } from '../../parts/columns.ts'
import type { Log } from './describe-log.ts'
import { text } from './text.ts'

const { columns: names } = text

/** The columns of the log as a file: everything of a row, with the changes as JSON. */
export const logColumns: readonly Column<Log>[] = [
  column('at', names.at, ({ at }) => at),
  column('event', names.event, ({ event }) => event),
  column('actor', names.actor, ({ actor }) => actor.id ?? actor.type),
  column('via', names.via, ({ actor }) => actor.via),
  column('record', names.record, ({ record }) => record.id),
  column('parent', names.parent, ({ parent }) => parent?.id ?? ''),
  column('related', names.related, ({ related }) => related?.id ?? ''),
  column('subject', names.subject, ({ subject_id }) => subject_id ?? ''),
  column('request', names.request, ({ request_id }) => request_id ?? ''),
  column('changes', names.changes, ({ changes }) => JSON.stringify(changes)),
]

function column(id: string, header: string, read: (log: Log) => string): Column<Log> {
  return { id, header, min: 100, text: read, cell: read }
}
