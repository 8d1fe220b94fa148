import type { JsonObject } from '../../contract/json.ts'
import type { SourceRecord } from '../file/source-record.ts'
import type { ReadState } from '../records/record-source.ts'
import { confirmMissing } from './confirm-missing.ts'
import type { PulledRecords, PullOptions, PullTools, Reading, SyncMark } from './connector.ts'
import type { KnownRecords } from './known-records.ts'
import { numbered } from './numbered.ts'
import { pullGroups } from './pull-groups.ts'
import { accountReader } from './read-accounts.ts'
import { sampleVendor } from './source-sample.ts'
import type { Pull, Vendor } from './vendor.ts'

/** How a connector reads what `open` opens. */
export function pulledFrom<S>(open: (settings: S, tools: PullTools) => Vendor): Reading<S> {
  return {
    read: (settings, tools) => pullRecords(() => open(settings, tools), tools),
    sample: async (settings, tools) => sampleVendor(open(settings, tools)),
    accounts: accountReader,
  }
}

/** People, then groups with their members. `open` is called when the first record is read. */
function pullRecords(
  open: () => Vendor | Promise<Vendor>,
  { since, ...tools }: Pick<PullOptions, 'mapping' | 'known' | 'since' | 'calendar'>,
): PulledRecords {
  const state: ReadState = { bytesRead: 0, shape: null, unfinished: null }
  let mark: SyncMark | null = null
  async function* read(): AsyncGenerator<SourceRecord> {
    const vendor = await open()
    try {
      state.shape = 'accounts'
      state.listsTypes = vendor.groupTypes
      const from = since !== null && vendor.continues(since) ? since : null
      state.listsAccounts = from === null
      const onRepeat = () => {
        state.repeats = true
      }
      yield* pullPeople({ ...tools, vendor, since: from, onRepeat })
      yield* pullGroups({ ...tools, vendor, since: from })
      mark = (await isAnyKnown(tools.known, vendor.gone?.())) ? null : vendor.mark()
    } finally {
      vendor.close()
    }
  }
  return { records: numbered(read()), state, mark: () => mark }
}

async function isAnyKnown(
  known: KnownRecords,
  ids: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  if (ids.size === 0) return false
  for await (const slice of known.accounts()) if (slice.some((id) => ids.has(id))) return true
  return false
}

/** So many are asked for one by one. */
const fewPeople = 1000

async function* pullPeople(pull: Pull & { onRepeat: () => void }): AsyncGenerator<SourceRecord> {
  const { vendor, mapping, since } = pull
  const seen = new Set<string>()
  const read = accountReader(mapping.account, pull.calendar)
  const take = (row: JsonObject, id: string): SourceRecord => read(row, id)
  for await (const row of vendor.people(since)) {
    const id = vendor.personId(row)
    if (id === undefined) yield { kind: 'bad', line: 1, reason: 'an account without an id' }
    else {
      if (seen.has(id)) pull.onRepeat()
      seen.add(id)
      yield take(row, id)
    }
  }
  if (since !== null) return
  const missing = await missingOf(pull.known.accounts(), seen)
  const found = confirmMissing({
    name: 'The list of accounts',
    missing,
    seen,
    read: () => vendor.people(null),
    idOf: vendor.personId,
    find: vendor.person,
    fewAtMost: fewPeople,
  })
  for await (const row of found) yield take(row, vendor.personId(row) ?? '')
}

async function missingOf(
  slices: AsyncIterable<readonly string[]>,
  seen: ReadonlySet<string>,
): Promise<string[]> {
  const missing: string[] = []
  for await (const slice of slices) missing.push(...slice.filter((id) => !seen.has(id)))
  return missing
}
