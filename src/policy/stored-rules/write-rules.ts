import { sql } from 'kysely'
import { changesBetween, record, type AuditActor } from '../../audit/record.ts'
import type { AuditEvent } from '../../contract/audit-events.ts'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { insertConditions } from './write-conditions.ts'
import { newIds } from '../../database/new-ids.ts'
import { auditRule, type ConditionValues, type RuleValues } from './rule-values.ts'
import type { StoredRule } from './stored-rule.ts'

export type NewRule = {
  rulesetId: string
  /** The name by which a policy file finds it again. */
  key: string | null
  /** The role's name for the audit row; its id is in the values. */
  roleHandle: string
  values: RuleValues
  conditions: readonly ConditionValues[]
  /** The rule (a uuid) that it is a copy of. */
  copyOf?: string
}

const ruleColumns = sql`state text, "roleId" uuid, description text, "descriptionIsWritten" boolean, reason text,
  "isImported" boolean, "everyoneElse" boolean, priority integer, "expiresAfterDays" integer,
  "activatedAt" timestamptz, "expiresAt" timestamptz`

/** Makes rules and their conditions with their audit rows. @returns their uuids, in the order of `rules`: those given, or fresh ones */
export async function insertRules(
  tx: Transaction,
  actor: AuditActor,
  rules: readonly NewRule[],
  given?: readonly string[],
): Promise<string[]> {
  if (rules.length === 0) return []
  const ids = given ?? (await newIds(tx, rules.length))
  const made = rules.map((rule, index) => ({ ...rule, id: ids[index] ?? '' }))
  const rows = made.map(({ id, rulesetId, key, values }) => ({ id, rulesetId, key, ...values }))
  await sql`
    insert into rule (id, ruleset_id, key, state, policy_role_id, description, description_is_written, reason,
      is_imported, everyone_else, priority, expires_after_days, activated_at, expires_at)
    select id, "rulesetId", key, state, "roleId", description, "descriptionIsWritten", reason,
      "isImported", "everyoneElse", priority, "expiresAfterDays", "activatedAt", "expiresAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, "rulesetId" uuid, key text, ${ruleColumns})`.execute(
    tx,
  )
  const entries = made.map(({ id, rulesetId, key, roleHandle, values, copyOf }) => ({
    event: 'policy.rule.create' as const,
    record: { kind: 'rule' as const, id },
    parent: { kind: 'ruleset' as const, id: rulesetId },
    related: copyOf === undefined ? undefined : { kind: 'rule' as const, id: copyOf },
    changes: changesBetween({}, { ...auditRule({ ...values, roleHandle }), key }),
  }))
  await record(tx, actor, entries)
  const conditions = made.flatMap(({ id, conditions }) =>
    conditions.map((values) => ({ ruleId: id, values })),
  )
  await insertConditions(tx, actor, conditions)
  return [...ids]
}

export type ChangedRule = {
  id: string
  rulesetId: string
  before: RuleValues & { roleHandle: string }
  after: RuleValues & { roleHandle: string }
  /** Its name for policy files, where that changes. */
  key?: { before: string | null; after: string | null }
  /** The event, if it is more than a change or an activation. */
  event?: 'policy.rule.deprecate'
  /** The rule that it takes over from. */
  replaces?: string | undefined
}

