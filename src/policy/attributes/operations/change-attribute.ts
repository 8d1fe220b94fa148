import { Type } from 'typebox'
import { unprocessable } from '../../../http/problem.ts'
import { refuseTaken } from '../../../http/taken.ts'
import { foldValue } from '../fold-value.ts'
import { selectFoldedValues } from '../queries.ts'
import {
  selectImportedConditions,
  testedValues,
  type StoredAttribute,
} from '../stored-attribute.ts'
import { updateTestedValues } from '../tested-values.ts'
import { updateAttribute } from '../write-attributes.ts'
import { restateConditions } from '../../conditions/restate-conditions.ts'
import { findStoredDimension } from '../../dimensions/stored-dimension.ts'
import { attributeFor } from './attribute-states.ts'
import { newAttributeProperties, valueIsTaken, valueTakenProblem } from './create-attribute.ts'
import { IdOrRef, operationKind, type Work } from '../../operations/kind.ts'
import { requireReadable } from '../../dimensions/operations/require-readable.ts'

/** What a client may change of an attribute. */
export const attributeChangeProperties = {
  profile_value: Type.Optional(newAttributeProperties.profile_value),
  name: newAttributeProperties.name,
}

/** Another `profile_value` is a rename: the imported rule tests it too, and a name that was the value follows. */
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
    if (isRenamed) await refuseFormer(work, attribute, profileValue)
    const changed = { id, dimensionId, before, after }
    await refuseTaken(updateAttribute(work.tx, work.context.actor, changed), valueIsTaken)
    if (isRenamed) await renameImported(work, attribute)
    if (after.name !== before.name) await restateConditions(work.tx, { attributeId: id })
    return { record, reach: 'all' }
  },
)

/** 422 for a former value that the imported rule of another attribute still tests. */
async function refuseFormer(
  { tx }: Work,
  { id, dimensionId, values }: StoredAttribute,
  value: string,
): Promise<void> {
  const own = await selectImportedConditions(tx, { attributeId: id })
  const isOwn = own.flatMap(testedValues).some((each) => foldValue(each) === foldValue(value))
  const known = (await selectFoldedValues(tx, [dimensionId])).get(dimensionId)
  const isSame = foldValue(value) === foldValue(values.profileValue)
  if (!isOwn && !isSame && known?.has(foldValue(value)) === true) throw valueTakenProblem()
}

/** The imported rule tests the new value too, and the old one as long as somebody has it. */
async function renameImported(work: Work, attribute: StoredAttribute): Promise<void> {
  const { tx, context } = work
  const conditions = await selectImportedConditions(tx, { attributeId: attribute.id })
  if (conditions.length === 0) return
  const dimension = await findStoredDimension(tx, attribute.dimensionId)
  if (dimension === undefined) throw new Error(`the dimension of ${attribute.id} is not there`)
  await requireReadable(work, dimension.values)
  await updateTestedValues(tx, context.actor, dimension, conditions)
}
