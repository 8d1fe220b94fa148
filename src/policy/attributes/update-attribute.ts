import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { absorbAttribute, type Merger } from './absorb-attribute.ts'
import { foldValue, isBlankValue } from './fold-value.ts'
import { selectFoldedValues } from './queries.ts'
import {
  findAttributeOfValue,
  selectImportedConditions,
  testedValues,
  type StoredAttribute,
} from './stored-attribute.ts'
import { updateTestedValues } from './tested-values.ts'
import { writeAttribute } from './write-attributes.ts'
import { restateConditions } from '../conditions/restate-conditions.ts'
import { findStoredDimension } from '../model/stored-dimension.ts'
import { attributeFor } from './attribute-states.ts'
import { newAttributeProperties, valueIsTaken, valueTakenProblem } from './create-attribute.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { requireReadable } from '../conditions/require-readable.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { answerAttribute } from './answer-attribute.ts'
import { DescribedAttribute } from './schema.ts'

/**
 * Another `profile_value` is a rename: the imported rule tests it too, and a name equal to the old value follows.
 * With the value of another attribute this one absorbs the other, by a plan.
 */
export const updateAttribute = policyCommand({
  op: 'change_attribute',
  id: 'updateAttribute',
  method: 'PATCH',
  url: '/directory/attributes/:attribute',
  summary: 'Rename an attribute',
  description:
    'Another `profile_value` lets the imported rule ask for it from now on, so that rules which name the attribute need no ' +
    'change; a name that was the value follows. The value of another attribute lets this one absorb it, which takes a plan: 409. Needs `directory.identity.profile.view` too where there is such a rule, and what an exception needs in each ruleset of a resource where someone gains access.',
  needs: { permission: 'directory.attribute.manage' },
  reads: 'directory.attribute.view',
  params: { attribute: 'attribute' },
  body: {
    profile_value: Type.Optional(newAttributeProperties.profile_value),
    name: newAttributeProperties.name,
  },
  movesPeople: true,
  response: DescribedAttribute,
  answer: answerAttribute,
  run: async (work, { attribute_id, profile_value, name }) => {
    const attribute = await attributeFor(work, attribute_id)
    const { id, version, dimensionId, values: before } = attribute
    const profileValue = profile_value ?? before.profileValue
    if (isBlankValue(profileValue)) throw unprocessable({ profile_value: ['is blank'] })
    const follows = before.name === before.profileValue
    const after = { ...before, profileValue, name: name ?? (follows ? profileValue : before.name) }
    const record = { kind: 'attribute' as const, id }
    const isRenamed = profileValue !== before.profileValue
    const other = await findAttributeOfValue(work.tx, dimensionId, profileValue)
    const absorbed = other === undefined || other.id === id ? null : other
    if (isRenamed && absorbed === null) await refuseFormer(work, attribute, profileValue)
    work.requireVersion(version)
    if (!isRenamed && after.name === before.name) return { record, reach: 'nothing' }
    if (absorbed !== null && !work.isPlan)
      return { record, reach: 'nothing', needsPlan: reasonForPlan({ attribute, absorbed }) }
    const absorbedValues =
      absorbed === null ? [] : await absorbAttribute(work, { attribute, absorbed })
    const changed = { id, dimensionId, before, after }
    await refuseTaken(writeAttribute(work.tx, work.context.actor, changed), valueIsTaken)
    if (isRenamed) await renameImported(work, attribute, absorbedValues)
    if (after.name !== before.name) await restateConditions(work.tx, { attributeId: id })
    return { record, reach: 'all' }
  },
})

/** A merger is done only by a plan: it moves people, and can't be reverted. */
function reasonForPlan({ attribute, absorbed }: Merger): string {
  const [id, other] = [attribute, absorbed].map((each) => encodeId('attribute', each.id))
  return `The value is that of ${other}: ${id} would absorb it, with its rules and the conditions on it.`
}

/** 422 for a former value that the imported rule of another attribute still tests. */
async function refuseFormer(
  { tx }: OperationCall,
  { id, dimensionId, values }: StoredAttribute,
  value: string,
): Promise<void> {
  const own = await selectImportedConditions(tx, { attributeId: id })
  const isOwn = own.flatMap(testedValues).some((each) => foldValue(each) === foldValue(value))
  const known = (await selectFoldedValues(tx, [dimensionId])).get(dimensionId)
  const isSame = foldValue(value) === foldValue(values.profileValue)
  if (!isOwn && !isSame && known?.has(foldValue(value)) === true) throw valueTakenProblem()
}

/**
 * The imported rule tests the new value too, and the old one and those of an absorbed attribute as long as a person
 * has them.
 */
async function renameImported(
  work: OperationCall,
  attribute: StoredAttribute,
  absorbedValues: readonly string[],
): Promise<void> {
  const { tx, context } = work
  const conditions = await selectImportedConditions(tx, { attributeId: attribute.id })
  if (conditions.length === 0) return
  const dimension = await findStoredDimension(tx, attribute.dimensionId)
  if (dimension === undefined) throw new Error(`the dimension of ${attribute.id} is not there`)
  await requireReadable(work, dimension.values)
  await updateTestedValues(tx, context.actor, dimension, conditions, absorbedValues)
}
