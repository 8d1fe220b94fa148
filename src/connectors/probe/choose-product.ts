import { inSlices } from '../../http/lists/in-slices.ts'
import { integrationTypes, type IntegrationType } from '../../contract/gen/vendors.ts'
import type { IntegrationVendor } from '../../contract/states.ts'
import type { IntegrationDefaults, Marks, VendorDescription } from '../pull/describe-vendor.ts'
import type { Encoding } from '../file/decode-text.ts'
import { exportDefaults, vendors } from '../vendors.ts'
import { bindColumns, collectColumns, createBinder } from '../file/bind-columns.ts'
import type { RawRow } from '../file/raw-row.ts'
import { readRawRows, type OpenExport } from '../file/read-export.ts'
import { isMusterTable } from '../file/muster-table.ts'
import { holds } from '../file/shape.ts'
import type { Format } from '../file/sniff-format.ts'
import { columnsOf, describeColumns } from './columns.ts'
import { hasStateColumn } from './propose-states.ts'

export type Product = {
  name: string
  /** As people call it. */
  label: string
  vendor: IntegrationVendor
  type: IntegrationType
  defaults: IntegrationDefaults
}

const musterTable = table('muster', "Muster's own table")
const anyTable = table('file', 'a table of people')

function table(name: string, label: string): Product {
  return { name, label, vendor: 'file', type: 'file', defaults: exportDefaults(name) }
}

/** Rows that are looked at. */
const sampleRows = 100

/**
 * The product whose marks most of the first records have, Muster's own table, or any table. Only products of the vendor and type are
 * considered. A table with states that the product does not have is any table, as personnel tables name accounts of products too.
 */
export async function chooseProduct(
  source: OpenExport & { encoding?: Encoding },
  only: { vendor?: IntegrationVendor | undefined; type?: IntegrationType | undefined } = {},
): Promise<Product> {
  const { rows, format } = await firstRows(source)
  if (isMusterTable(rows.map(({ value }) => value))) return musterTable
  const products = vendors
    .map((each: VendorDescription) => ({ marks: each.exports.marks, product: productOf(each) }))
    .filter(
      ({ product: { vendor, type } }) =>
        (only.vendor ?? vendor) === vendor && [type, undefined].includes(only.type),
    )
  const counts: { product: Product; count: number }[] = []
  for await (const { product, marks } of inSlices(products))
    counts.push({ product, count: countMarked(rows, product, marks) })
  const best = counts.reduce<(typeof counts)[number] | null>(
    (one, other) => (other.count > (one?.count ?? 0) ? other : one),
    null,
  )
  if (best === null || best.count * 2 < rows.length) return anyTable
  const { product } = best
  return format === 'csv' && !readsStates(rows, product.defaults) && haveStates(rows)
    ? anyTable
    : product
}

function productOf({
  name,
  label,
  exportsLabel = label,
  kinds,
  isFileOnly,
}: VendorDescription): Product {
  const type = integrationTypes.find((each) => each === name && isFileOnly !== true) ?? 'file'
  return { name, label: exportsLabel, vendor: kinds[0], type, defaults: exportDefaults(name) }
}

/** Whether the records have columns that say who is there, by the product's mapping. */
function readsStates(rows: readonly GoodRow[], { mapping }: IntegrationDefaults): boolean {
  const { add, columns } = collectColumns()
  for (const { value } of rows) add(value)
  const { sources, ended_at: ends = [] } = bindColumns(mapping, columns).account.state
  const paths = sources.filter((source) => source.ignore_others !== true).map(({ path }) => path)
  return [...paths, ...ends].some((path) => columns.includes(path))
}

function haveStates(records: readonly GoodRow[]): boolean {
  const { rows, leaves } = columnsOf(records.map(({ value }) => value))
  return hasStateColumn(describeColumns(rows, leaves))
}

type GoodRow = RawRow & { kind: 'raw' }

function countMarked(
  rows: readonly GoodRow[],
  { defaults: { mapping } }: Product,
  marks: Marks,
): number {
  // The binder finds names up to case; the marks stand where a mapping has its tests.
  const bind = createBinder({
    ...mapping,
    account: { ...mapping.account, when: marks.map((tests) => [...tests]) },
  })
  return rows.filter(({ value }) => bind(value).account.when.some((tests) => holds(value, tests)))
    .length
}

async function firstRows(source: OpenExport & { encoding?: Encoding }) {
  const found: GoodRow[] = []
  let format: Format | null = null
  const onFormat = (each: Format) => (format = each)
  for await (const rows of await readRawRows({ ...source, onFormat })) {
    found.push(...rows.filter((row) => row.kind === 'raw').slice(0, sampleRows))
    if (found.length >= sampleRows) break
  }
  return { rows: found.slice(0, sampleRows), format }
}
