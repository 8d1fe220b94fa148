import type { Static } from 'typebox'
import { noSuch } from '../../http/refusals/problem.ts'
import { needsHeavyPlace } from '../../http/limits/request-cost.ts'
import type { ReadContext, WriteContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { findingsMark } from '../conditions/rule-findings.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { presentListedRuleset } from './present-ruleset.ts'
import { countOfRuleset, findRuleset } from './queries.ts'
import type { DescribedRuleset } from './schema.ts'
import { prepareStagedCount } from './people/staged-users.ts'

/**
 * The answer of a single ruleset, with its ETag: the row's version, and what its body shows besides the row.
 * @returns {@link needsHeavyPlace} if a read has to evaluate very many people to count who is staged
 */
export async function describedRuleset(
  context: ReadContext,
  id: string,
): Promise<Described | typeof needsHeavyPlace> {
  const staged = await prepareStagedCount(context, id)
  if (staged.isHeavy && !context.isHeavy) return needsHeavyPlace
  return answerRuleset(context, id, await staged.count())
}

/** The answer of a write of a ruleset. Slow counts are null, because the policy lock would be held meanwhile. */
export async function writtenRuleset(context: WriteContext, id: string): Promise<Described> {
  const staged = await prepareStagedCount(context, id)
  return answerRuleset(context, id, staged.isHeavy ? null : await staged.count())
}

type Described = Static<typeof DescribedRuleset>

async function answerRuleset(
  context: ReadContext,
  id: string,
  staged: number | null,
): Promise<Described> {
  const row = await findRuleset(context.db, id)
  if (row === undefined) throw noSuch('ruleset', id)
  const { epoch, ...counts } = await countOfRuleset(context.db, id)
  const count = { ...counts, staged_users: staged }
  const viewer = policyViewer(context.may)
  const shown = presentListedRuleset(row, { viewer, baseUrl: baseUrl(context.services) })
  const representation = `${epoch}-${Object.values(count).join('-')}${row.recalculating ? 'r' : ''}`
  context.etag(row.version, `${representation}${findingsMark(shown.findings)}`)
  return { ...shown, count }
}
