import type { Static } from 'typebox'
import { noSuch } from '../../http/problem.ts'
import type { ReadContext } from '../../http/route.ts'
import { baseUrl } from '../../http/services.ts'
import { findingsMark } from '../conditions/gone-referents.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { presentListedRuleset } from './present-ruleset.ts'
import { countOfRuleset, findRuleset } from './queries.ts'
import type { DescribedRuleset } from './schema.ts'
import { countStagedUsers } from './staged-users.ts'

/** A ruleset as it is answered alone, with its ETag: the row's version, and what its body shows beside the row. */
export async function answerRuleset(
  context: ReadContext,
  id: string,
): Promise<Static<typeof DescribedRuleset>> {
  const row = await findRuleset(context.db, id)
  if (row === undefined) throw noSuch('ruleset', id)
  const { epoch, ...counts } = await countOfRuleset(context.db, id)
  const count = { ...counts, staged_users: await countStagedUsers(context, id) }
  const viewer = policyViewer(context.may)
  const shown = presentListedRuleset(row, { viewer, baseUrl: baseUrl(context.services) })
  const representation = `${epoch}-${Object.values(count).join('-')}${row.recalculating ? 'r' : ''}`
  context.etag(row.version, `${representation}${findingsMark(shown.findings)}`)
  return { ...shown, count }
}
