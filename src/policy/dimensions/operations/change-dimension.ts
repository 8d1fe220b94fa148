import { Type } from 'typebox'
import { makeAttributes } from '../../attributes/make-attributes.ts'
import { updateDimension } from '../write-dimensions.ts'
import { dimensionProperties } from './create-dimension.ts'
import { dimensionFor } from './dimension-states.ts'
import { IdOrRef, operationKind } from '../../changes/operation-kind.ts'
import { requireReadable } from '../require-readable.ts'

/** What a client may change of a dimension: what it reads, and its handle, stay. */
export const dimensionChangeProperties = {
  ...dimensionProperties,
  name: Type.Optional(dimensionProperties.name),
}

export const changeDimension = operationKind(
  'change_dimension',
  { dimension_id: IdOrRef('dimension'), ...dimensionChangeProperties },
  async (work, { dimension_id, name, attributes_enabled, expires_after_days }) => {
    const { tx, now, context } = work
    const { actor } = context
    const { id, version, values: before } = await dimensionFor(work, dimension_id)
    const after = {
      ...before,
      name: name ?? before.name,
      attributesEnabled: attributes_enabled ?? before.attributesEnabled,
      expiresAfterDays:
        expires_after_days === undefined ? before.expiresAfterDays : expires_after_days,
    }
    const enables = after.attributesEnabled && !before.attributesEnabled
    if (enables) await requireReadable(work, before)
    work.requireVersion(version)
    const isSame =
      before.name === after.name &&
      before.attributesEnabled === after.attributesEnabled &&
      before.expiresAfterDays === after.expiresAfterDays
    const record = { kind: 'dimension' as const, id }
    if (isSame) return { record, reach: 'nothing' }
    await updateDimension(tx, actor, { id, before, after })
    if (!enables) return { record, reach: 'nothing' }
    const { rulesetIds } = await makeAttributes(tx, { now, actor, dimensionIds: [id] })
    return { record, reach: rulesetIds.length > 0 ? 'all' : 'nothing' }
  },
)
