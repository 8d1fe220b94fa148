import { Type } from 'typebox'
import { InstantInput } from '../../../http/schema.ts'
import { selectGrace } from './effective-grace.ts'
import { futureOrNull } from '../../stored-rules/rule-input.ts'
import { requireState } from '../../stored-rules/rule-states.ts'
import type { StoredRule } from '../../stored-rules/stored-rule.ts'
import { updateRule } from '../../stored-rules/write-rules.ts'
import { IdOrRef, operationKind, type OperationCall } from '../../changes/operation-kind.ts'
import { ruleFor } from './rule-for.ts'

const dayMs = 86_400_000

/** A rule without grace, and without an end that is given, is over at once. */
export const deprecateRule = operationKind(
  'deprecate_rule',
  { rule_id: IdOrRef('rule'), at: Type.Optional(InstantInput) },
  async (work, { rule_id, at }) => {
    const { tx, now, context } = work
    const rule = await ruleFor(work, rule_id, 'activate')
    requireState(rule, ['active', 'expiring'])
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
    await updateRule(tx, context.actor, { id, rulesetId, before, after, event })
    return { record, reach: { rulesets: [rulesetId] } }
  },
)

/** Now and the grace, but never later than the end that the rule has. */
async function endByGrace({ tx, now }: OperationCall, rule: StoredRule): Promise<string> {
  const byGrace = now.getTime() + (await selectGrace(tx, rule)) * dayMs
  const { expiresAt } = rule.values
  const end = expiresAt === null ? byGrace : Math.min(byGrace, Date.parse(expiresAt))
  return new Date(end).toISOString()
}
