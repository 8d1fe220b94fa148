import { decodeId, encodeId } from '../contract/ids.ts'
import { foldValue } from '../policy/attributes/fold-value.ts'
import { unknownHandle } from './caller-rights.ts'
import { refuseFaults, type FolderFault } from './folder-error.ts'
import type { RulesetSource } from './read-folder.ts'
import { attributeKey, attributesByKey } from './references.ts'
import { resourceName } from './resource-name.ts'
import { byHandle, ownerId, type SavedAttribute, type SavedDimension } from './saved-policy.ts'
import { faultAt, type FolderWorld, type Step } from './step.ts'

type KnownAttributes = FolderWorld & {
  /** By handle. */
  dimensions: ReadonlyMap<string, SavedDimension>
  attributes: ReadonlyMap<string, SavedAttribute>
  /** The file whose dimensions list an attribute, by its id. */
  listed: ReadonlyMap<string, string>
  /** Whether the caller sees only the attributes that are here, and may not be told of others. */
  isPartial: boolean
}

/**
 * What the files of attributes' rulesets change of the attributes themselves: a file with a known id and another value
 * renames, and a value that is not there is made if its dimension takes none from profiles.
 */
export function* attributesOfRulesets(world: FolderWorld): Generator<Step> {
  const sources = world.folder.rulesets.filter(
    ({ data }) => data.resource.type === 'directory_attribute',
  )
  if (sources.length === 0) return
  const known = knownIn(world)
  const found = sources.flatMap((source) => stepOf(source, known) ?? [])
  refuseFaults(found.flatMap((each) => ('operation' in each ? [] : each)))
  const steps = found.flatMap((each) => ('operation' in each ? each : []))
  // Two files about one attribute are refused later.
  const same = Map.groupBy(steps, ({ operation }) => JSON.stringify(operation))
  yield* [...same.values()].flatMap(([first]) => first ?? [])
}

function knownIn(world: FolderWorld): KnownAttributes {
  const { policy, folder, may } = world
  const isPartial = !may('directory.attribute.view') || !may('directory.dimension.view')
  const seen = new Set([...policy.rulesets.values()].map(({ owner }) => ownerId(owner)))
  const attributes = [...policy.attributes.values()].filter(({ id }) => !isPartial || seen.has(id))
  const listed = folder.settings.flatMap(({ name, data }) =>
    (data.dimensions ?? []).flatMap(({ attributes: all = [] }) =>
      all.flatMap(({ id }) => (id === undefined ? [] : [[id, name] as const])),
    ),
  )
  return {
    ...world,
    dimensions: byHandle(policy.dimensions),
    attributes: attributesByKey(attributes),
    isPartial,
    listed: new Map(listed),
  }
}

function stepOf(source: RulesetSource, known: KnownAttributes): Step | FolderFault | null {
  const { dimensions, policy, isPartial, may } = known
  const { id = '', resource } = source.data
  const { dimension: handle = '', value = '' } = resource
  const place = { source, path: 'resource' }
  const dimension = dimensions.get(handle)
  const named = dimension && known.attributes.get(attributeKey(dimension.id, value))
  if (isPartial && named === undefined)
    return faultAt(place, `there is no ${resourceName(resource)}`)
  if (dimension === undefined) {
    const message = unknownHandle('dimension', handle, { known: dimensions, may })
    return faultAt(place, message, '.dimension')
  }
  if (foldValue(value) === '') return faultAt(place, 'is missing', '.value')
  if (named !== undefined) return null
  const owner = policy.rulesets.get(decodeId('ruleset', id) ?? '')?.owner
  if (owner !== undefined && 'attributeId' in owner)
    return rename(source, { dimension, attributeId: owner.attributeId }, known)
  if (dimension.attributesEnabled) {
    const help = 'list it under attributes of the dimension to have it nevertheless'
    const why = `no profile holds ${JSON.stringify(value)} as ${handle}`
    return faultAt(place, `${why}; ${help}`, '.value')
  }
  const dimension_id = encodeId('dimension', dimension.id)
  return { ...place, operation: { op: 'create_attribute', dimension_id, profile_value: value } }
}

function rename(
  source: RulesetSource,
  { dimension, attributeId }: { dimension: SavedDimension; attributeId: string },
  { policy, listed }: KnownAttributes,
): Step | FolderFault {
  const place = { source, path: 'resource' }
  const attribute = policy.attributes.get(attributeId)
  const attribute_id = encodeId('attribute', attributeId)
  const said = JSON.stringify(attribute?.value ?? '')
  if (attribute?.dimensionId !== dimension.id)
    return faultAt(
      place,
      `the id is that of an attribute of another dimension, ${said}`,
      '.dimension',
    )
  const elsewhere = listed.get(attribute_id)
  if (elsewhere !== undefined)
    return faultAt(place, `${elsewhere} says that the value of this attribute is ${said}`, '.value')
  const { value = '' } = source.data.resource
  return { ...place, operation: { op: 'change_attribute', attribute_id, profile_value: value } }
}
