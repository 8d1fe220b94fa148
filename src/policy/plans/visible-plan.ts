import { noSuch } from '../../http/problem.ts'
import type { ReadContext } from '../../http/route.ts'
import { mayViewRuleset } from '../rulesets/visible-ruleset.ts'
import type { PlanRow } from './queries.ts'

/** 403 unless the caller may see rulesets: all of them, or one at least by a role there. */
export async function askForSomeRuleset({ caller, ask }: Pick<ReadContext, 'caller' | 'ask'>) {
  const [rulesetId] = caller.rulesetRoles.keys()
  await ask('policy.rule.view', rulesetId === undefined ? {} : { rulesetId })
}

/**
 * Lets a plan be seen by its author, and by whoever may read all that it names: its rulesets, and people. 404 for
 * everybody else as for none; 403 where the caller could see no ruleset at all.
 */
export async function requireVisible(
  context: ReadContext,
  id: string,
  found: PlanRow | undefined,
): Promise<PlanRow> {
  await askForSomeRuleset(context)
  if (found !== undefined && (isAuthor(context, found) || mayReadAll(context, found))) return found
  throw noSuch('plan', id)
}

function isAuthor({ caller }: Pick<ReadContext, 'caller'>, plan: PlanRow): boolean {
  return caller.type === plan.author_type && caller.id === plan.author_id
}

function mayReadAll(context: ReadContext, { ruleset_ids: rulesets }: PlanRow): boolean {
  if (!context.may('directory.user.view')) return false
  if (context.may('policy.rule.view')) return true
  return rulesets.length > 0 && rulesets.every((id) => mayViewRuleset(context, id))
}
