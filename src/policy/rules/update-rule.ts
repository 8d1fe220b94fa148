import { Type } from 'typebox'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { describeStored } from '../conditions/describe-stored.ts'
import {
  keyIsTaken,
  futureOrNull,
  requireRole,
  RoleHandle,
  ruleProperties,
} from '../stored-rules/rule-input.ts'
import { refuseGrace } from '../stored-rules/grace.ts'
import { isRunning, rightToChange, wrongState } from '../stored-rules/rule-states.ts'
import { isSameRule, type RuleValues } from '../stored-rules/rule-values.ts'
import type { StoredRule } from '../stored-rules/stored-rule.ts'
import { writeRule } from '../stored-rules/write-rules.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { ruleFor, ruleNamed } from './rule-for.ts'
import { answerRule } from './answer-rule.ts'
import { DescribedRule } from './schema.ts'

type Values = RuleValues & { roleHandle: string }

export const updateRule = policyCommand({
  op: 'change_rule',
  id: 'updateRule',
  method: 'PATCH',
  url: '/policy/rules/:rule',
  summary: 'Change a rule',
  description:
    'Of a draft everything may change; of a rule that waits for its date description, key, reason, priority and grace; of one in ' +
    'force description, key and grace, and by a plan its priority; of one that has ended description and key. Anything else ' +
    'is 422 `errors.state`. Needs on the ruleset the role create for a draft and activate for any other rule, or `policy.rule.manage`.',
  needs: { right: 'draft' },
  params: { rule: 'rule' },
  body: { role: Type.Optional(RoleHandle), ...ruleProperties },
  response: DescribedRule,
  answer: answerRule,
  run: async (work, { rule_id, ...wanted }) => {
    const rule = await ruleFor(work, rule_id, rightToChange)
    const before = { ...rule.values, roleHandle: rule.roleHandle }
    const after = await valuesAfter(work, rule, wanted)
    refuseLocked(rule, before, after, work.isPlan)
    work.requireVersion(rule.version)
    const record = { kind: 'rule' as const, id: rule.id }
    const isRenamed = wanted.key !== undefined && wanted.key !== rule.key
    if (isSameRule(before, after) && !isRenamed) return { record, reach: 'nothing' }
    const key = isRenamed ? { key: { before: rule.key, after: wanted.key ?? null } } : {}
    const changed = { id: rule.id, rulesetId: rule.rulesetId, before, after, ...key }
    await refuseTaken(writeRule(work.tx, work.context.actor, changed), keyIsTaken)
    const moves = isRunning(before.state) && before.priority !== after.priority
    return { record, reach: moves ? { rulesets: [rule.rulesetId] } : 'nothing' }
  },
  draft: ruleNamed,
})

type RequestedChange = {
  role?: string
  description?: string | null
  reason?: string | null
  priority?: number
  expires_at?: string | null
  expires_after_days?: number | null
  everyone_else?: boolean
}

async function valuesAfter(
  work: OperationCall,
  rule: StoredRule,
  wanted: RequestedChange,
): Promise<Values> {
  const { values } = rule
  const { role = rule.roleHandle, description, reason, expires_at, expires_after_days } = wanted
  refuseGrace(rule.rulesetType, expires_after_days)
  return {
    ...values,
    roleHandle: role,
    roleId: await requireRole(work.tx, rule.rulesetType, role),
    reason: reason === undefined ? values.reason : reason,
    priority: wanted.priority ?? values.priority,
    everyoneElse: wanted.everyone_else ?? values.everyoneElse,
    expiresAt: expires_at === undefined ? values.expiresAt : endAfter(work, values, expires_at),
    expiresAfterDays:
      expires_after_days === undefined ? values.expiresAfterDays : expires_after_days,
    ...(await descriptionAfter(work, rule, description)),
  }
}

/** The end that the rule has already may be sent again, also after it has passed. */
function endAfter(
  { now }: OperationCall,
  { expiresAt }: RuleValues,
  sent: string | null,
): string | null {
  const isSame = sent !== null && expiresAt !== null && Date.parse(sent) === Date.parse(expiresAt)
  return isSame ? expiresAt : futureOrNull('expires_at', sent, now)
}

async function descriptionAfter(
  work: OperationCall,
  rule: StoredRule,
  wanted: string | null | undefined,
) {
  const { description, descriptionIsWritten } = rule.values
  if (wanted === undefined) return { description, descriptionIsWritten }
  return wanted === null
    ? { description: await describeStored(work.tx, rule.conditions), descriptionIsWritten: false }
    : { description: wanted, descriptionIsWritten: true }
}

/** 422 `errors.state` for a change of what is locked in the rule's state. */
function refuseLocked(rule: StoredRule, before: Values, after: Values, isPlan: boolean): void {
  const { state } = before
  if (state === 'staged' && rule.activatesAt === null) return
  const locked = {
    role: before.roleId !== after.roleId,
    everyone_else: before.everyoneElse !== after.everyoneElse,
    expires_at: before.expiresAt !== after.expiresAt,
    reason: state !== 'staged' && before.reason !== after.reason,
    priority: isLockedPriority(state, isPlan) && before.priority !== after.priority,
    expires_after_days: isEnded(state) && before.expiresAfterDays !== after.expiresAfterDays,
  }
  const changed = Object.entries(locked).flatMap(([name, isChanged]) => (isChanged ? [name] : []))
  if (changed.length > 0)
    throw wrongState(`${why(rule)}: ${changed.join(', ')} can’t change. ${help(state, changed)}`)
}

const isEnded = (state: RuleValues['state']) => state === 'expired' || state === 'deactivated'
const isLockedPriority = (state: RuleValues['state'], isPlan: boolean) =>
  isEnded(state) || (isRunning(state) && !isPlan)

function why({ values: { state }, activatesAt }: StoredRule): string {
  return state === 'staged' ? `begins at ${activatesAt}` : `is ${state}`
}

function help(state: RuleValues['state'], changed: readonly string[]): string {
  if (state === 'staged') return 'Take that back first: activate the rule with `at` null'
  if (isRunning(state) && changed.every((name) => name === 'priority'))
    return 'Change the priority by a plan, which shows who moves'
  if (isRunning(state) && changed.every((name) => name === 'expires_at'))
    return 'Deprecate the rule with `at` to give it an end; to take its end away, activate a copy with `replaces`'
  return 'Duplicate the rule and activate the copy with `replaces`'
}
