import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import {
  insertDimensions,
  updateDimensions,
  type ChangedDimension,
  type DimensionValues,
} from '../../policy/dimensions/write-dimensions.ts'
import { refusedKey, type ReadableIntegration } from '../../policy/conditions/policy-keys.ts'
import { unknownHandle } from './draft-condition.ts'
import { selectIntegrations } from './load-references.ts'
import type { FileDimension } from './policy-file.ts'
import { PolicyFileError, type FileFault } from './policy-file-error.ts'

export type ImportedDimensions = {
  created: number
  changed: number
  /** Those whose values have yet to become attributes. */
  fresh: string[]
}

/** Makes and changes the dimensions of a file. What a dimension reads can't change: its attributes rest on it. */
export async function importDimensions(
  tx: Transaction,
  actor: AuditActor,
  dimensions: readonly FileDimension[],
): Promise<ImportedDimensions> {
  const stored = await selectStored(tx)
  const wanted = draftDimensions(dimensions, await selectIntegrations(tx), stored)
  const created = wanted.filter(({ handle }) => !stored.has(handle))
  const changed: ChangedDimension[] = wanted.flatMap((after) => {
    const before = stored.get(after.handle)
    return before === undefined || isSame(before, after) ? [] : [{ id: before.id, before, after }]
  })
  const ids = await insertDimensions(tx, actor, created)
  await updateDimensions(tx, actor, changed)
  return {
    created: created.length,
    changed: changed.length,
    fresh: [...ids, ...changed.map(({ id }) => id)],
  }
}

type StoredDimension = DimensionValues & { id: string }

async function selectStored(tx: Transaction): Promise<Map<string, StoredDimension>> {
  const rows = await tx
    .selectFrom('dimension')
    .select([
      'id',
      'handle',
      'name',
      'integration_id as integrationId',
      'profile_key as profileKey',
      'attributes_enabled as attributesEnabled',
      'expires_after_days as expiresAfterDays',
    ])
    .execute()
  return new Map(rows.map((row) => [row.handle, row]))
}

function draftDimensions(
  dimensions: readonly FileDimension[],
  integrations: ReadonlyMap<string, ReadableIntegration>,
  stored: ReadonlyMap<string, StoredDimension>,
): DimensionValues[] {
  const faults: FileFault[] = []
  const drafts = new Map<string, DimensionValues>()
  for (const [index, dimension] of dimensions.entries()) {
    const path = `dimensions[${index}]`
    const integration = integrations.get(dimension.integration)
    if (integration === undefined) {
      faults.push({
        path: `${path}.integration`,
        message: unknownHandle('integration', dimension.integration, integrations),
      })
      continue
    }
    if (drafts.has(dimension.handle)) {
      faults.push({
        path: `${path}.handle`,
        message: `${dimension.handle} stands twice in this file`,
      })
    }
    const draft = {
      handle: dimension.handle,
      name: dimension.name,
      integrationId: integration.id,
      profileKey: dimension.profile_key,
      attributesEnabled: dimension.attributes_enabled,
      expiresAfterDays: dimension.expires_after_days ?? null,
    }
    drafts.set(draft.handle, draft)
    const known = stored.get(draft.handle)
    const makes = known === undefined || (draft.attributesEnabled && !known.attributesEnabled)
    if (makes) faults.push(...unreadable(path, integration, draft.profileKey))
    if (known !== undefined) faults.push(...movedSource(path, draft, known))
  }
  if (faults.length > 0) throw new PolicyFileError(faults)
  return [...drafts.values()]
}

function unreadable(path: string, integration: ReadableIntegration, key: string): FileFault[] {
  const message = refusedKey(integration, key)
  return message === null ? [] : [{ path: `${path}.profile_key`, message }]
}

function movedSource(path: string, draft: DimensionValues, stored: DimensionValues): FileFault[] {
  if (stored.profileKey !== draft.profileKey) {
    const message = `the dimension reads ${JSON.stringify(stored.profileKey)}, and keeps to it; make another dimension instead`
    return [{ path: `${path}.profile_key`, message }]
  }
  if (stored.integrationId === draft.integrationId) return []
  const message =
    'the dimension reads another integration, and keeps to it; make another dimension instead'
  return [{ path: `${path}.integration`, message }]
}

function isSame(a: DimensionValues, b: DimensionValues): boolean {
  return (
    a.name === b.name &&
    a.attributesEnabled === b.attributesEnabled &&
    a.expiresAfterDays === b.expiresAfterDays
  )
}
