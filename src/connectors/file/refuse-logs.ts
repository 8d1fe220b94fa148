import { isObject, type JsonValue } from '../../contract/json.ts'
import { UnreadableExport } from './unreadable-export.ts'

const whats = new Set([
  'action',
  'activitydisplayname',
  'correlationid',
  'displaymessage',
  'event',
  'eventdescription',
  'eventid',
  'eventname',
  'eventtype',
  'operation',
  'operationname',
  'requestid',
])
const whens = new Set([
  'activitydatetime',
  'createdat',
  'creationtime',
  'date',
  'datetime',
  'dateutc',
  'eventdate',
  'eventtime',
  'published',
  'time',
  'timestamp',
  'timeutc',
  'ts',
])
const whos =
  /^(?:actor.*|user|username|userid|userprincipalname|email|ipaddress|clientip(?:address)?|initiatedby|caller)$/

/** Throws UnreadableExport for an event log, in which each person appears many times. */
export function refuseLogs(record: JsonValue): void {
  if (!isObject(record)) return
  const keys = Object.keys(record)
  const what = keys.find((key) => whats.has(plain(key)))
  const when = keys.find((key) => whens.has(plain(key)))
  const isMessage = record['type'] === 'message' && when !== undefined && 'text' in record
  const isEvent =
    what !== undefined && when !== undefined && keys.some((key) => whos.test(plain(key)))
  if (!isEvent && !isMessage) return
  const marks = isMessage ? `text, ${when}` : `${what}, ${when}`
  throw new UnreadableExport(
    `This is a log of events or messages (it has ${marks}), not a list of people. Export the users themselves. If each row is a person all the same, use --shape accounts.`,
  )
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/\([^()]*\)|[^a-z]/g, '')
}
