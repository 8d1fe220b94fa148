import type { Static } from 'typebox'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { policyViewer, viewerMark } from '../shapes/withhold.ts'
import {
  conditionVersion,
  findCondition,
  presentListedCondition,
  type ListedConditionRow,
} from '../conditions/queries.ts'
import type { ListedCondition } from '../conditions/schema.ts'

/** A condition as it is answered alone, with its ETag. */
export async function answerCondition(
  context: ReadContext,
  id: string,
): Promise<Static<typeof ListedCondition>> {
  const found = await findCondition(context.db, id)
  if (found === undefined) throw noSuch('condition', id)
  return showCondition(context, found)
}

/** {@link answerCondition} for a row that was found already. */
export function showCondition(
  context: ReadContext,
  row: ListedConditionRow & { epoch: number },
): Static<typeof ListedCondition> {
  const viewer = policyViewer(context.may)
  context.etag(conditionVersion, `${row.epoch}${viewerMark(viewer)}`)
  return presentListedCondition(row, { viewer, baseUrl: baseUrl(context.services) })
}
