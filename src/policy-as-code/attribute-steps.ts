import { decodeId, encodeId } from '../contract/ids.ts'
import type { Transaction } from '../database/database.ts'
import { refuseFaults, type FolderFault } from './folder-error.ts'
import type { FolderAttribute, FolderDimension } from './folder-file.ts'
import { attributeKey } from './references.ts'
import { faultAt, type Place, type Step } from './step.ts'
import {
  selectAttributes,
  selectDimensions,
  type SavedAttribute,
  type SavedDimension,
} from './saved-policy.ts'

/** A dimension of the folder with the one that is stored, if it is. */
export type PairedDimension = Place & {
  file: FolderDimension
  stored: SavedDimension | undefined
}

type PairedAttribute = Place & {
  file: FolderAttribute
  dimensionId: string
  stored: SavedAttribute | undefined
}

/** The operations for the attributes of the folder's dimensions. The dimensions exist at this point. */
export async function* attributeSteps(
  tx: Transaction,
  dimensions: readonly PairedDimension[],
): AsyncGenerator<Step> {
  const pairs = await pairAttributes(tx, dimensions)
  refuseFaults([...repeated(pairs)])
  for (const { file, stored, dimensionId, ...place } of pairs) {
    const { value, name = value, state = 'active' } = file
    if (stored === undefined) {
      const dimension_id = encodeId('dimension', dimensionId)
      const ref = `attribute-${place.path.replace(/\D+/g, '-').replace(/^-|-$/g, '')}`
      const made = { ref, dimension_id, profile_value: value, name }
      yield { ...place, operation: { op: 'create_attribute', ...made } }
      if (state === 'deactivated')
        yield { ...place, operation: { op: 'deactivate_attribute', attribute_id: `$${ref}` } }
      continue
    }
    const attribute_id = encodeId('attribute', stored.id)
    const isRenamed = stored.value !== value
    if (isRenamed || stored.name !== name) {
      const renamed = isRenamed ? { profile_value: value, name } : { name }
      yield { ...place, operation: { op: 'change_attribute', attribute_id, ...renamed } }
    }
    if (state === stored.state) continue
    const op =
      state === 'active' ? ('activate_attribute' as const) : ('deactivate_attribute' as const)
    yield { ...place, operation: { op, attribute_id } }
  }
}

async function pairAttributes(
  tx: Transaction,
  dimensions: readonly PairedDimension[],
): Promise<PairedAttribute[]> {
  const attributes = await selectAttributes(tx)
  const byId = new Map(attributes.map((each) => [`${each.dimensionId} ${each.id}`, each]))
  const byValue = new Map(
    attributes.map((each) => [attributeKey(each.dimensionId, each.value), each]),
  )
  const dimensionIds = new Map((await selectDimensions(tx)).map(({ handle, id }) => [handle, id]))
  return dimensions.flatMap(({ source, path, file: { handle, attributes: files = [] } }) => {
    const dimensionId = dimensionIds.get(handle) ?? ''
    return files.map((file, index): PairedAttribute => {
      const id = decodeId('attribute', file.id ?? '')
      const stored =
        byId.get(`${dimensionId} ${id}`) ?? byValue.get(attributeKey(dimensionId, file.value))
      return { source, path: `${path}.attributes[${index}]`, file, dimensionId, stored }
    })
  })
}

function* repeated(pairs: readonly PairedAttribute[]): Generator<FolderFault> {
  const first = new Map<string, PairedAttribute>()
  for (const pair of pairs) {
    const names = [attributeKey(pair.dimensionId, pair.file.value), pair.stored?.id ?? '']
    const before = names.map((name) => first.get(name)).find((each) => each !== undefined)
    if (before !== undefined)
      yield faultAt(pair, `is the same attribute as ${before.path}`, '.value')
    for (const name of names) if (name !== '') first.set(name, pair)
  }
}
