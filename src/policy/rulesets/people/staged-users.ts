import { sql } from 'kysely'
import { selectIds } from '../../../http/lists/row-set.ts'
import type { ReadContext } from '../../../http/route/route.ts'
import { currentPolicy } from '../../model/policy-cache-of.ts'
import { countStaged, isForThread, type StagedRuleset } from './find-staged.ts'
import { maximumCandidates, stagedCandidates, type StagedCandidates } from './staged-candidates.ts'

/** The question who is staged for one ruleset: evaluated at read, never stored. */
export type StagedQuestion = StagedRuleset & {
  /** The people to evaluate; no one else can be staged. */
  candidates: StagedCandidates
}

/** Composes the question under the policy that the request sees. */
export async function askStaged(
  context: Pick<ReadContext, 'db' | 'services'>,
  rulesetId: string,
): Promise<StagedQuestion> {
  const policy = await currentPolicy(context)
  const { compiled } = policy
  const inForce = compiled.rulesInForce.filter(({ ruleset }) => ruleset.id === rulesetId)
  const staged = compiled.stagedRules.filter(({ ruleset }) => ruleset.id === rulesetId)
  return { policy, rulesetId, candidates: stagedCandidates(compiled, { inForce, staged }) }
}

/** What it takes to count who is staged for a ruleset. */
export type StagedCount = {
  /** Threads evaluate so many people and conditions. */
  isHeavy: boolean
  /** Null where more people would have to be looked at than for one page. */
  count: () => Promise<number | null>
}

/** Finds out what it takes to count who is staged for a ruleset. */
export async function prepareStagedCount(
  context: Pick<ReadContext, 'db' | 'services' | 'now'>,
  rulesetId: string,
): Promise<StagedCount> {
  const { db, now } = context
  const question = await askStaged(context, rulesetId)
  const { candidates } = question
  const ids =
    candidates === 'everybody'
      ? sql`select id from directory_user where deleted_at is null`
      : candidates.ids
  const people = await selectIds(db, ids, { limit: maximumCandidates + 1 })
  if (people.length > maximumCandidates) return { isHeavy: false, count: async () => null }
  return {
    isHeavy: isForThread(question, people.length),
    count: () => countStaged(db, now.getTime(), question, people),
  }
}
