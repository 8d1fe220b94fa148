import type { ResourceState } from '../../contract/states.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { findReasonForPlan } from '../attributes/reason-for-plan.ts'
import { findStoredDimension, type StoredDimension } from '../model/stored-dimension.ts'
import { writeDimensionState } from './write-dimensions.ts'
import { subjectId, type OperationResult, type OperationCall } from '../changes/operation-kind.ts'

/** 422 for a dimension that is in the state already. */
export async function changeDimensionState(
  work: OperationCall,
  dimension: StoredDimension,
  state: ResourceState,
): Promise<OperationResult> {
  requireOtherState(dimension, state)
  work.requireVersion(dimension.version)
  const record = { kind: 'dimension' as const, id: dimension.id }
  if (state === 'deactivated') {
    const needsPlan = await findReasonForPlan(work, { dimensionId: dimension.id })
    if (needsPlan !== undefined) return { record, reach: 'nothing', needsPlan }
  }
  await writeDimensionState(work.tx, work.context.actor, {
    id: dimension.id,
    integrationId: dimension.values.integrationId,
    before: dimension.state,
    after: state,
  })
  return { record, reach: 'all' }
}

/** 422 for the state that the dimension has already. */
export function requireOtherState(
  dimension: Pick<StoredDimension, 'state'>,
  state: ResourceState,
): void {
  if (dimension.state === state) throw unprocessable({ state: [`is ${state} already`] })
}

/**
 * The dimension that an operation is about: 403, for any id, unless dimensions may be changed; 404 unless it
 * exists.
 */
export async function dimensionFor(work: OperationCall, sent: string): Promise<StoredDimension> {
  await work.context.ask('directory.dimension.manage')
  const id = subjectId(work, 'dimension', sent)
  const dimension = await findStoredDimension(work.tx, id)
  if (dimension === undefined) throw noSuch('dimension', id)
  return dimension
}
