import { inSlices } from '../../http/lists/in-slices.ts'
import type { JsonValue } from '../../contract/json.ts'
import { integrationTypes, type IntegrationType } from '../../contract/gen/vendors.ts'
import type { IntegrationVendor } from '../../contract/states.ts'
import type { IntegrationDefaults, Marks, VendorDescription } from '../pull/describe-vendor.ts'
import { exportDefaults, vendors } from '../vendors.ts'
import { bindColumns, collectColumns, createBinder } from '../file/bind-columns.ts'
import { isMemberRow } from '../file/member-table.ts'
import { isMusterTable } from '../file/muster-table.ts'
import { holdsAny } from '../file/shape.ts'
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
 * The product whose marks most of the first records have, Muster's own table, or any table. Only products of the vendor are considered.
 * A table with states that the product does not have is any table, as personnel tables name accounts of products too.
 */
export async function chooseProduct(
  records: readonly JsonValue[],
  { format, vendor: only }: { format: Format; vendor?: IntegrationVendor | undefined },
): Promise<Product> {
  const first = records.slice(0, sampleRows)
  if (isMusterTable(first) || (first.length > 0 && first.every(isMemberRow))) return musterTable
  const counts: { product: Product; count: number }[] = []
  for await (const each of inSlices<VendorDescription>(vendors)) {
    const product = productOf(each)
    if ((only ?? product.vendor) === product.vendor)
      counts.push({ product, count: countMarked(first, product, each.exports.marks) })
  }
  const [best] = counts.toSorted((one, other) => other.count - one.count)
  if (best === undefined || best.count === 0 || best.count * 2 < first.length) return anyTable
  const { product } = best
  return format === 'csv' && !readsStates(first, product.defaults) && haveStates(first)
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
function readsStates(records: readonly JsonValue[], { mapping }: IntegrationDefaults): boolean {
  const { add, columns } = collectColumns()
  records.forEach(add)
  const { sources, ended_at: ends = [] } = bindColumns(mapping, columns).account.state
  const paths = sources.filter((source) => source.ignore_others !== true).map(({ path }) => path)
  return [...paths, ...ends].some((path) => columns.includes(path))
}

function haveStates(records: readonly JsonValue[]): boolean {
  const { rows, leaves } = columnsOf(records)
  return hasStateColumn(describeColumns(rows, leaves))
}

function countMarked(
  records: readonly JsonValue[],
  { defaults: { mapping } }: Product,
  marks: Marks,
): number {
  // The binder finds names up to case; the marks stand where a mapping has its tests.
  const bind = createBinder({
    ...mapping,
    account: { ...mapping.account, when: marks.map((tests) => [...tests]) },
  })
  return records.filter((value) => holdsAny(value, bind(value).account.when)).length
}
