import { sql } from 'kysely'
import { changesBetween, record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import type { JsonValue } from '../../contract/json.ts'
import type { Transaction } from '../../database/database.ts'
import type { ConditionValues } from './rule-values.ts'
import { newIds } from '../../database/new-ids.ts'
import { resourceId } from './resource-id.ts'

export type NewCondition = { ruleId: string; values: ConditionValues }

/**
 * Makes conditions with their audit rows. The engine has read each of them before.
 * @returns their uuids, in the order of `conditions`
 */
export async function insertConditions(
  tx: Transaction,
  actor: AuditActor,
  conditions: readonly NewCondition[],
): Promise<string[]> {
  if (conditions.length === 0) return []
  const ids = await newIds(tx, conditions.length)
  const rows = conditions.map(({ ruleId, values }, index) => ({
    id: ids[index],
    ruleId,
    ...values,
  }))
  await sql`
    insert into condition (id, rule_id, is_imported, type, attribute_id, integration_id, directory_user_id,
      vendor_resource_id, profile_key, profile_operator, profile_value, or_absent, description)
    select id, "ruleId", "isImported", type, "attributeId", "integrationId", "directoryUserId",
      "vendorResourceId", "profileKey", "profileOperator", "profileValue", "orAbsent", description
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, "ruleId" uuid, "isImported" boolean,
      type text, "attributeId" uuid, "integrationId" uuid, "directoryUserId" uuid, "vendorResourceId" uuid, "profileKey" text,
      "profileOperator" text, "profileValue" text, "orAbsent" boolean, description text)`.execute(
    tx,
  )
  const entries = conditions.map(({ ruleId, values }, index) =>
    entry('create', ids[index] ?? '', ruleId, values),
  )
  await record(tx, actor, entries)
  return ids
}

/** Removes conditions, which only staged rules may lose, with their audit rows. */
export async function deleteConditions(
  tx: Transaction,
  actor: AuditActor,
  conditions: readonly (NewCondition & { id: string })[],
): Promise<void> {
  if (conditions.length === 0) return
  const ids = conditions.map(({ id }) => id)
  await sql`delete from condition where id = any (${ids}::uuid[])`.execute(tx)
  const entries = conditions.map(({ id, ruleId, values }) => entry('delete', id, ruleId, values))
  await record(tx, actor, entries)
}

export type TestedCondition = {
  id: string
  ruleId: string
  attributeId: string
  operator: string
  profileValue: string
}

/** Changes the values that the condition of an imported rule tests, with its audit row. */
export async function changeTestedValue(
  tx: Transaction,
  actor: AuditActor,
  { id, ruleId, attributeId, ...before }: TestedCondition,
  { operator, value, description }: { operator: string; value: string; description: string },
): Promise<void> {
  await sql`
    update condition set profile_operator = ${operator}, profile_value = ${value}, description = ${description}
    where id = ${id}`.execute(tx)
  await record(tx, actor, [
    {
      event: 'policy.condition.change',
      record: { kind: 'condition', id },
      parent: { kind: 'rule', id: ruleId },
      related: { kind: 'attribute', id: attributeId },
      changes: changesBetween(
        { profile_operator: before.operator },
        { profile_operator: operator },
      ),
      personal: changesBetween({ profile_value: before.profileValue }, { profile_value: value }),
    },
  ])
}

/** `isTwice`: its rule already has the same condition on the other attribute. */
export type MovedCondition = { id: string; ruleId: string; isTwice: boolean }

/** Lets conditions name another attribute, or removes those that their rules then have twice, with their audit rows. */
export async function moveConditions(
  tx: Transaction,
  actor: AuditActor,
  conditions: readonly MovedCondition[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (conditions.length === 0) return
  const [twice, moved] = [true, false].map((isTwice) =>
    conditions.filter((each) => each.isTwice === isTwice).map(({ id }) => id),
  )
  await sql`delete from condition where id = any (${twice}::uuid[])`.execute(tx)
  await sql`update condition set attribute_id = ${to} where id = any (${moved}::uuid[])`.execute(tx)
  // The conditions are part of the version that If-Match names.
  await sql`
    update rule set version = version + 1
    where id = any (${conditions.map(({ ruleId }) => ruleId)}::uuid[])`.execute(tx)
  const [before, after] = [from, to].map((id) => encodeId('attribute', id))
  await record(
    tx,
    actor,
    conditions.map(({ id, ruleId, isTwice }) => ({
      event: `policy.condition.${isTwice ? 'delete' : 'change'}`,
      record: { kind: 'condition' as const, id },
      parent: { kind: 'rule' as const, id: ruleId },
      changes: changesBetween(
        isTwice
          ? { type: 'attribute', resource_id: before ?? null }
          : { resource_id: before ?? null },
        isTwice ? {} : { resource_id: after ?? null },
      ),
    })),
  )
}

function entry(
  action: 'create' | 'delete',
  id: string,
  ruleId: string,
  values: ConditionValues,
): AuditEntry {
  const between = (all: Record<string, JsonValue>) =>
    action === 'create' ? changesBetween({}, all) : changesBetween(all, {})
  return {
    event: `policy.condition.${action}`,
    record: { kind: 'condition', id },
    parent: { kind: 'rule', id: ruleId },
    subjectId: values.directoryUserId,
    changes: between({
      type: values.type,
      resource_id: resourceId(values),
      profile_key: values.profileKey,
      profile_operator: values.profileOperator,
      or_absent: values.orAbsent || null,
    }),
    personal: between({ profile_value: values.profileValue }),
  }
}
