import type { IntegrationType, IntegrationVendor } from '../../src/contract/states.ts'
import { integrationDefaults } from '../../src/connectors/file/mappings/default-mappings.ts'
import { readExport } from '../../src/connectors/file/read-export.ts'
import { UnreadableExport } from '../../src/connectors/file/unreadable-export.ts'

export type Product = { vendor: IntegrationVendor; type: IntegrationType }

/** In this order the first of those that read a file equally well is chosen. */
const products: readonly Product[] = [
  { vendor: 'idp', type: 'okta' },
  { vendor: 'suite', type: 'google' },
  { vendor: 'chat', type: 'slack' },
  { vendor: 'codehost', type: 'gitlab' },
  { vendor: 'file', type: 'file' },
]

type Reading = { product: Product; score: number; addresses: number; refusal: string | null }

/** The product whose mapping reads most of the file's values, or why none reads any. */
export async function chooseProduct(path: string): Promise<Product | { refused: string }> {
  const readings: Reading[] = []
  for (const product of products) readings.push(await readBy(path, product))
  const best = readings.reduce((one, other) => (other.score > one.score ? other : one))
  const refusal = readings.find((each) => each.refusal !== null)?.refusal ?? null
  // A product that knows the records but lacks their group knows more than a table of names without addresses.
  const isGuess = best.product.type === 'file' && best.addresses === 0 && refusal !== null
  if (best.score > 0 && !isGuess) return best.product
  return { refused: refusal ?? 'no mapping reads a record of it' }
}

/** An account counts for each of its values, a group and a membership for two. */
async function readBy(path: string, product: Product): Promise<Reading> {
  const { mapping } = integrationDefaults(product.vendor, product.type)
  const reading: Reading = { product, score: 0, addresses: 0, refusal: null }
  let shape: string | null = null
  let reason: string | null = null
  try {
    for await (const record of readExport({ path, mapping, onShape: (each) => (shape = each) })) {
      if (record.kind === 'account') {
        const { email, firstName, lastName, handle } = record
        reading.score += [email, firstName, lastName, handle].filter(
          (value) => value !== null && value !== '',
        ).length
        if (email !== null) reading.addresses += 1
      } else if (record.kind === 'bad') reason ??= record.reason
      else reading.score += 2
    }
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    return { ...reading, score: 0, refusal: error.message }
  }
  const isKnownKind = shape !== null && reading.score === 0
  return { ...reading, refusal: isKnownKind ? reason : null }
}
