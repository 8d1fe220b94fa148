import type { TestServer } from './harness.ts'

type Row = {
  id: string
  event: string
  record: { id: string }
  changes: Record<string, { old: unknown; new: unknown }>
}

/** A record as an audit log describes it: the last `new` of each key. */
export type LoggedRecord = Record<string, unknown>

/**
 * Reads the whole log, oldest first, as the API sorts it. `breaks` lists the changes whose `old` is not the `new` of the
 * row before it; after a `create` row, a key that is new has no `old`.
 */
export async function readChains(
  server: TestServer,
  token: string,
): Promise<{ breaks: string[]; records: Map<string, LoggedRecord> }> {
  const breaks: string[] = []
  const records = new Map<string, LoggedRecord>()
  for (const { event, record, changes } of await readLog(server, token)) {
    const logged = records.get(record.id)
    const isCreation = logged === undefined && /\.(create|issue)$/.test(event)
    const known: LoggedRecord = logged ?? (isCreation ? { '': 'created' } : {})
    records.set(record.id, known)
    for (const [key, change] of Object.entries(changes)) {
      const before = known[key] ?? ('' in known ? null : undefined)
      if (before !== undefined && !isSame(before, change.old))
        breaks.push(`${event} ${record.id} ${key}: ${show(change.old)} after ${show(before)}`)
      known[key] = change.new
    }
  }
  return { breaks, records }
}

async function readLog(server: TestServer, token: string): Promise<Row[]> {
  const rows: Row[] = []
  let path: string | undefined = '/audit/logs?sort=at&page[size]=500'
  while (path !== undefined) {
    const { body } = await server.get(path, token)
    rows.push(...body.data)
    path = body.links.next?.split('/api/v1')[1]
  }
  return rows
}

/** What a name is without: no value, or an empty one. */
const isSame = (a: unknown, b: unknown) => show(a ?? '') === show(b ?? '')
const show = (value: unknown) => JSON.stringify(value)
