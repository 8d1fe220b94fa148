import { encodeId } from '../../contract/ids.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { findReasonForPlan } from './reason-for-plan.ts'
import { findStoredAttribute, type StoredAttribute } from './stored-attribute.ts'
import { writeAttribute, type AttributeValues } from './write-attributes.ts'
import { subjectId, type OperationResult, type OperationCall } from '../changes/operation-kind.ts'

/** 422 for an attribute that is in the state already. */
export async function changeAttributeState(
  work: OperationCall,
  sent: string,
  state: AttributeValues['state'],
): Promise<OperationResult> {
  const { id, version, dimensionId, values: before } = await attributeFor(work, sent)
  requireOtherState(before, state)
  work.requireVersion(version)
  const record = { kind: 'attribute' as const, id }
  if (state === 'deactivated') {
    const needsPlan = await findReasonForPlan(work, { attributeId: id })
    if (needsPlan !== undefined) return { record, reach: 'nothing', needsPlan }
  }
  const changed = { id, dimensionId, before, after: { ...before, state } }
  await writeAttribute(work.tx, work.context.actor, changed)
  return { record, reach: 'all' }
}

/**
 * The attribute that an operation is about: 403, for any id, unless attributes may be changed; 404 unless it
 * exists; 422 for one that another attribute has absorbed.
 */
export async function attributeFor(work: OperationCall, sent: string): Promise<StoredAttribute> {
  await work.context.ask('directory.attribute.manage')
  const id = subjectId(work, 'attribute', sent)
  const attribute = await findStoredAttribute(work.tx, id)
  if (attribute === undefined) throw noSuch('attribute', id)
  requireUnabsorbed(attribute.values)
  return attribute
}

/** 422 for an attribute whose value another one has taken over. */
export function requireUnabsorbed({ absorbedById }: Pick<AttributeValues, 'absorbedById'>): void {
  if (absorbedById === null) return
  throw unprocessable({
    state: [
      `is deactivated for good: ${encodeId('attribute', absorbedById)} has taken over its value`,
    ],
  })
}

/** 422 for the state that the attribute has already. */
export function requireOtherState(
  before: Pick<AttributeValues, 'state'>,
  state: AttributeValues['state'],
): void {
  if (before.state === state) throw unprocessable({ state: [`is ${state} already`] })
}
