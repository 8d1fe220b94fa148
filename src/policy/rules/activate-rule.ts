import { Type } from 'typebox'
import { unprocessable } from '../../http/refusals/problem.ts'
import { InstantInput, Nullable, Id } from '../../http/shapes/schema.ts'
import { futureOrNull } from '../stored-rules/rule-input.ts'
import { isRunning, requireStaged } from '../stored-rules/rule-states.ts'
import { putInForce, scheduleRule } from '../stored-rules/begin-rules.ts'
import { findStoredRule, type StoredRule } from '../stored-rules/stored-rule.ts'
import {
  IdOrRef,
  namedId,
  type OperationResult,
  type OperationCall,
} from '../changes/operation-kind.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { requireActivatable } from './activatable.ts'
import { judgeBeginning } from './judge-dates.ts'
import { ruleFor } from './rule-for.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

export const activateRule = policyCommand({
  op: 'activate_rule',
  id: 'activateRule',
  method: 'POST',
  url: '/policy/rules/:rule/activate',
  summary: 'Put a rule in force',
  description:
    'A staged rule becomes active, or expiring where it has an end, and manifests follow before the answer. `replaces` ends a ' +
    'rule of the same ruleset in the same moment: a person in both stays without a break. With `at` it begins then, is ' +
    'locked until, and takes this same right to be changed or deleted; `at` null takes that back. 422 for a rule without conditions, or with negative ones alone unless it says ' +
    '`everyone_else`. Needs the role activate on the ruleset or `policy.rule.manage`.',
  needs: { right: 'activate' },
  params: { rule: 'rule' },
  body: {
    replaces: Type.Optional(Nullable(Id('rule'))),
    at: Type.Optional(Nullable(InstantInput)),
  },
  inPlan: { replaces: Type.Optional(Nullable(IdOrRef('rule'))) },
  movesPeople: true,
  response: DescribedRule,
  answer: answerRule,
  run: async (work, { rule_id, replaces, at }) => {
    const rule = await ruleFor(work, rule_id, 'activate')
    requireStaged(rule)
    if (at === null) return takeBack(work, rule, replaces ?? null)
    const replaced = await replacedBy(work, rule, replaces)
    const beginsAt = futureOrNull('at', at ?? null, work.now)
    await requireActivatable(work, rule, { at: new Date(beginsAt ?? work.now), replaced })
    work.requireVersion(rule.version)
    return begin(work, rule, { replaced, beginsAt })
  },
})

type Beginning = { replaced: StoredRule | null; beginsAt: string | null }

async function begin(
  work: OperationCall,
  rule: StoredRule,
  { replaced, beginsAt }: Beginning,
): Promise<OperationResult> {
  const { tx, now } = work
  const { actor } = work.context
  const record = { kind: 'rule' as const, id: rule.id }
  if (beginsAt !== null) {
    await scheduleRule(tx, actor, rule, {
      activatesAt: beginsAt,
      replacesRuleId: replaced?.id ?? null,
    })
    return { record, reach: 'nothing', exceeded: await judgeBeginning(work, { rule, replaced }) }
  }
  await putInForce(tx, actor, { rule, replaced, at: now })
  return { record, reach: { rulesets: [rule.rulesetId] } }
}

/** `at` null: the rule is a draft again, without a date. */
async function takeBack(
  work: OperationCall,
  rule: StoredRule,
  replaces: string | null,
): Promise<OperationResult> {
  if (replaces !== null) throw unprocessable({ replaces: ['is not taken where `at` is null'] })
  if (rule.activatesAt === null)
    throw unprocessable({ at: ['must be an instant: the rule has no date to take back'] })
  work.requireVersion(rule.version)
  await scheduleRule(work.tx, work.context.actor, rule, { activatesAt: null, replacesRuleId: null })
  return { record: { kind: 'rule', id: rule.id }, reach: 'nothing' }
}

/** Without a word about it, a rule that has a date takes over from what it was to take over from then. */
async function replacedBy(
  { tx, ...work }: OperationCall,
  rule: StoredRule,
  sent: string | null | undefined,
): Promise<StoredRule | null> {
  const isGiven = sent !== undefined && sent !== null
  const planned = sent === undefined ? rule.replacesRuleId : null
  const id = isGiven ? namedId(work, 'rule', 'replaces', sent) : planned
  const replaced = id === null ? undefined : await findStoredRule(tx, id)
  const fits = replaced?.rulesetId === rule.rulesetId && isRunning(replaced.values.state)
  if (fits) return replaced
  if (!isGiven) return null
  throw unprocessable({ replaces: ['must be an active or expiring rule of the same ruleset'] })
}
