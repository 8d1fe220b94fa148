import type { WriteContext } from '../../http/route/route.ts'
import type { Exceeded } from '../limits/counting.ts'
import { describeExceeded, newRuleset } from '../limits/describe-exceeded.ts'
import { mayViewRuleset } from '../rights/visible-ruleset.ts'
import { selectRulesetTitles } from '../shapes/ruleset-titles.ts'

/** The limits that are exceeded, in sentences, with the names of rulesets that the caller may see. */
export async function explainLimits(
  context: WriteContext,
  exceeded: readonly Exceeded[],
): Promise<string> {
  const visible = exceeded
    .flatMap(({ rulesetId }) => rulesetId ?? [])
    .filter((id) => mayViewRuleset(context, id))
  const titles = await selectRulesetTitles(context.tx, visible)
  // A ruleset that the plan makes is rolled back with it.
  const nameOf = (id: string) => titles.get(id) ?? (visible.includes(id) ? newRuleset : undefined)
  return describeExceeded(exceeded, nameOf)
}
