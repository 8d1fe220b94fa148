import type { Calendar } from '../../contract/days.ts'
import type { JsonObject } from '../../contract/json.ts'
import { collectColumns } from '../file/bind-columns.ts'
import type { Mapping } from '../file/mapping.ts'
import { createGroupReader } from '../file/read-group.ts'
import type { SourceAccount } from '../file/source-record.ts'
import { unknownIn, type UnknownState } from '../file/counted-states.ts'
import { valueAt } from '../file/value-path.ts'
import { somePeople } from '../probe/summarise-records.ts'
import { asRow, type AccountReader } from '../pull/read-accounts.ts'
import type { SourceSample } from '../pull/connector.ts'

/** Some people and the names of some groups, as a sync would read them. */
export type SourcePreview = {
  product: string | null
  /** Entries of people that were looked at. */
  rows: number
  people: readonly SourceAccount[]
  leftOut: readonly string[]
  groups: readonly string[]
  /** Where the entries have values. */
  columns: readonly string[]
  unknownStates: readonly UnknownState[]
}

/** What a mapping makes of a sample. */
export function readSample(
  { product, people, leftOut, groups }: SourceSample,
  {
    mapping,
    accounts,
    calendar,
  }: { mapping: Mapping; accounts: AccountReader; calendar: Calendar },
): SourcePreview {
  const read = accounts(mapping.account, calendar)
  const records = people.map(({ name, record }) => read(record, name))
  const others = records.flatMap((each) => (each.kind === 'account' ? [] : [each.reason]))
  return {
    product,
    rows: people.length + leftOut.length,
    people: somePeople(records.filter((each) => each.kind === 'account')),
    leftOut: [...leftOut, ...others],
    groups: groupNames(groups, mapping),
    columns: columnsOf(people.map(({ record }) => record)),
    unknownStates: unknownIn(records),
  }
}

function groupNames(groups: readonly JsonObject[], mapping: Mapping): string[] {
  const read = createGroupReader()
  return groups.flatMap((row) =>
    [...read(asRow(row), mapping.groups)].flatMap((each) =>
      each.kind === 'group' ? [each.name] : [],
    ),
  )
}

const columnsAtMost = 500

function columnsOf(records: readonly JsonObject[]): string[] {
  const { add, columns } = collectColumns()
  for (const record of records) add(record)
  const holdsValues = (column: string) =>
    records.some((record) => {
      const value = valueAt(record, column)
      return value !== undefined && value !== null && typeof value !== 'object'
    })
  return columns.filter(holdsValues).slice(0, columnsAtMost)
}
