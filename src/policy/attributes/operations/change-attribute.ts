import { Type } from 'typebox'
import { unprocessable } from '../../../http/problem.ts'
import { refuseTaken } from '../../../http/taken.ts'
import { foldValue } from '../fold-value.ts'
import { describeImported } from '../make-attributes.ts'
import { selectImportedConditions, type StoredAttribute } from '../stored-attribute.ts'
import { updateAttribute } from '../write-attributes.ts'
import { followConditions } from '../../conditions/describe-stored.ts'
import { restateConditions } from '../../conditions/restate-conditions.ts'
import { renameConditions } from '../../conditions/write-conditions.ts'
import { findStoredDimension } from '../../dimensions/stored-dimension.ts'
import { attributeFor } from './attribute-states.ts'
import { newAttributeProperties, valueIsTaken } from './create-attribute.ts'
import { IdOrRef, operationKind, type Work } from '../../operations/kind.ts'
import { requireReadable } from '../../dimensions/operations/require-readable.ts'

/** What a client may change of an attribute. */
export const attributeChangeProperties = {
  profile_value: Type.Optional(newAttributeProperties.profile_value),
  name: newAttributeProperties.name,
}

/** Another `profile_value` is a rename: the imported rule asks for it from now on, and a name that was the value follows. */
export const changeAttribute = operationKind(
  'change_attribute',
  { attribute_id: IdOrRef('attribute'), ...attributeChangeProperties },
  async (work, { attribute_id, profile_value, name }) => {
    const attribute = await attributeFor(work, attribute_id)
    const { id, version, dimensionId, values: before } = attribute
    const profileValue = profile_value ?? before.profileValue
    if (foldValue(profileValue) === '') throw unprocessable({ profile_value: ['is blank'] })
    const follows = before.name === before.profileValue
    const after = { ...before, profileValue, name: name ?? (follows ? profileValue : before.name) }
    work.requireVersion(version)
    const record = { kind: 'attribute' as const, id }
    const isRenamed = profileValue !== before.profileValue
    if (!isRenamed && after.name === before.name) return { record, reach: 'nothing' }
    const changed = { id, dimensionId, before, after }
    await refuseTaken(updateAttribute(work.tx, work.context.actor, changed), valueIsTaken)
    if (isRenamed) await renameImported(work, attribute, profileValue)
    if (after.name !== before.name) await restateConditions(work.tx, { attributeId: id })
    return { record, reach: 'all' }
  },
)

async function renameImported(
  work: Work,
  attribute: StoredAttribute,
  value: string,
): Promise<void> {
  const { tx, context } = work
  const conditions = await selectImportedConditions(tx, attribute.id)
  if (conditions.length === 0) return
  const dimension = await findStoredDimension(tx, attribute.dimensionId)
  if (dimension === undefined) throw new Error(`the dimension of ${attribute.id} is not there`)
  await requireReadable(work, dimension.values)
  const { integrationHandle: integration_handle, values } = dimension
  const description = describeImported(
    { integration_handle, profile_key: values.profileKey },
    value,
  )
  const renamed = { attributeId: attribute.id, value, description }
  await renameConditions(tx, context.actor, conditions, renamed)
  for (const { ruleId } of conditions) await followConditions(tx, ruleId)
}
