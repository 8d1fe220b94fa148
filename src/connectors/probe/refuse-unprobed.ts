import { isDeepStrictEqual } from 'node:util'
import { bindColumns } from '../file/bind-columns.ts'
import { show } from '../file/clean-value.ts'
import type { AccountMapping, Mapping } from '../file/mapping.ts'
import { createListGuard } from '../file/record-lists.ts'
import type { Format } from '../file/sniff-format.ts'
import { readRowsBy, type Examine } from '../file/read-export.ts'
import { fieldOf } from '../file/remedies.ts'
import type { SourceAccount, SourceRecord } from '../file/source-record.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { anyTable } from './choose-product.ts'
import { columnsOf } from './interpret-export.ts'
import { refuseAbsences } from './refuse-absences.ts'
import { refuseAllLeft } from './refuse-all-left.ts'
import { refuseMemberships } from './refuse-memberships.ts'
import { refuseThings } from './refuse-things.ts'
import { refuseTurned } from './refuse-turned.ts'
import { suggestMapping } from './suggest-settings.ts'

/**
 * Refuses a table that is read without a mapping of its own, where a probe would understand it differently. Undefined for a mapping
 * that someone has stored.
 */
export function refusalOfUnprobed(mapping: Mapping, today: string): Examine | undefined {
  return isDeepStrictEqual(mapping, anyTable.defaults.mapping)
    ? (sample, text) => refuseUnprobed(sample, { ...text, today })
    : undefined
}

function refuseUnprobed(
  sample: Parameters<Examine>[0],
  { format, today }: { format: Format; today: string },
): void {
  const guard = createListGuard()
  const values = sample.flatMap((row) =>
    row.kind === 'raw' && guard(row) === null ? [row.value] : [],
  )
  const { paths, leaves, rows } = columnsOf(values)
  const own = suggestMapping(anyTable, paths, { rows, leaves })
  refuseTurned(rows, leaves)
  refuseThings(leaves)
  refuseAbsences(rows, leaves, own.account)
  refuseAllLeft(rows, { columns: paths, today }, own.account)
  refuseMemberships(rows, { names: leaves, columns: paths }, own.account)
  const probed = new Map(readRowsBy(own, sample, format).map((record) => [record.line, record]))
  for (const record of readRowsBy(anyTable.defaults.mapping, sample, format)) {
    const other = probed.get(record.line)
    if (record.kind !== 'account' || other === undefined || isSame(record, other)) continue
    throw new UnreadableExport(
      needsMapping(
        `Line ${record.line} would be read as ${describe(record)}; with such a mapping it is ${describe(other)}`,
      ),
      needsMapping(
        `With such a mapping, line ${record.line} ${difference(record, other, own.account)}`,
      ),
    )
  }
  refuseOwnStates(own.account, bindColumns(anyTable.defaults.mapping, paths).account)
}

/** Rows that come later may say something else than the first ones. */
function refuseOwnStates({ state: own }: AccountMapping, { state: usual }: AccountMapping): void {
  const pathsOf = ({ sources, ended_at: ends = [] }: typeof own) => [
    ...sources.map(({ path }) => path),
    ...ends,
  ]
  const known = new Set(pathsOf(usual))
  const other = pathsOf(own).find((path) => !known.has(path))
  if (other !== undefined)
    throw new UnreadableExport(
      needsMapping(`With such a mapping, ${show(other)} says who is there`),
    )
}

function needsMapping(difference: string): string {
  return `This file needs a mapping of its own: what some of its columns mean shows only in their values. ${difference}. Run muster connect on the file, or send it with probe=true and by=product, check what the answer shows, and store its mapping.`
}

function isSame(one: SourceAccount, other: SourceRecord): boolean {
  return other.kind === 'account' && differing(one, other).length === 0
}

const compared = [
  ['state', 'state'],
  ['email', 'email'],
  ['full_name', 'fullName'],
] as const

function differing(one: SourceAccount, other: SourceAccount): string[] {
  return compared.flatMap(([field, key]) => (one[key] === other[key] ? [] : [field]))
}

/** What a row is by the other mapping, by the fields and columns that make the difference, without their values. */
function difference(one: SourceAccount, other: SourceRecord, own: AccountMapping): string {
  if (other.kind === 'account') return `has another ${inColumns(differing(one, other), own)}`
  return other.kind === 'bad'
    ? `is refused for its ${inColumns([fieldOf(other.reason)], own)}`
    : `is ${kindOf(other)}`
}

function inColumns(fields: readonly (string | null)[], own: AccountMapping): string {
  const columns: Readonly<Record<string, readonly string[]>> = {
    state: own.state.sources.map(({ path }) => path),
    email: own.email,
    full_name: [...own.full_name, ...own.first_name, ...own.last_name],
  }
  const named = fields.map((field) => {
    const names = (columns[field ?? ''] ?? []).map((name) => show(name)).join(', ')
    const word = field?.replace('_', ' ') ?? 'values'
    return names === '' ? word : `${word} (${names})`
  })
  return named.join(' and another ')
}

function kindOf({ kind }: SourceRecord): string {
  return kind.replace('_', ' ')
}

function describe(record: SourceRecord): string {
  if (record.kind === 'bad') return `refused (${record.reason})`
  if (record.kind !== 'account') return kindOf(record)
  const { state, email, fullName } = record
  return `${state}, ${fullName === '' ? 'without a name' : fullName}, ${email ?? 'without an address'}`
}
