import { sql } from 'kysely'
import type { CompiledPolicy } from '../../engine/compile-policy.ts'
import { stagedRulesOf } from '../../engine/evaluate-person.ts'
import type { ReadContext } from '../../http/route.ts'
import { maximumCandidates } from '../../http/sifted-list.ts'
import { currentPolicy } from '../current-policy.ts'
import { peopleFacts } from '../people-facts.ts'
import type { PolicyReads } from '../policy-reads.ts'
import { selectPeople } from './people-set.ts'
import { stagedCandidates, type StagedCandidates } from './staged-candidates.ts'

/** The question who is staged for one ruleset: evaluated at read, never stored. */
export type StagedQuestion = {
  /** The policy with this ruleset's rules only; attributes are decided by all. */
  policy: CompiledPolicy
  reads: PolicyReads
  /** Nobody else has to be evaluated. */
  candidates: StagedCandidates
}

/** Composes the question under the policy that the request sees. */
export async function askStaged(
  context: Pick<ReadContext, 'db' | 'services'>,
  rulesetId: string,
): Promise<StagedQuestion> {
  const { compiled, reads } = await currentPolicy(context)
  const inForce = compiled.rulesInForce.filter(({ ruleset }) => ruleset.id === rulesetId)
  const staged = compiled.stagedRules.filter(({ ruleset }) => ruleset.id === rulesetId)
  return {
    policy: { ...compiled, rulesInForce: inForce, stagedRules: staged },
    reads,
    candidates: stagedCandidates(compiled, { inForce, staged }),
  }
}

/** Person → the rules that they are staged by, in admission order; people who meet none are left out. */
export async function stagedAmong(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { policy, reads }: StagedQuestion,
  people: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for await (const batch of peopleFacts(db, reads, people)) {
    const setting = { policy, directory: batch.directory, now: now.getTime() }
    for (const person of batch.people) {
      const rules = stagedRulesOf(setting, person)
      if (rules.length > 0) found.set(person.id, rules)
    }
  }
  return found
}

/** How many people are staged for a ruleset; null where more would have to be looked at than for one page. */
export async function countStagedUsers(
  context: Pick<ReadContext, 'db' | 'services' | 'now'>,
  rulesetId: string,
): Promise<number | null> {
  const question = await askStaged(context, rulesetId)
  const { candidates } = question
  const ids =
    candidates === 'everybody'
      ? sql`select id from directory_user where deleted_at is null`
      : candidates.ids
  const people = await selectPeople(context.db, ids, maximumCandidates + 1)
  if (people.length > maximumCandidates) return null
  return (await stagedAmong(context, question, people)).size
}
