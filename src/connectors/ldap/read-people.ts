import type { Calendar } from '../../contract/days.ts'
import type { JsonObject } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import type { AccountMapping, Mapping } from '../file/mapping.ts'
import { createAccountReader } from '../file/read-account.ts'
import type { BadRow, LeftOutRow, SourceAccount } from '../file/source-record.ts'
import { asRow } from '../pull/read-accounts.ts'
import type { MarkKeeper } from './change-mark.ts'
import type { DirectoryReading } from './directory-reading.ts'
import { dnKey } from './dn.ts'
import { stableId } from './flavour.ts'
import { personAttributes, personRecord } from './person-record.ts'

type RecordOptions = {
  keeper: MarkKeeper
  idOf: (dn: string) => Promise<string | undefined>
}

/** The people of a directory, each once. */
export async function* readPeople(
  reading: DirectoryReading,
  {
    mapping,
    calendar,
    ...options
  }: RecordOptions & { mapping: Mapping; calendar: Calendar | undefined },
): AsyncGenerator<SourceAccount | BadRow | LeftOutRow> {
  const read = directoryAccounts(mapping.account, calendar)
  for await (const { dn, record } of personRecords(reading, options))
    yield record['id'] === undefined
      ? { kind: 'bad', line: 1, reason: explainNoId(dn, reading.dialect.id) }
      : read(record, dn)
}

/** The entries of people, each once. */
export async function* personRecords(
  reading: DirectoryReading,
  { keeper, idOf }: RecordOptions,
): AsyncGenerator<{ dn: string; record: JsonObject }> {
  const { session, people: scope, dialect, attributes: wanted } = reading
  const attributes = personAttributes(reading)
  const seen = new Set<string>()
  for (const base of scope.bases) {
    for await (const page of session.pages({ ...scope, base, attributes })) {
      for (const entry of page) {
        const key = dnKey(entry.dn)
        // Bases may overlap, and an entry may move between two pages.
        if (seen.has(key)) continue
        seen.add(key)
        keeper.note(entry)
        const record = await personRecord(entry, { dialect, attributes: wanted, idOf })
        yield { dn: entry.dn, record }
      }
    }
  }
}

/** An address that is none is left out with a remark: a row that is refused would keep everyone who has left. */
export function directoryAccounts(mapping: AccountMapping, days: Partial<Calendar> = {}) {
  const read = createAccountReader(days)
  return (record: JsonObject, dn: string): SourceAccount | BadRow | LeftOutRow => {
    const found = read(asRow(record), mapping)
    if (found.kind !== 'bad') return found
    const { mail: _mail, ...rest } = record
    const again = 'mail' in record ? read(asRow(rest), mapping) : found
    if (again.kind === 'bad') return { ...found, reason: `${clip(dn)}: ${found.reason}` }
    if (again.kind === 'left_out') return again
    return { ...again, notes: [...again.notes, `${clip(dn)}: ${found.reason}; it was left out`] }
  }
}

/** Asks the directory for each manager once. */
export function idLookUp({
  session,
  dialect,
}: DirectoryReading): (dn: string) => Promise<string | undefined> {
  const known = new Map<string, string | undefined>()
  return async (dn) => {
    const key = dnKey(dn)
    if (!known.has(key)) {
      const entry = await session.read(dn, [dialect.id])
      known.set(key, entry === null ? undefined : stableId(entry, dialect))
    }
    return known.get(key)
  }
}

/** Why an entry without its stable id can't be taken. */
export function explainNoId(dn: string, attribute: string): string {
  return `${clip(dn)}: it has no ${attribute}, by which Muster knows an entry again. Let the bind DN read that attribute.`
}
