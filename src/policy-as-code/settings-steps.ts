import { isDeepStrictEqual } from 'node:util'
import { decodeId, encodeId } from '../contract/ids.ts'
import { builtInSettings, withSettings } from '../policy/limits/stored-settings.ts'
import { unknownHandle } from './caller-rights.ts'
import { refuseFaults, repeatsOf, type FolderFault } from './folder-error.ts'
import type { FolderDimension } from './folder-file.ts'
import { keepState } from './render-folder.ts'
import { byHandle, type SavedDimension } from './saved-policy.ts'
import { faultAt, type FolderWorld, type Place, type Step } from './step.ts'

/** A dimension of the folder with the one that is stored, if it is. */
type PairedDimension = Place & { file: FolderDimension; stored: SavedDimension | undefined }

/** The steps for the defaults and dimensions of a folder. */
export function* settingsSteps(world: FolderWorld): Generator<Step> {
  const pairs = pairDimensions(world)
  const repeats = repeatsOf(pairs, ({ file }) => [file.handle])
  refuseFaults([
    ...repeats.map(([pair, { path }]) =>
      faultAt(pair, `stands twice; ${path} is it too`, '.handle'),
    ),
    ...pairs.flatMap((pair) => faultsOf(pair, world)),
  ])
  yield* defaultsSteps(world)
  for (const pair of pairs) {
    yield* dimensionSteps(pair, world)
    if (pair.file.state !== 'deactivated' && pair.stored?.state === 'deactivated')
      yield { ...pair, operation: { op: 'activate_dimension', dimension_id: idOf(pair.stored) } }
  }
}

/** Dimensions are deactivated after the steps for their attributes. */
export function* deactivationSteps(world: FolderWorld): Generator<Step> {
  for (const pair of pairDimensions(world)) {
    if (pair.file.state === 'deactivated' && pair.stored?.state === 'active')
      yield { ...pair, operation: { op: 'deactivate_dimension', dimension_id: idOf(pair.stored) } }
  }
}

/** Defaults that are left out become those of a new workspace; where no file has any, all stay as they are. */
function* defaultsSteps({ folder, policy }: FolderWorld): Generator<Step> {
  for (const source of folder.settings) {
    const { defaults } = source.data
    if (defaults === undefined) continue
    const wanted = withSettings(builtInSettings, defaults)
    if (isDeepStrictEqual(wanted, policy.settings)) continue
    yield { source, path: 'defaults', operation: { op: 'change_settings', ...wanted } }
  }
}

const idOf = ({ id }: SavedDimension) => encodeId('dimension', id)

function pairDimensions({ folder, policy }: FolderWorld): PairedDimension[] {
  const known = byHandle(policy.dimensions)
  return folder.settings.flatMap((source) =>
    (source.data.dimensions ?? []).map((said, index): PairedDimension => {
      const id = decodeId('dimension', said.id ?? '') ?? ''
      const stored = policy.dimensions.get(id) ?? known.get(said.handle)
      const file = folder.isWhole || stored === undefined ? said : keepState(said, stored)
      return { source, path: `dimensions[${index}]`, file, stored }
    }),
  )
}

function faultsOf(pair: PairedDimension, { policy, may }: FolderWorld): FolderFault[] {
  const { file, stored } = pair
  const known = byHandle(policy.integrations)
  if (!known.has(file.integration)) {
    const message = unknownHandle('integration', file.integration, { known, may })
    return [faultAt(pair, message, '.integration')]
  }
  if (stored === undefined) return []
  const kept = [
    ['handle', stored.handle, file.handle],
    ['integration', stored.integration, file.integration],
    ['profile_key', stored.profileKey, file.profile_key],
  ] as const
  return kept.flatMap(([key, before, after]) => {
    if (before === after) return []
    const message = `is ${JSON.stringify(before)} and stays so; make another dimension instead`
    return [faultAt(pair, message, `.${key}`)]
  })
}

function* dimensionSteps(pair: PairedDimension, { policy }: FolderWorld): Generator<Step> {
  const { file, stored } = pair
  const { handle, name, profile_key, attributes_enabled, expires_after_days = null } = file
  const values = { name, attributes_enabled, expires_after_days }
  if (stored === undefined) {
    const integration_id = encodeId(
      'integration',
      byHandle(policy.integrations).get(file.integration)?.id ?? '',
    )
    const made = { handle, integration_id, profile_key, ...values }
    yield { ...pair, operation: { op: 'create_dimension', ...made } }
    return
  }
  const isSame =
    stored.name === name &&
    stored.attributesEnabled === attributes_enabled &&
    stored.expiresAfterDays === expires_after_days
  if (isSame) return
  yield {
    ...pair,
    operation: { op: 'change_dimension', dimension_id: idOf(stored), ...values },
  }
}
