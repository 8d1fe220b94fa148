import { decodeId, encodeId } from '../contract/ids.ts'
import { resourceStateVerbs } from '../contract/states.ts'
import { refuseFaults, repeatsOf } from './folder-error.ts'
import type { FolderAttribute } from './folder-file.ts'
import { attributesByKey, attributeKey } from './references.ts'
import { byHandle, type SavedAttribute } from './saved-policy.ts'
import { faultAt, type FolderWorld, type Place, type Step } from './step.ts'

type PairedAttribute = Place & {
  file: FolderAttribute
  dimensionId: string
  stored: SavedAttribute | undefined
}

/** The operations for the attributes of the folder's dimensions. The dimensions exist at this point. */
export function* attributeSteps(world: FolderWorld): Generator<Step> {
  const pairs = pairAttributes(world)
  const repeats = repeatsOf(pairs, ({ dimensionId, file, stored }) => [
    attributeKey(dimensionId, file.value),
    stored?.id,
  ])
  refuseFaults(
    repeats.map(([pair, { path }]) => faultAt(pair, `is the same attribute as ${path}`, '.value')),
  )
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
    const op = `${resourceStateVerbs[state]}_attribute` as const
    yield { ...place, operation: { op, attribute_id } }
  }
}

function pairAttributes({ folder, policy }: FolderWorld): PairedAttribute[] {
  const dimensions = byHandle(policy.dimensions)
  const byKey = attributesByKey(policy.attributes.values())
  return folder.settings.flatMap((source) =>
    (source.data.dimensions ?? []).flatMap(({ handle, attributes = [] }, place) =>
      attributes.map((file, index): PairedAttribute => {
        const path = `dimensions[${place}].attributes[${index}]`
        const dimensionId = dimensions.get(handle)?.id ?? ''
        const named = policy.attributes.get(decodeId('attribute', file.id ?? '') ?? '')
        const stored =
          named?.dimensionId === dimensionId
            ? named
            : byKey.get(attributeKey(dimensionId, file.value))
        return { source, path, file, dimensionId, stored }
      }),
    ),
  )
}
