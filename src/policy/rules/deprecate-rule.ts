import { Type } from 'typebox'
import { dayMilliseconds } from '../../contract/time.ts'
import { InstantInput } from '../../http/shapes/schema.ts'
import { futureOrNull } from '../stored-rules/rule-input.ts'
import { requireRunning } from '../stored-rules/rule-states.ts'
import type { StoredRule } from '../stored-rules/stored-rule.ts'
import { writeRule } from '../stored-rules/write-rules.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { selectGrace } from './effective-grace.ts'
import { judgeEnding } from './judge-dates.ts'
import { ruleFor } from './rule-for.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

/** A rule without grace, and without an end that is given, is over at once. */
export const deprecateRule = policyCommand({
  op: 'deprecate_rule',
  id: 'deprecateRule',
  method: 'POST',
  url: '/policy/rules/:rule/deprecate',
  summary: 'Give a rule an end',
  description:
    'A rule in force ends `at`, which may be later than its grace, and later than an end that it has. Without `at` it ends after ' +
    'its grace, counted from now, or at the end that it has if that is earlier; without grace it ends at once. Until then its ' +
    'people show `expiring`, and there is no second grace. Needs the role activate on the ruleset or `policy.rule.manage`.',
  needs: { right: 'activate' },
  params: { rule: 'rule' },
  body: { at: Type.Optional(InstantInput) },
  movesPeople: true,
  endsFromNow: ({ at }) => at === undefined,
  response: DescribedRule,
  answer: answerRule,
  run: async (work, { rule_id, at }) => {
    const { tx, now, context } = work
    const rule = await ruleFor(work, rule_id, 'activate')
    requireRunning(rule)
    const given = futureOrNull('at', at ?? null, now)
    const end = given ?? (await endByGrace(work, rule))
    work.requireVersion(rule.version)
    const { id, rulesetId } = rule
    const before = { ...rule.values, roleHandle: rule.roleHandle }
    const state = Date.parse(end) > now.getTime() ? ('expiring' as const) : ('expired' as const)
    const after = { ...before, state, expiresAt: end }
    const event = 'policy.rule.deprecate' as const
    const record = { kind: 'rule' as const, id }
    if (before.expiresAt === end) return { record, reach: 'nothing' }
    await writeRule(tx, context.actor, { id, rulesetId, before, after, event })
    const exceeded = state === 'expiring' ? await judgeEnding(work, { id, rulesetId }) : []
    return { record, reach: { rulesets: [rulesetId] }, exceeded }
  },
})

/** Now and the grace, but never later than the end that the rule has. */
async function endByGrace({ tx, now }: OperationCall, rule: StoredRule): Promise<string> {
  const byGrace = now.getTime() + (await selectGrace(tx, rule)) * dayMilliseconds
  const { expiresAt } = rule.values
  const end = expiresAt === null ? byGrace : Math.min(byGrace, Date.parse(expiresAt))
  return new Date(end).toISOString()
}