/** Changes a rule with its audit row. One that does not differ is not to be given. */
export async function writeRule(
  tx: Transaction,
  actor: AuditActor,
  { id, rulesetId, before, after, key, event, replaces }: ChangedRule,
): Promise<void> {
  await tx
    .updateTable('rule')
    .set({
      state: after.state,
      policy_role_id: after.roleId,
      description: after.description,
      description_is_written: after.descriptionIsWritten,
      reason: after.reason,
      everyone_else: after.everyoneElse,
      priority: after.priority,
      expires_after_days: after.expiresAfterDays,
      activated_at: after.activatedAt,
      expires_at: after.expiresAt,
      ...(key === undefined ? {} : { key: key.after }),
      ...(after.state === 'staged'
        ? {}
        : {
            activates_at: null,
            replaces_rule_id: null,
            begin_approved: null,
            begin_exceeds: null,
          }),
    })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, [
    {
      event: event ?? eventOf(before, after),
      record: { kind: 'rule', id },
      parent: { kind: 'ruleset', id: rulesetId },
      related: replaces === undefined ? undefined : { kind: 'rule', id: replaces },
      changes: changesBetween(
        { ...auditRule(before), key: key?.before ?? null },
        { ...auditRule(after), key: key?.after ?? null },
      ),
    },
  ])
}

function eventOf(before: RuleValues, after: RuleValues): AuditEvent {
  const begins = before.state === 'staged' && after.state !== 'staged'
  return begins ? 'policy.rule.activate' : 'policy.rule.change'
}

type MovedRules = { rules: readonly StoredRule[]; rulesetId: string; taken: readonly string[] }

/** Moves rules into another ruleset, with their audit rows. A rule whose key is `taken` there loses it. */
export async function moveRules(
  tx: Transaction,
  actor: AuditActor,
  { rules, rulesetId, taken }: MovedRules,
): Promise<void> {
  await sql`
    update rule set ruleset_id = ${rulesetId}, key = case when key <> all (${taken}::text[]) then key end
    where id = any (${rules.map(({ id }) => id)}::uuid[])`.execute(tx)
  await record(
    tx,
    actor,
    rules.map(({ id, key, rulesetId: from }) => ({
      event: 'policy.rule.change',
      record: { kind: 'rule' as const, id },
      parent: { kind: 'ruleset' as const, id: rulesetId },
      related: { kind: 'ruleset' as const, id: from },
      changes: changesBetween(
        { ruleset_id: encodeId('ruleset', from), key },
        {
          ruleset_id: encodeId('ruleset', rulesetId),
          key: key !== null && taken.includes(key) ? null : key,
        },
      ),
    })),
  )
}

/** Deactivates a rule, at once, with its audit row. `successorId` is the rule that replaces it. */
export async function endRule(
  tx: Transaction,
  actor: AuditActor,
  { id, rulesetId, values }: Pick<StoredRule, 'id' | 'rulesetId' | 'values'>,
  successorId: string | null = null,
): Promise<void> {
  await sql`
    update rule set state = 'deactivated', successor_rule_id = ${successorId} where id = ${id}`.execute(
    tx,
  )
  await record(tx, actor, [
    {
      event: 'policy.rule.deactivate',
      record: { kind: 'rule', id },
      parent: { kind: 'ruleset', id: rulesetId },
      changes: { state: { old: values.state, new: 'deactivated' } },
    },
  ])
}

type RemovedRule = Pick<StoredRule, 'id' | 'rulesetId' | 'key' | 'roleHandle' | 'values'>

/** Deletes a rule, with its audit row; one that the history of stays names stays behind out of everybody's sight, saying `leftWords`. */
export async function removeRule(
  tx: Transaction,
  actor: AuditActor,
  { id, rulesetId, key, roleHandle, values }: RemovedRule,
  leftWords: string,
): Promise<void> {
  const { rows: kept } = await sql`
    update rule set deleted_at = current_instant(), description = ${leftWords}
    where id = ${id} and (exists (select from policy_user where rule_id = ${id})
      or exists (select from policy_user_phase where rule_id = ${id})) returning id`.execute(tx)
  if (kept.length === 0) await sql`delete from rule where id = ${id}`.execute(tx)
  await record(tx, actor, [
    {
      event: 'policy.rule.delete',
      record: { kind: 'rule', id },
      parent: { kind: 'ruleset', id: rulesetId },
      changes: changesBetween({ ...auditRule({ ...values, roleHandle }), key }, {}),
    },
  ])
}
