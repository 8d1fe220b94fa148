import { decodeId, encodeId } from '../contract/ids.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import { mayViewRuleset } from '../policy/rights/visible-ruleset.ts'
import { foldValue } from '../policy/attributes/fold-value.ts'
import { refuseFaults, type FolderFault } from './folder-error.ts'
import { attributeKey } from './references.ts'
import type { Folder, RulesetSource } from './read-folder.ts'
import { resourceName } from './render-folder.ts'
import { unknownHandle, type CallerRights } from './caller-rights.ts'
import { faultAt, type Step } from './step.ts'
import {
  byId,
  selectAttributes,
  selectDimensions,
  selectRulesets,
  type SavedAttribute,
  type SavedDimension,
} from './saved-policy.ts'

type KnownAttributes = {
  dimensions: ReadonlyMap<string, SavedDimension>
  attributes: ReadonlyMap<string, SavedAttribute>
  /** The same by {@link attributeKey}. */
  byValue: ReadonlyMap<string, SavedAttribute>
  /** Ruleset → the attribute whose it is. */
  owners: ReadonlyMap<string, string>
  /** The file whose dimensions list an attribute, by its id. */
  listed: ReadonlyMap<string, string>
  /** Whether the caller sees only the attributes that are here, and may not be told of others. */
  isPartial: boolean
  rights: CallerRights
}

/**
 * What the files of attributes' rulesets change of the attributes themselves: a file with a known id and another value
 * renames, and a value that is not there is made if its dimension takes none from profiles.
 */
export async function* attributesOfRulesets(
  context: Pick<OperationContext, 'tx' | 'may'>,
  folder: Folder,
): AsyncGenerator<Step> {
  const sources = folder.rulesets.filter(({ data }) => data.resource.type === 'directory_attribute')
  if (sources.length === 0) return
  const known = await loadKnown(context, folder)
  const faults: FolderFault[] = []
  const steps: Step[] = []
  const made = new Set<string>()
  for (const source of sources) {
    const found = stepOf(source, known)
    if (found === null) continue
    if (!('operation' in found)) {
      faults.push(found)
      continue
    }
    // Two files about one attribute are refused later.
    const key = JSON.stringify(found.operation)
    if (!made.has(key)) steps.push(found)
    made.add(key)
  }
  refuseFaults(faults)
  yield* steps
}

async function loadKnown(
  { tx, may }: Pick<OperationContext, 'tx' | 'may'>,
  { settings }: Folder,
): Promise<KnownAttributes> {
  const dimensions = await selectDimensions(tx)
  const listed = settings.flatMap(({ name, data }) =>
    (data.dimensions ?? []).flatMap(({ attributes = [] }) =>
      attributes.flatMap(({ id }) => (id === undefined ? [] : [[id, name] as const])),
    ),
  )
  const owners = (await selectRulesets(tx)).flatMap(({ id, owner }) =>
    owner.type === 'directory_attribute' && mayViewRuleset({ may }, id)
      ? [[id, owner.attributeId] as const]
      : [],
  )
  const isPartial = !may('directory.attribute.view') || !may('directory.dimension.view')
  const seen = new Set(owners.map(([, attributeId]) => attributeId))
  const all = await selectAttributes(tx)
  const attributes = isPartial ? all.filter(({ id }) => seen.has(id)) : all
  return {
    dimensions: new Map(dimensions.map((each) => [each.handle, each])),
    attributes: byId(attributes),
    byValue: new Map(attributes.map((each) => [attributeKey(each.dimensionId, each.value), each])),
    isPartial,
    rights: { may },
    owners: new Map(owners),
    listed: new Map(listed),
  }
}

function stepOf(source: RulesetSource, known: KnownAttributes): Step | FolderFault | null {
  const { dimension: handle = '', value = '' } = source.data.resource
  const place = { source, path: 'resource' }
  const dimension = known.dimensions.get(handle)
  if (known.isPartial && attributeNamed(value, dimension, known) === undefined)
    return faultAt(place, `there is no ${resourceName(source.data.resource)}`)
  if (dimension === undefined)
    return faultAt(
      place,
      unknownHandle('dimension', handle, { known: known.dimensions, rights: known.rights }),
      '.dimension',
    )
  if (foldValue(value) === '') return faultAt(place, 'is missing', '.value')
  const owner = known.owners.get(decodeId('ruleset', source.data.id ?? '') ?? '')
  const named = attributeNamed(value, dimension, known)
  if (owner !== undefined && named === undefined) return rename(source, dimension, owner, known)
  if (named !== undefined) return null
  if (dimension.attributesEnabled) {
    const help = 'list it under attributes of the dimension to have it nevertheless'
    const why = `no profile holds ${JSON.stringify(value)} as ${handle}`
    return faultAt(place, `${why}; ${help}`, '.value')
  }
  const dimension_id = encodeId('dimension', dimension.id)
  return { ...place, operation: { op: 'create_attribute', dimension_id, profile_value: value } }
}

function attributeNamed(
  value: string,
  dimension: SavedDimension | undefined,
  { byValue }: KnownAttributes,
): SavedAttribute | undefined {
  return dimension && byValue.get(attributeKey(dimension.id, value))
}

function rename(
  source: RulesetSource,
  dimension: SavedDimension,
  attributeId: string,
  { attributes, listed }: KnownAttributes,
): Step | FolderFault {
  const place = { source, path: 'resource' }
  const attribute = attributes.get(attributeId)
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
