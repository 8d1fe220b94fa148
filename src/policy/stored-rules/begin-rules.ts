import { sql } from 'kysely'
import {
  changesBetween,
  record,
  type AuditActor,
  type AuditChanges,
  type AuditEntry,
} from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import type { Exceeded } from '../limits/counting.ts'
import { isRunning } from './rule-states.ts'
import { findStoredRule, type StoredRule } from './stored-rule.ts'
import { endRule, writeRule } from './write-rules.ts'

export type BeginningRule = { rule: StoredRule; replaced: StoredRule | null; at: Date }

/**
 * Puts a staged rule in force, and ends the rule that it replaces, whose key it takes if it has none. Rules that
 * wait to replace that one now wait for this one.
 */
export async function putInForce(
  tx: Transaction,
  actor: AuditActor,
  { rule, replaced, at }: BeginningRule,
): Promise<void> {
  if (replaced !== null) await endRule(tx, actor, replaced, rule.id)
  const before = { ...rule.values, roleHandle: rule.roleHandle }
  const state = before.expiresAt === null ? ('active' as const) : ('expiring' as const)
  const after = { ...before, state, activatedAt: at.toISOString() }
  const takesKey = rule.key === null && replaced !== null && replaced.key !== null
  const key = takesKey ? { key: { before: null, after: replaced.key } } : {}
  const { id, rulesetId } = rule
  await writeRule(tx, actor, { id, rulesetId, before, after, replaces: replaced?.id, ...key })
  if (replaced !== null) await followSuccessor(tx, actor, { from: replaced.id, to: id }, at)
}

/** A rule, by uuid, that has taken over from another. */
type Succession = { from: string; to: string }

/**
 * Lets rules that wait to take over from one that was replaced take over from its successor, with audit rows. Not
 * those whose date is `at` too: several may replace one rule together.
 */
async function followSuccessor(
  tx: Transaction,
  actor: AuditActor,
  { from, to }: Succession,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string; rulesetId: string }>`
    update rule set replaces_rule_id = ${to} where replaces_rule_id = ${from} and activates_at > ${at}
    returning id, ruleset_id as "rulesetId"`.execute(tx)
  const changes = {
    replaces_rule_id: { old: encodeId('rule', from), new: encodeId('rule', to) },
  }
  await record(
    tx,
    actor,
    rows.map((rule) => scheduled(rule, changes)),
  )
}

/** A rule whose date has come. `replaces`: a rule (a uuid). `approved`: the limits that it may exceed. */
export type DueRule = {
  id: string
  rulesetId: string
  replaces: string | null
  approved: readonly Exceeded[]
}

/** Those of these rules (uuids) whose date has come. */
export async function selectBeginning(
  tx: Transaction,
  ids: readonly string[],
  at: Date,
): Promise<DueRule[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DueRule>`
    select id, ruleset_id as "rulesetId", replaces_rule_id as replaces, coalesce(begin_approved, '[]') as approved
    from rule
    where id = any (${ids}::uuid[]) and activates_at <= ${at} order by id`.execute(tx)
  return rows
}

/**
 * Puts rules in force whose date has come, each in place of the rule that it replaces if that has not ended
 * meanwhile. Whether it can be in force was checked when it got its date, and it is locked since. `replaces` null: it
 * begins beside the rule that it would replace.
 */
export async function beginDueRules(
  tx: Transaction,
  actor: AuditActor,
  rules: readonly DueRule[],
  at: Date,
): Promise<void> {
  for (const { id, replaces } of rules) {
    const rule = await findStoredRule(tx, id)
    if (rule === undefined) continue
    const replaced = replaces === null ? undefined : await findStoredRule(tx, replaces)
    const isThere = replaced !== undefined && isRunning(replaced.values.state)
    await putInForce(tx, actor, { rule, replaced: isThere ? replaced : null, at })
  }
}

/**
 * Records on a rule whose date has come that it has not begun, because it would exceed limits, with its audit row.
 */
export async function refuseBeginning(
  tx: Transaction,
  actor: AuditActor,
  { id, rulesetId }: DueRule,
  exceeds: readonly Exceeded[],
): Promise<void> {
  await sql`update rule set begin_exceeds = ${JSON.stringify(exceeds)} where id = ${id}`.execute(tx)
  await record(tx, actor, [
    {
      event: 'policy.rule.refuse',
      record: { kind: 'rule', id },
      parent: { kind: 'ruleset', id: rulesetId },
      changes: {},
      details: {
        exceeds: exceeds.map(({ scope, direction, people }) => ({ scope, direction, people })),
      },
    },
  ])
}

export type Schedule = Pick<StoredRule, 'activatesAt' | 'replacesRuleId'>

/** Sets or clears the date at which the clock puts a staged rule in force, with its audit row. */
export async function scheduleRule(
  tx: Transaction,
  actor: AuditActor,
  rule: StoredRule,
  after: Schedule,
): Promise<void> {
  const changes = changesBetween(audited(rule), audited(after))
  if (Object.keys(changes).length === 0) return
  await sql`
    update rule set activates_at = ${after.activatesAt}, replaces_rule_id = ${after.replacesRuleId},
      begin_approved = null, begin_exceeds = null
    where id = ${rule.id}`.execute(tx)
  await record(tx, actor, [scheduled(rule, changes)])
}

function scheduled(
  { id, rulesetId }: Pick<StoredRule, 'id' | 'rulesetId'>,
  changes: AuditChanges,
): AuditEntry {
  return {
    event: 'policy.rule.schedule',
    record: { kind: 'rule', id },
    parent: { kind: 'ruleset', id: rulesetId },
    changes,
  }
}

function audited({ activatesAt, replacesRuleId }: Schedule) {
  const replaces = replacesRuleId === null ? null : encodeId('rule', replacesRuleId)
  return { activates_at: activatesAt, replaces_rule_id: replaces }
}
