import { noSuch, unprocessable } from '../../../http/problem.ts'
import { makeAttributes } from '../../attributes/make-attributes.ts'
import { findReasonForPlan } from '../../attributes/reason-for-plan.ts'
import { findStoredDimension, type StoredDimension } from '../stored-dimension.ts'
import { updateDimensionState, type DimensionState } from '../write-dimensions.ts'
import {
  IdOrRef,
  operationKind,
  subjectId,
  type OperationResult,
  type OperationCall,
} from '../../changes/operation-kind.ts'
import { requireReadable } from '../require-readable.ts'

const properties = { dimension_id: IdOrRef('dimension') }

/**
 * Its attributes are in force again, and values that came meanwhile become attributes: it needs the same
 * permissions as creating it.
 */
export const activateDimension = operationKind(
  'activate_dimension',
  properties,
  async (work, { dimension_id }) => {
    const dimension = await dimensionFor(work, dimension_id)
    await requireReadable(work, dimension.values)
    const done = await changeState(work, dimension, 'active')
    const { tx, now, context } = work
    await makeAttributes(tx, { now, actor: context.actor, dimensionIds: [dimension.id] })
    return done
  },
)

/** No person qualifies for its attributes until it is active again, and `org` does not show it. */
export const deactivateDimension = operationKind(
  'deactivate_dimension',
  properties,
  async (work, { dimension_id }) =>
    changeState(work, await dimensionFor(work, dimension_id), 'deactivated'),
)

async function changeState(
  work: OperationCall,
  dimension: StoredDimension,
  state: DimensionState,
): Promise<OperationResult> {
  if (dimension.state === state) throw unprocessable({ state: [`is ${state} already`] })
  work.requireVersion(dimension.version)
  const record = { kind: 'dimension' as const, id: dimension.id }
  if (state === 'deactivated') {
    const needsPlan = await findReasonForPlan(work, { dimensionId: dimension.id })
    if (needsPlan !== undefined) return { record, reach: 'nothing', needsPlan }
  }
  await updateDimensionState(work.tx, work.context.actor, {
    id: dimension.id,
    integrationId: dimension.values.integrationId,
    before: dimension.state,
    after: state,
  })
  return { record, reach: 'all' }
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
