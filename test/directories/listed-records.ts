import type { ChangeMark } from '../../src/connectors/ldap/change-mark.ts'
import type {
  BadRow,
  SourceAccount,
  SourceGroup,
  SourceRecord,
} from '../../src/connectors/file/source-record.ts'

/** What a reading found. */
export type ReadDirectory = {
  /** By handle. */
  people: ReadonlyMap<string, SourceAccount>
  groups: readonly SourceGroup[]
  /** The handles of the people in each group, by its name. */
  members: Readonly<Record<string, readonly string[]>>
  bad: readonly BadRow[]
  notes: readonly string[]
  unfinished: string | null
  mark: ChangeMark | null
}

export function listRecords(
  records: readonly SourceRecord[],
): Omit<ReadDirectory, 'unfinished' | 'mark'> {
  const accounts = records.filter((record) => record.kind === 'account')
  const groups = records.filter((record) => record.kind === 'group')
  const memberships = records.filter((record) => record.kind === 'membership')
  const handles = new Map(accounts.map(({ vendorId, handle }) => [vendorId, handle ?? '']))
  const membersOf = (id: string) =>
    memberships
      .filter(({ groupVendorId }) => groupVendorId === id)
      .map(({ accountVendorId }) => handles.get(accountVendorId ?? '') ?? 'unknown')
      .toSorted()
  return {
    people: new Map(accounts.map((account) => [account.handle ?? '', account])),
    groups,
    members: Object.fromEntries(groups.map(({ name, vendorId }) => [name, membersOf(vendorId)])),
    bad: records.filter((record) => record.kind === 'bad'),
    notes: [...accounts, ...groups].flatMap(({ notes }) => notes),
  }
}
