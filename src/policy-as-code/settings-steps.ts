import { isDeepStrictEqual } from 'node:util'
import { decodeId, encodeId } from '../contract/ids.ts'
import type { Transaction } from '../database/database.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import type { ReadableIntegration } from '../policy/conditions/policy-keys.ts'
import { builtInSettings, findSettings, withSettings } from '../policy/limits/stored-settings.ts'
import { selectIntegrations } from './load-references.ts'
import { attributeSteps, type PairedDimension } from './attribute-steps.ts'
import { refuseFaults, type FolderFault } from './folder-error.ts'
import type { Folder } from './read-folder.ts'
import { unknownHandle, type CallerRights } from './caller-rights.ts'
import { faultAt, type Step } from './step.ts'
import { selectDimensions, type SavedDimension } from './saved-policy.ts'
import { keepState } from './render-folder.ts'

type Knowledge = {
  integrations: ReadonlyMap<string, ReadableIntegration>
  stored: readonly SavedDimension[]
  rights: CallerRights
}

/**
 * The steps for the defaults, dimensions and attributes of a folder. Each step is performed before the next is
 * computed.
 */
export async function* settingsSteps(
  { tx, may }: Pick<OperationContext, 'tx' | 'may'>,
  folder: Folder,
): AsyncGenerator<Step> {
  const integrations = await selectIntegrations(tx)
  const known = { integrations, stored: await selectDimensions(tx), rights: { may } }
  const pairs = pairDimensions(folder, known)
  yield* defaultsSteps(tx, folder)
  for (const pair of pairs) {
    yield* dimensionSteps(pair, known)
    if (pair.file.state !== 'deactivated' && pair.stored?.state === 'deactivated')
      yield { ...pair, operation: { op: 'activate_dimension', dimension_id: idOf(pair.stored) } }
  }
  yield* attributeSteps(tx, pairs)
  const handles = new Map((await selectDimensions(tx)).map((each) => [each.handle, each]))
  for (const pair of pairs) {
    const stored = handles.get(pair.file.handle)
    if (pair.file.state === 'deactivated' && stored?.state === 'active')
      yield { ...pair, operation: { op: 'deactivate_dimension', dimension_id: idOf(stored) } }
  }
}

/** Defaults that are left out become those of a new workspace; where no file has any, all stay as they are. */
async function* defaultsSteps(tx: Transaction, { settings }: Folder): AsyncGenerator<Step> {
  for (const source of settings) {
    const { defaults } = source.data
    if (defaults === undefined) continue
    const wanted = withSettings(builtInSettings, defaults)
    const { values } = await findSettings(tx)
    if (isDeepStrictEqual(wanted, values)) continue
    yield { source, path: 'defaults', operation: { op: 'change_settings', ...wanted } }
  }
}

const idOf = ({ id }: SavedDimension) => encodeId('dimension', id)

function pairDimensions({ settings, isWhole }: Folder, known: Knowledge): PairedDimension[] {
  const pairs = settings.flatMap((source) =>
    (source.data.dimensions ?? []).map((said, index): PairedDimension => {
      const id = decodeId('dimension', said.id ?? '')
      const stored =
        known.stored.find((each) => each.id === id) ??
        known.stored.find(({ handle }) => handle === said.handle)
      const file = isWhole || stored === undefined ? said : keepState(said, stored)
      return { source, path: `dimensions[${index}]`, file, stored }
    }),
  )
  const handles = new Map<string, PairedDimension>()
  const faults: FolderFault[] = []
  for (const pair of pairs) {
    const first = handles.get(pair.file.handle)
    if (first !== undefined)
      faults.push(faultAt(pair, `stands twice; ${first.path} is it too`, '.handle'))
    handles.set(pair.file.handle, pair)
    faults.push(...faultsOf(pair, known))
  }
  refuseFaults(faults)
  return pairs
}

function faultsOf(pair: PairedDimension, { integrations, rights }: Knowledge): FolderFault[] {
  const { file, stored } = pair
  if (!integrations.has(file.integration)) {
    const message = unknownHandle('integration', file.integration, { known: integrations, rights })
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

function* dimensionSteps(pair: PairedDimension, { integrations }: Knowledge): Generator<Step> {
  const { file, stored } = pair
  const { name, attributes_enabled, expires_after_days = null } = file
  if (stored === undefined) {
    const integration_id = encodeId('integration', integrations.get(file.integration)?.id ?? '')
    const { handle, profile_key } = file
    const made = {
      handle,
      name,
      integration_id,
      profile_key,
      attributes_enabled,
      expires_after_days,
    }
    yield { ...pair, operation: { op: 'create_dimension', ...made } }
    return
  }
  const isSame =
    stored.name === name &&
    stored.attributesEnabled === attributes_enabled &&
    stored.expiresAfterDays === expires_after_days
  if (isSame) return
  const dimension_id = idOf(stored)
  const changed = { dimension_id, name, attributes_enabled, expires_after_days }
  yield { ...pair, operation: { op: 'change_dimension', ...changed } }
}
