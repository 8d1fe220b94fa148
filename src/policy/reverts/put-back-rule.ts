import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { Restart, writeRoute } from '../../http/route/route.ts'
import type { Operation } from '../operations/operation.ts'
import { keepMade } from '../plans/keep-made.ts'
import { planAtOnce } from '../plans/plan-at-once.ts'
import { DescribedPlan } from '../plans/schema.ts'
import { requireVisibleRule } from '../rights/visible-rule.ts'
import { requireEnded } from '../stored-rules/rule-states.ts'
import { findStoredRule, type StoredRule } from '../stored-rules/stored-rule.ts'
import { findCurrent } from './current-version.ts'

export const putBackRule = writeRoute({
  id: 'putBackRule',
  method: 'POST',
  url: '/policy/rules/:rule/put-back',
  summary: 'Plan to put an ended rule in force again',
  description:
    'Makes the plan that puts a copy of a rule that has ended in force, with its key, in place of the version of it that is in force now, if one is; it changes nothing. ' +
    'Applying it needs what duplicating and activating a rule need. 422 for a rule that has not ended, and for one whose own end has passed.',
  access: { row: 'policy.rule.view' },
  cost: 20,
  params: { rule: 'rule' },
  isVersioned: true,
  isDryRun: true,
  accepted: DescribedPlan,
  status: 201,
  response: DescribedPlan,
  handler: async (context) => {
    const { db, now, params } = context
    await requireVisibleRule(context, params.rule)
    const rule = await findStoredRule(db, params.rule)
    if (rule === undefined) throw new Error('a rule that was seen is gone')
    requireEnded(rule)
    const { expiresAt } = rule.values
    if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime())
      throw unprocessable({ expires_at: [`is ${expiresAt}: give a copy of the rule another end`] })
    const operations = await operationsToPutBack(db, rule)
    const planned = await planAtOnce(context, operations)
    const description = `Put back ${encodeId('rule', rule.id)}`
    return new Restart((again) => keepMade(again, { description, operations }, planned))
  },
})

async function operationsToPutBack(db: Reader, rule: StoredRule): Promise<Operation[]> {
  const current = await findCurrent(db, rule)
  const replaces = current === undefined ? {} : { replaces: encodeId('rule', current.id) }
  const isTaken = await hasKey(db, rule, current?.id)
  const named =
    rule.key === null || rule.key === current?.key || isTaken
      ? []
      : [{ op: 'change_rule' as const, rule_id: '$back', key: rule.key }]
  return [
    { op: 'duplicate_rule', rule_id: encodeId('rule', rule.id), ref: 'back' },
    { op: 'activate_rule', rule_id: '$back', ...replaces },
    ...named,
  ]
}

/** Whether another rule of the ruleset has its key now. */
async function hasKey(
  db: Reader,
  { id, rulesetId, key }: StoredRule,
  replacedId: string | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    select from rule where ruleset_id = ${rulesetId} and key = ${key} and deleted_at is null
      and state in ('staged', 'active', 'expiring') and id <> all (${[id, ...(replacedId === undefined ? [] : [replacedId])]}::uuid[])`.execute(
    db,
  )
  return rows.length > 0
}
